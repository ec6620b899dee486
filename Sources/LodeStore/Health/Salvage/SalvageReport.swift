/// The recovered and lost rows that ``Store/salvage(_:into:options:)`` reports.
public struct SalvageReport: Sendable, Hashable {
  /// The collections of the new store, ordered by name.
  public internal(set) var collections: [Collection] = []
  /// The losses outside of single collections, and the problems of the new store, as one line each.
  public internal(set) var problems: [String] = []

  /// The number of rows in the new store.
  public var rows: Int { collections.reduce(0) { $0 + $1.rows } }

  /// Whether the new store has all rows of the damaged store's last commit, and no problems.
  public var isComplete: Bool { problems.isEmpty && collections.allSatisfy(\.isComplete) }

  /// The recovered and the lost rows of one collection.
  public struct Collection: Sendable, Hashable {
    /// The name, or `salvaged.NUMBER` if the name is lost.
    public let name: String
    /// The number of recovered rows.
    public internal(set) var rows = 0
    /// The number of lost rows, or `nil` if the number of rows in the last commit is unreadable.
    public internal(set) var lost: Int?
    /// The number of recovered rows that can be outdated, or deleted before the last commit.
    ///
    /// The salvage found the older rows outside the tables of the last commit.
    public internal(set) var older = 0
    /// The number of rows that the salvage could not recover, because the bytes, dictionary, or
    /// schema is damaged or lost.
    public internal(set) var damaged = 0
    /// The keys of the first ten damaged rows.
    public internal(set) var damagedKeys: [RowKey] = []
    /// Whether the collection has exactly the rows of the last commit.
    ///
    /// The salvage adds up the checksums of the rows, and compares the sum with the sum that the
    /// last commit recorded. If the recorded sum is lost, a complete collection has no lost, older,
    /// or damaged rows.
    public internal(set) var isComplete = false

    init(name: String) { self.name = name }
  }
}
