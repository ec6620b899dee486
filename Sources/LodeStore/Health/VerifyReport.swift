/// The result of ``Store/verify()``.
public struct VerifyReport: Sendable, Hashable {
  /// The number of collections that have rows or were declared; 0 if a page outside of indexes is
  /// damaged.
  public internal(set) var collections = 0
  /// The number of sound rows; 0 if a page outside of indexes is damaged.
  public internal(set) var rows = 0
  /// The indexes with damaged pages, or with entries that do not match the rows.
  ///
  /// If rows of a collection are damaged or have wrong references to blobs, the call does not
  /// compare the entries of the collection's indexes.
  public internal(set) var damagedIndexes: [DamagedIndex] = []
  /// The indexes that the call did not check, because this program cannot compute their entries.
  ///
  /// The program lacks the function, tokenizer, or synonyms of the index, or the pending migration
  /// of the collection.
  public internal(set) var uncheckedIndexes: [UncheckedIndex] = []
  /// The rows that cannot be read, at most 100,000.
  ///
  /// The list contains damaged rows, and rows that the model of their collection cannot read.
  public internal(set) var unreadableRows: [UnreadableRow] = []
  /// The size of the sound rows' values without compression, in bytes.
  public internal(set) var bytes = 0
  /// The problems, one line each, at most 1,000.
  public internal(set) var problems: [String] = []
  /// The number of all problems.
  public internal(set) var problemCount = 0

  /// Whether the store has no problems.
  public var isSound: Bool { problemCount == 0 }

  /// A row that cannot be read.
  public struct UnreadableRow: Sendable, Hashable {
    /// The name of the collection that contains the row.
    public let collection: String
    /// The key; for a damaged row with a key of over 510 bytes, the first 495 bytes and a hash.
    public let key: RowKey
    /// The problem with the row, in one line.
    public let problem: String
    /// The key in the collection's table.
    let tableKey: [UInt8]
  }

  /// An index that must be rebuilt.
  public struct DamagedIndex: Sendable, Hashable {
    /// The name of the collection whose rows the index contains.
    public let collection: String
    /// The name of the index, which is unique in the collection.
    public let index: String
    /// The table of the index in LMDB if its pages are damaged, so that a rebuild needs another
    /// table; otherwise `nil`.
    var damagedTable: String?

    /// Returns whether two values name the same index.
    func isSameIndex(as other: DamagedIndex) -> Bool {
      collection == other.collection && index == other.index
    }
  }

  /// An index whose entries this program cannot compute.
  public struct UncheckedIndex: Sendable, Hashable {
    /// The name of the collection whose rows the index contains.
    public let collection: String
    /// The name of the index, which is unique in the collection.
    public let index: String
  }

  /// Adds a problem; a full list only counts the problem.
  mutating func add(_ problem: String) {
    problemCount += 1
    if problems.count < 1000 { problems.append(problem) }
  }

  /// Adds an unreadable row, and its problem.
  mutating func add(_ row: UnreadableRow) {
    add(row.problem)
    if unreadableRows.count < 100_000 { unreadableRows.append(row) }
  }
}

extension VerifyReport {
  /// Creates the report of a store whose damage prevents opening.
  package init(damage: String) {
    self.init()
    add("pages: \(damage)")
  }
}
