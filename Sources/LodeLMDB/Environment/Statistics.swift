internal import CLMDB

/// The shape of one table's tree.
public struct TableStatistics: Sendable, Hashable {
  /// The size of a page, in bytes.
  public let pageSize: Int
  /// The height of the tree; zero for an empty table.
  public let depth: Int
  /// The number of inner pages.
  public let branchPages: Int
  /// The number of pages that hold rows.
  public let leafPages: Int
  /// The number of pages that hold values too long for a leaf.
  public let overflowPages: Int
  /// The number of rows.
  public let entries: Int

  /// The size of the table's pages in the file, in bytes.
  public var bytes: Int { (branchPages + leafPages + overflowPages) * pageSize }

  /// Creates the statistics of a part of a table, which has no pages of its own.
  init(pageSize: Int, entries: Int) {
    self.pageSize = pageSize
    self.entries = entries
    (depth, branchPages, leafPages, overflowPages) = (0, 0, 0, 0)
  }

  /// The counters come from the file, so sums and products of any values must not trap.
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

/// The state of an environment as a whole.
public struct EnvironmentInfo: Sendable, Hashable {
  /// The size of the reserved map, in bytes of address space; the file cannot grow beyond the map.
  public let mapSize: Int
  /// The number of pages in the file, in use or free.
  public let pages: Int
  /// The size of a page, in bytes.
  public let pageSize: Int
  /// The number of the last commit.
  public let lastTransaction: UInt64
  /// The number of reader slots.
  public let maximumReaders: Int
  /// The number of reader slots used since the environment was first opened.
  public let readers: Int
}
