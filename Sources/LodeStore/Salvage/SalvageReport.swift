/// The report of ``Store/salvage(_:into:options:)`` on recovered and lost rows.
public struct SalvageReport: Sendable, Hashable {
  /// The collections of the new store, ordered by name.
  public internal(set) var collections: [Collection] = []
  /// The losses that belong to no single collection, and the problems that remain in the new store,
  /// one line each.
  public internal(set) var problems: [String] = []

  /// The number of rows in the new store.
  public var rows: Int { collections.reduce(0) { $0 + $1.rows } }

  /// Whether the new store has every row of the damaged store's last commit.
  public var isComplete: Bool { problems.isEmpty && collections.allSatisfy(\.isComplete) }

  /// The recovered and the lost rows of one collection.
  public struct Collection: Sendable, Hashable {
    /// The name, or `salvaged.NUMBER` if the name is lost.
    public let name: String
    /// The number of recovered rows.
    public internal(set) var rows = 0
    /// The number of lost rows, or `nil` if the number of the collection's rows is lost.
    public internal(set) var lost: Int?
    /// The number of recovered rows that may be older than the last commit, or deleted.
    ///
    /// The salvage found these rows in pages outside the trees of the last commit. Each row is a
    /// whole row that a program once wrote under its key.
    public internal(set) var older = 0
    /// The number of rows whose bytes, dictionary, or schema is damaged or lost.
    public internal(set) var damaged = 0
    /// The keys of the first ten damaged rows.
    public internal(set) var damagedKeys: [RowKey] = []
    /// Whether the collection has exactly the rows of the last commit.
    ///
    /// The checksums of the rows then match the content sum that the last commit recorded. If the
    /// content sum is lost, a complete collection has no lost, older, or damaged rows.
    public internal(set) var isComplete = false

    init(name: String) { self.name = name }
  }
}
