/// Options of a migration: the mode, a path for a copy of the store, and callbacks.
///
/// ```swift
/// var options = MigrationOptions.online
/// options.backup = "people-before.lode"
/// options.progress = { print("\($0.rows) of \($0.totalRows)") }
/// let store = try Store(
///   "people.lode", models: [Person.self], migrations: plan, migrating: options)
/// ```
public struct MigrationOptions: Sendable {
  /// When Lode migrates rows.
  ///
  /// If no step fails, all modes produce the same rows. In every mode, opening the store runs the
  /// store steps that have not run yet, and all row steps before the last of these store steps.
  ///
  /// Opening also migrates a model's collection at once if the key has other fields than before. To
  /// find other changes of keys, opening tries the steps on up to 256 rows of each model. If a key
  /// changes, opening migrates the collection at once. If only later rows get other keys, reading
  /// such a row throws until the row has moved.
  public enum Mode: Hashable, Sendable {
    /// Opening the store migrates all rows in one transaction, or no row on failure.
    case atOpen
    /// A background thread migrates rows in small batches, while the store is in use.
    ///
    /// Reads return migrated rows from the start. An interrupted migration continues when the store
    /// is next opened in this mode.
    case online
    /// Reads migrate rows in memory, and write nothing.
    ///
    /// The next save of a row, or ``LodeStore/Store/migrateRows(progress:)``, writes the migrated
    /// row.
    case lazy
  }

  /// When Lode migrates rows.
  public var mode: Mode
  /// The path of the directory to which the store is copied before rows change; `nil` for no copy.
  ///
  /// Opening makes the copy only if the migration can change rows, and not if opening continues a
  /// pending migration. If the directory has a store of another revision, opening then throws
  /// `pathInUse`. If the directory has a copy of the same revision, for example from an earlier
  /// attempt, opening keeps the copy.
  public var backup: String?
  /// Called with the progress of an online migration after each write, on a background thread.
  public var progress: (@Sendable (MigrationProgress) -> Void)?
  /// Called on the query's thread at the end of a query that skipped rows for which a step fails.
  ///
  /// `count` is the number of skipped rows; ``LodeStore/Store/quarantine()`` returns the rows. A
  /// query with ``Query/strict()`` throws instead.
  public var skipped: (@Sendable (_ count: Int, _ collection: String) -> Void)?

  /// Creates options with a mode, a path for a copy, and callbacks.
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

  /// Options that migrate all rows when the program opens the store.
  public static var atOpen: Self { Self(.atOpen) }
  /// Options that migrate rows in the background, while the store is in use.
  public static var online: Self { Self(.online) }
  /// Options that migrate each row in memory on a read, and in the store on the row's next save.
  public static var lazy: Self { Self(.lazy) }
}

/// The progress of a pending migration.
public struct MigrationProgress: Hashable, Sendable {
  /// The collection whose rows the last write migrated; empty before the first write.
  public internal(set) var collection = ""
  /// The number of rows read since `migrateRows` or the background migration began.
  public internal(set) var rows = 0
  /// The number of rows in all collections with a pending migration, when `migrateRows` or the
  /// background migration began.
  public internal(set) var totalRows = 0
  /// The number of rows that were migrated and written.
  public internal(set) var migratedRows = 0
  /// The number of rows whose migration failed.
  ///
  /// A failed row is unchanged; ``LodeStore/Store/quarantine()`` returns all failed rows.
  public internal(set) var failedRows = 0
  /// Whether all collections are migrated; `false` while rows are pending or failed.
  public internal(set) var isDone = false
}
