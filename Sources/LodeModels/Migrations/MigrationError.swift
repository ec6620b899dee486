internal import LodeCoding
public import LodeStore

/// Why a store cannot be taken to today's models; the store is as it was.
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
  /// What kind of failure this is.
  public let code: Code
  /// The type that it is about, as archives have its name.
  public internal(set) var type: String?
  /// The version of the rows.
  public internal(set) var fromVersion: Int?
  /// The version that they were to have.
  public internal(set) var toVersion: Int?
  /// The collection of the row.
  public internal(set) var collection: String?
  /// The key of the row.
  public internal(set) var key: RowKey?
  /// What the step, or the reading of what it made, threw.
  public internal(set) var cause: (any Error)?
  /// What is missing, for an error with `needed`.
  public internal(set) var differences: [SchemaDifference] = []
  /// What is wrong, in a sentence.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The kind of a failure; an open set, so that a later version can add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The store has rows that today's models cannot read, or would lose something of, and there is
    /// no step for them.
    public static let needed = Self(rawValue: "needed")
    /// A step failed, or what it made of a row is none of the type.
    public static let failed = Self(rawValue: "failed")
    /// A later version of the program wrote to the store.
    public static let futureVersion = Self(rawValue: "futureVersion")
    /// A step that ran is another one now.
    public static let changedStep = Self(rawValue: "changedStep")
    /// The plan contradicts itself.
    public static let invalidPlan = Self(rawValue: "invalidPlan")
  }
}

extension MigrationError {
  /// What is wrong, and why, without the place.
  var reason: String { cause.map { "\(message): \($0)" } ?? message }
}

extension MigrationError: CustomStringConvertible {
  /// What is wrong, where, and why.
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
      text += "\nA step to start from:\n\(difference.stepDraft)"
    }
    return text
  }
}
