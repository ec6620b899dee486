/// What a migration did, or would do.
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
