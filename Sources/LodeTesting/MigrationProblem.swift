public import LodeStore

/// One difference between the expected and the actual result of a migration.
public struct MigrationProblem: Sendable, Hashable {
  /// The kind of the problem.
  public let kind: Kind
  /// The affected collection; `nil` for a problem of the whole store.
  public let collection: String?
  /// The keys of the affected rows, in ascending order; empty if the check does not know the rows.
  public let keys: [RowKey]
  /// The problem in words, without the collection and the keys of the affected rows.
  public let message: String

  init(_ kind: Kind, _ collection: String?, _ keys: [RowKey], _ message: String) {
    self.kind = kind
    self.collection = collection
    self.keys = keys
    self.message = message
  }

  /// The kind of a problem.
  ///
  /// Later versions of Lode can add kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The kind's stable name.
    public let rawValue: String

    /// Creates a kind from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Expected rows do not exist after the migration.
    public static let lostRows = Self(rawValue: "lostRows")
    /// Unexpected rows exist after the migration.
    public static let addedRows = Self(rawValue: "addedRows")
    /// A step failed for a row, which did not change.
    public static let failedRow = Self(rawValue: "failedRow")
    /// Rows differ between the modes `.atOpen` and `.online`, or between `.atOpen` and `.lazy`.
    public static let differentRow = Self(rawValue: "differentRow")
    /// A row cannot be read as its model.
    public static let unreadableRow = Self(rawValue: "unreadableRow")
    /// The key of a row differs from the `primaryKey` of the model in the row.
    public static let misplacedRow = Self(rawValue: "misplacedRow")
    /// The value of a row differs from the expected value.
    public static let unexpectedRow = Self(rawValue: "unexpectedRow")
    /// The store is damaged.
    public static let damaged = Self(rawValue: "damaged")
    /// A second migration would change the store or fail.
    public static let unfinished = Self(rawValue: "unfinished")
  }
}

extension MigrationProblem: CustomStringConvertible {
  /// The collection, the problem, the first affected key, and the number of further keys.
  public var description: String {
    var text = message
    if let collection { text = "collection \"\(collection)\": \(text)" }
    guard let first = keys.first else { return text }
    let others = keys.count > 1 ? " and \(keys.count - 1) more" : ""
    return "\(text) (key \(first)\(others))"
  }
}

/// The error of a failed check of a migrated store.
///
/// ```swift
/// do {
///   try fixture.migrate(to: [Person.self], by: plan).expectAllRows()
/// } catch let mismatch as MigrationMismatch {
///   for problem in mismatch.problems { print(problem.kind.rawValue, problem.message) }
/// }
/// ```
public struct MigrationMismatch: Error, Sendable {
  /// The fixture that was migrated.
  public let fixture: MigrationFixture
  /// The problems; never empty.
  public let problems: [MigrationProblem]
}

extension MigrationMismatch: CustomStringConvertible {
  /// A line with the name of the fixture, then each problem on its own line.
  public var description: String {
    (["\(fixture) was not migrated as expected:"] + problems.map { "- \($0)" })
      .joined(separator: "\n")
  }
}
