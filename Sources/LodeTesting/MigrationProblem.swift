public import LodeStore

/// One thing that a migration should not have done, or did not do.
public struct MigrationProblem: Sendable, Hashable {
  /// What kind of problem this is.
  public let kind: Kind
  /// The collection that it is about.
  public let collection: String?
  /// The keys of the rows that it is about, in their order.
  public let keys: [RowKey]
  /// What is wrong, in a sentence.
  public let message: String

  init(_ kind: Kind, _ collection: String?, _ keys: [RowKey] = [], _ message: String) {
    self.kind = kind
    self.collection = collection
    self.keys = keys
    self.message = message
  }

  /// The kind of a problem; an open set, so that a later version can add kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The kind's stable name.
    public let rawValue: String

    /// Creates a kind from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Rows of the fixture are missing after the migration.
    public static let lostRows = Self(rawValue: "lostRows")
    /// There are rows that were not there before.
    public static let addedRows = Self(rawValue: "addedRows")
    /// A step failed for a row, which is in quarantine.
    public static let failedRow = Self(rawValue: "failedRow")
    /// A row is another one when it is migrated in another mode.
    public static let differentRow = Self(rawValue: "differentRow")
    /// A row cannot be read as its model.
    public static let unreadableRow = Self(rawValue: "unreadableRow")
    /// A row lies under another key than its model has.
    public static let misplacedRow = Self(rawValue: "misplacedRow")
    /// A row is not what was expected.
    public static let unexpectedRow = Self(rawValue: "unexpectedRow")
    /// The store is not sound.
    public static let damaged = Self(rawValue: "damaged")
    /// Something would be migrated again.
    public static let unfinished = Self(rawValue: "unfinished")
  }
}

extension MigrationProblem: CustomStringConvertible {
  /// What is wrong, and where.
  public var description: String {
    var text = message
    if let collection { text = "collection \"\(collection)\": \(text)" }
    guard let first = keys.first else { return text }
    let others = keys.count > 1 ? " and \(keys.count - 1) more" : ""
    return "\(text) (key \(first)\(others))"
  }
}

/// What was expected of a migrated store and is not so.
public struct MigrationMismatch: Error, Sendable {
  /// The fixture that was migrated.
  public let fixture: MigrationFixture
  /// Everything that is wrong.
  public let problems: [MigrationProblem]
}

extension MigrationMismatch: CustomStringConvertible {
  /// What is wrong, a line each.
  public var description: String {
    (["\(fixture) did not come through its migration:"] + problems.map { "- \($0)" })
      .joined(separator: "\n")
  }
}
