extension FileCheck {
  /// The result of the full check of a sound file.
  public struct FullReport: Sendable, Hashable {
    /// The state of the last commit, from the newest meta page.
    public let quick: QuickReport
    /// The main table, whose rows name the other tables.
    public let mainTable: Table
    /// LMDB's own tree of free pages.
    public let freeList: Table
    /// The named tables, sorted by the bytes of their names.
    public let tables: [Table]
    /// The number of pages of all trees, including the list of free pages, without the meta pages.
    public let usedPages: UInt64
    /// The number of free pages.
    public let freePages: UInt64
    /// The number of pages that are neither in a tree nor free.
    ///
    /// A leaked page is not damage. LMDB never reuses leaked pages. A compacting copy has no leaked
    /// pages.
    public let leakedPages: UInt64
  }

  /// The counts of the rows and pages of one tree.
  public struct Table: Sendable, Hashable {
    /// The table's name, or `nil` for the main table and the free list.
    public let name: String?
    /// The number of rows.
    public let entries: UInt64
    /// The number of pages from the root to a leaf; 0 for an empty tree.
    public let depth: Int
    /// The number of branch pages.
    public let branchPages: UInt64
    /// The number of leaf pages.
    public let leafPages: UInt64
    /// The number of overflow pages, which hold values that are too large for a leaf.
    public let overflowPages: UInt64
  }
}
