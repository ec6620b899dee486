internal import LodeCoding

/// In what a type is not what a store has of it.
///
/// ```swift
/// for type in try Store("people.lode").schemaChanges(to: [Person.self], migrations: plan) {
///   print(type.type, type.needsStep ? "needs a step" : "")
///   for version in type.versions { print(version.old, version.changes) }
///   for change in type.changes { print(change) }
/// }
/// ```
public struct TypeDifference: Hashable, Sendable {
  /// The type, as archives have its name now; of one that the program does not name, as the store
  /// has it.
  public let type: String
  /// The collection of a model; `nil` for a type that is none.
  public let collection: String?
  /// The differences from the recorded schemas, lowest version first.
  ///
  /// Equal schemas are left out.
  ///
  /// An enumeration has one for each case that has other fields.
  public let versions: [SchemaDifference]
  /// Differences outside of schemas: the key, the collection, indexes, cases, extensions, and
  /// whether the type still exists.
  public let changes: [SchemaChange]

  /// All changes, each once: of the type first, then of its fields since the earliest version on
  /// record.
  public var allChanges: [SchemaChange] {
    var all = changes
    for change in versions.flatMap(\.changes) where !all.contains(change) { all.append(change) }
    return all
  }

  /// Whether rows need a step to be read as what the program has, and to lose nothing.
  public var needsStep: Bool {
    versions.contains(where: \.needsStep) || changes.contains { !$0.isAutomatic }
  }
}

extension TypeDifference: CustomStringConvertible {
  /// The type, and a line for each change.
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
