/// The result of a dry run of a migration: ``LodeStore/Store/dryRun(models:migrations:)``.
///
/// ```swift
/// let report = try Store("people.lode").dryRun(models: [Person.self], migrations: plan)
/// print(report.rows.map(\.count), report.duration, report.sizeAfter - report.sizeBefore)
/// ```
public struct MigrationReport: Sendable {
  /// The migrated rows of one collection, for one earlier version of a type.
  public struct Rows: Hashable, Sendable {
    /// The name of the collection.
    public let collection: String
    /// The type's name in archives, and the version of the objects.
    public let object: TypeVersion
    /// The number of rows with objects of this version; a row with objects of several versions
    /// counts once for each version.
    public internal(set) var count: Int
  }

  /// Whether the store was new: the revision was 0.
  public internal(set) var isNew = false
  /// The numbers of migrated rows, by collection, type, and version, in the order of the migration.
  public internal(set) var rows: [Rows] = []
  /// The names of the store steps that ran, in order.
  public internal(set) var storeSteps: [String] = []
  /// The number of rows whose key changed.
  public internal(set) var movedRows = 0
  /// One error for each row that could not be migrated; if no row failed, one error for all missing
  /// steps.
  ///
  /// A dry run continues after a failed row.
  public internal(set) var failures: [MigrationError] = []

  /// The duration of the migration, without the commit.
  public internal(set) var duration: Duration = .zero
  /// The used size of the file before the migration, in bytes, including indexes and blobs.
  public internal(set) var sizeBefore = 0
  /// The used size of the file after the migration, in bytes, without indexes that the store builds
  /// later.
  ///
  /// During a migration, the file is larger, because it holds the old and the new form of changed
  /// rows.
  public internal(set) var sizeAfter = 0

  /// Whether the migration had nothing to do.
  public var isEmpty: Bool {
    rows.isEmpty && storeSteps.isEmpty && movedRows == 0 && failures.isEmpty
  }

  mutating func count(_ object: TypeVersion, of collection: String) {
    if let index = rows.firstIndex(where: { $0.collection == collection && $0.object == object }) {
      rows[index].count += 1
    } else {
      rows.append(Rows(collection: collection, object: object, count: 1))
    }
  }
}
