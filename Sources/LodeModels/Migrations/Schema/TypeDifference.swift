internal import LodeCoding

/// The differences between a type in the program and the same type in a store.
///
/// ```swift
/// for type in try Store("people.lode").schemaChanges(to: [Person.self], migrations: plan) {
///   print(type.type, type.needsStep ? "needs a step" : "")
///   for version in type.versions { print(version.old, version.changes) }
///   for change in type.changes { print(change) }
/// }
/// ```
public struct TypeDifference: Hashable, Sendable {
  /// The type's name in archives: the current name, or the recorded name if the program does not
  /// name the type.
  public let type: String
  /// The collection of a model, or the recorded collection of a type that the program does not
  /// name; `nil` for other types.
  public let collection: String?
  /// The differences from the recorded schemas, lowest version first, without schemas that do not
  /// differ.
  ///
  /// For an enumeration, the differences are in the order of the cases.
  public let versions: [SchemaDifference]
  /// All other changes: an added or deleted type, and changes of the key, the collection, indexes,
  /// cases, and extensions.
  public let changes: [SchemaChange]

  /// The elements of ``changes``, then the changes of ``versions``, without repetitions.
  public var allChanges: [SchemaChange] {
    var all = changes
    for change in versions.flatMap(\.changes) where !all.contains(change) { all.append(change) }
    return all
  }

  /// Whether at least one of the changes needs a step; see ``SchemaChange/isAutomatic``.
  public var needsStep: Bool {
    versions.contains(where: \.needsStep) || changes.contains { !$0.isAutomatic }
  }
}

extension TypeDifference: CustomStringConvertible {
  /// The type and its collection, then one line for each change and each recorded version.
  public var description: String {
    var text = collection.map { "\(type), collection \"\($0)\"" } ?? type
    for change in changes { text += "\n  \(change)" }
    for version in versions {
      text += "\n  since version \(version.old.version):"
      for change in version.changes { text += "\n    \(change)" }
    }
    return text
  }
}
