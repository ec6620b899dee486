internal import LodeCoding
public import LodeStore

/// An error of a migration to the program's models, or of reading a row whose migration fails.
///
/// If opening a store fails with this error, all rows are unchanged.
///
/// ```swift
/// do {
///   let store = try Store("people.lode", models: [Person.self], migrations: plan)
///   print(store.path)
/// } catch let error as StoreError where error.code == .migrationFailed {
///   print(error)  // what is missing, and a step to start from
///   print((error.cause as? MigrationError)?.differences ?? [])
/// }
/// ```
public struct MigrationError: Error, Sendable {
  /// The kind of the error.
  public let code: Code
  /// The type's name in archives; `nil` if unknown, or if the error concerns no single type.
  public internal(set) var type: String?
  /// The version before the failed step, or the version in the store; `nil` if unknown.
  public internal(set) var fromVersion: Int?
  /// The version after the failed step, or the version in the program; `nil` if unknown.
  public internal(set) var toVersion: Int?
  /// The collection of the row or of the model; `nil` if unknown.
  public internal(set) var collection: String?
  /// The key of the row; `nil` if the error concerns no single row.
  public internal(set) var key: RowKey?
  /// The error that the step threw, or the error of reading, decoding, or writing the row.
  ///
  /// `nil` if the migration itself found the error.
  public internal(set) var cause: (any Error)?
  /// The differences that need a step; empty unless the code is `needed`.
  public internal(set) var differences: [SchemaDifference] = []
  /// The problem, without the collection, the key, and the cause.
  public let message: String

  init(
    _ code: Code, _ message: String, type: String? = nil, collection: String? = nil,
    key: RowKey? = nil, cause: (any Error)? = nil
  ) {
    (self.code, self.message, self.type) = (code, message, type)
    (self.collection, self.key, self.cause) = (collection, key, cause)
  }

  /// The kind of a migration error.
  ///
  /// Later versions of Lode can add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A required step is missing, or the store is open read-only and a step has not run.
    ///
    /// Without the step, the models cannot find or read rows, or would lose fields.
    public static let needed = Self(rawValue: "needed")
    /// A step failed, the result of the steps is not a valid object of the type, or a row cannot be
    /// read or written.
    public static let failed = Self(rawValue: "failed")
    /// A later version of the program wrote to the store, or the plan lacks a store step that ran.
    public static let futureVersion = Self(rawValue: "futureVersion")
    /// A step that ran has another type, other versions, or another revision in the plan.
    ///
    /// Only debug builds compare the plan with the steps that ran.
    public static let changedStep = Self(rawValue: "changedStep")
    /// Two steps have the same name, or the name or the versions of a step are invalid.
    public static let invalidPlan = Self(rawValue: "invalidPlan")
  }
}

extension MigrationError: Hashable {
  /// Returns whether both errors have equal properties, and causes with the same description.
  public static func == (left: MigrationError, right: MigrationError) -> Bool {
    left.code == right.code && left.message == right.message && left.type == right.type
      && left.fromVersion == right.fromVersion && left.toVersion == right.toVersion
      && left.collection == right.collection && left.key == right.key
      && left.differences == right.differences && left.cause.isDescribed(as: right.cause)
  }

  /// Adds the code, the message, the collection, and the key to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
    hasher.combine(collection)
    hasher.combine(key)
  }
}

extension (any Error)? {
  /// Returns whether both errors are `nil`, or have the same description.
  fileprivate func isDescribed(as other: (any Error)?) -> Bool {
    map { "\($0)" } == other.map { "\($0)" }
  }
}

extension StoreError {
  /// Creates the error that a call of the store throws if the migration fails.
  init(_ error: MigrationError) {
    self.init(.migrationFailed, collection: error.collection, cause: error)
  }
}

extension MigrationError {
  /// The message with its cause, without the collection and the key.
  var reason: String { cause.map { "\(message): \($0)" } ?? message }
}

extension MigrationError: CustomStringConvertible {
  /// The message, the collection and key, the cause, and, for each difference, the changes and a
  /// suggested step.
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
