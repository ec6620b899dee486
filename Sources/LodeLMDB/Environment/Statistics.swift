internal import CLMDB

/// The size and the page counts of one table's B+tree.
public struct TableStatistics: Sendable, Hashable {
  /// The size of a page, in bytes.
  public let pageSize: Int
  /// The number of pages from the root to a leaf; zero for an empty table.
  public let depth: Int
  /// The number of branch pages, which lead to the leaf pages.
  public let branchPages: Int
  /// The number of leaf pages, which contain the rows.
  public let leafPages: Int
  /// The number of overflow pages, which contain values too long for a leaf page.
  public let overflowPages: Int
  /// The number of rows.
  public let entries: Int

  /// The size of the table's pages in the file, in bytes.
  public var bytes: Int { (branchPages + leafPages + overflowPages) * pageSize }

  /// Creates the statistics of one owner's rows in a shared table; the counts of pages are zero.
  ///
  /// An owner is one user of the table, such as a small collection.
  init(pageSize: Int, entries: Int) {
    self.pageSize = pageSize
    self.entries = entries
    (depth, branchPages, leafPages, overflowPages) = (0, 0, 0, 0)
  }

  /// Creates the statistics of a tree from a checked record.
  init(_ record: TreeRecord, pageSize: Int) {
    self.pageSize = pageSize
    depth = record.depth
    // The check of the record limits each page count to the file's number of pages.
    branchPages = Int(record.branchPages)
    leafPages = Int(record.leafPages)
    overflowPages = Int(record.overflowPages)
    entries = Int(clamping: record.entries)
  }

  /// Creates the statistics of a tree from LMDB's structure.
  ///
  /// The numbers come from the file. The initializer limits the page counts, so that sums and
  /// products cannot trap.
  init(_ stat: MDB_stat) {
    func counter(_ value: Int) -> Int { Int(min(UInt(bitPattern: value), 1 << 44)) }
    pageSize = Int(stat.ms_psize)
    depth = Int(stat.ms_depth)
    branchPages = counter(stat.ms_branch_pages)
    leafPages = counter(stat.ms_leaf_pages)
    overflowPages = counter(stat.ms_overflow_pages)
    entries = Int(clamping: UInt(bitPattern: stat.ms_entries))
  }
}

/// The sizes and counts of an environment.
public struct EnvironmentInfo: Sendable, Hashable {
  /// The size of the reserved map, in bytes; the file cannot grow beyond the map.
  public let mapSize: Int
  /// The number of pages in the file, including free pages.
  public let pages: Int
  /// The size of a page, in bytes.
  public let pageSize: Int
  /// The number of the last commit.
  public let lastTransaction: UInt64
  /// The number of reader slots, for all processes.
  public let maximumReaders: Int
  /// The number of reader slots that have been used at least once since the lock file was set up.
  public let readers: Int
}

extension EnvironmentInfo {
  /// Returns twice the size of the map, at most the largest size; throws `mapFull` at the largest
  /// size.
  func doubledMapSize(path: String) throws(LMDBError) -> Int {
    guard mapSize < SizeLimits.map else { throw LMDBError(.mapFull, context: path) }
    return min(mapSize * 2, SizeLimits.map)
  }
}
