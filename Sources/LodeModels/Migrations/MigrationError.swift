internal import LodeCoding
public import LodeStore

/// An error in the migration of a store to the current models; the store is unchanged.
///
/// ```swift
/// do {
///   let store = try Store("people.lode", models: [Person.self], migrations: plan)
///   print(store.path)
/// } catch let error as MigrationError where error.code == .needed {
///   print(error)  // what is missing, and a step to start from
/// }
/// ```
public struct MigrationError: Error, Sendable {
  /// The kind of the error.
  public let code: Code
  /// The type's name in archives.
  public internal(set) var type: String?
  /// The version of the rows.
  public internal(set) var fromVersion: Int?
  /// The version to which the rows were migrated.
  public internal(set) var toVersion: Int?
  /// The collection of the row.
  public internal(set) var collection: String?
  /// The key of the row.
  public internal(set) var key: RowKey?
  /// The error of the step, or of decoding its result.
  public internal(set) var cause: (any Error)?
  /// The differences that need a step, for an error with `needed`.
  public internal(set) var differences: [SchemaDifference] = []
  /// A sentence that describes the error.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The kind of a migration error; an open set, so a later version can add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Rows need a step that the plan lacks: the models cannot read the rows, or would lose fields.
    public static let needed = Self(rawValue: "needed")
    /// A step failed, or its result is not a valid object of the type.
    public static let failed = Self(rawValue: "failed")
    /// A later version of the program wrote to the store.
    public static let futureVersion = Self(rawValue: "futureVersion")
    /// The plan has another revision of a step that already ran.
    public static let changedStep = Self(rawValue: "changedStep")
    /// The plan contradicts itself.
    public static let invalidPlan = Self(rawValue: "invalidPlan")
  }
}

extension MigrationError {
  /// The message with its cause, without the collection and the key.
  var reason: String { cause.map { "\(message): \($0)" } ?? message }
}

extension MigrationError: CustomStringConvertible {
  /// The message, the collection and key, and the cause.
  public var description: String {
    var text = "Migration: \(message)"
    var place: [String] = []
    if let collection { place.append("collection \"\(collection)\"") }
    if let key { place.append("key \(key)") }
    if !place.isEmpty { text += " (\(place.joined(separator: ", ")))" }
    if let cause { text += ": \(cause)" }
    for difference in differences {
      text += "\n\(difference.old) -> \(difference.new)"
      for change in difference.changesForStep { text += "\n  \(change)" }
      text += "\nA step to start from:\n\(difference.stepSuggestion)"
    }
    return text
  }
}
