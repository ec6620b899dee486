/// When rows of earlier versions are migrated, and what happens before.
///
/// ```swift
/// var options = MigrationOptions.online
/// options.backup = "people-before.lode"
/// options.progress = { print("\($0.rows) of \($0.totalRows)") }
/// let store = try Store(
///   "people.lode", models: [Person.self], migrations: plan, migrating: options)
/// ```
public struct MigrationOptions: Sendable {
  /// When rows are migrated.
  ///
  /// All modes give the same rows. Steps of the whole store, the steps of rows that stand before
  /// them, and rows whose models have other fields in their keys now are done at open in each of
  /// them.
  public enum Mode: Hashable, Sendable {
    /// All of them when the store is opened, in one transaction: all or none.
    case atOpen
    /// Beside the use of the store: every read sees a row as its steps make it, and rows are
    /// written so a few at a time, on a thread of its own. It goes on where it was when the store
    /// is opened the next time, however it was stopped.
    case online
    /// When they are read: every read sees a row as its steps make it, and it is written so when it
    /// is next saved, or by ``LodeStore/Store/migrateRows(progress:)``.
    case lazy
  }

  /// When rows are migrated.
  public var mode: Mode
  /// Where a copy of the store is made before the migration changes anything, a directory that is
  /// not there yet; none with `nil`.
  public var backup: String?
  /// Is told how far an online migration has come, after each part, from the thread that migrates.
  public var progress: (@Sendable (MigrationProgress) -> Void)?
  /// Learns how many rows a query passed over because a step fails for them, from the thread of the
  /// query.
  ///
  /// These rows are in ``LodeStore/Store/quarantine()``. A query that is strict throws instead.
  public var skipped: (@Sendable (_ count: Int, _ collection: String) -> Void)?

  /// Creates options of a mode.
  public init(
    _ mode: Mode = .atOpen, backup: String? = nil,
    progress: (@Sendable (MigrationProgress) -> Void)? = nil,
    skipped: (@Sendable (_ count: Int, _ collection: String) -> Void)? = nil
  ) {
    self.mode = mode
    self.backup = backup
    self.progress = progress
    self.skipped = skipped
  }

  /// All rows when the store is opened.
  public static var atOpen: Self { Self(.atOpen) }
  /// Rows beside the use of the store.
  public static var online: Self { Self(.online) }
  /// Rows when they are read.
  public static var lazy: Self { Self(.lazy) }
}

/// How far the rows have come that waited for their steps.
public struct MigrationProgress: Hashable, Sendable {
  /// The collection whose rows are migrated.
  public internal(set) var collection = ""
  /// The rows that were looked at.
  public internal(set) var rows = 0
  /// The rows that there were in collections with rows that waited.
  public internal(set) var totalRows = 0
  /// The rows that were written as their steps made them.
  public internal(set) var migratedRows = 0
  /// The rows that steps failed for; they are in ``LodeStore/Store/quarantine()``, and as they
  /// were.
  public internal(set) var failedRows = 0
  /// Whether no row waits any more.
  public internal(set) var isDone = false
}
