/// What a migration did, or would do.
///
/// ```swift
/// let report = try Store("people.lode").dryRun(models: [Person.self], migrations: plan)
/// print(report.rows.map(\.count), report.duration, report.sizeAfter - report.sizeBefore)
/// ```
public struct MigrationReport: Sendable {
  /// Rows of a collection that have objects of a version which a step begins with, or comes behind.
  public struct Rows: Hashable, Sendable {
    /// The collection.
    public let collection: String
    /// The type of the objects, as archives have its name, and their version.
    public let object: TypeVersion
    /// How many rows have such objects; one that has objects of several versions counts for each.
    public internal(set) var count: Int
  }

  /// Whether the store was new, so that nothing was to be done.
  public internal(set) var isNew = false
  /// The rows that steps changed, in the order in which they were met.
  public internal(set) var rows: [Rows] = []
  /// The names of the steps of the whole store that ran, in their order.
  public internal(set) var storeSteps: [String] = []
  /// How many rows got another key.
  public internal(set) var movedRows = 0
  /// The rows that could not be taken to today's models; only a dry run goes on after the first.
  public internal(set) var failures: [MigrationError] = []

  /// The time that it took, without the wait for the disk at its end.
  public internal(set) var duration: Duration = .zero
  /// The room that everything in the store took before, in bytes: rows with their indexes and
  /// blobs, and what the store keeps of itself.
  public internal(set) var sizeBefore = 0
  /// The room that everything in the store takes then, in bytes; indexes that are only to be made
  /// are not in it.
  ///
  /// While the store is migrated its file needs room for what is changed twice, as it was and as it
  /// is then.
  public internal(set) var sizeAfter = 0

  /// Whether nothing was to be done.
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
