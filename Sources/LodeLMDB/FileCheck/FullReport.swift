extension FileCheck {
  /// What the full check has counted in a sound file.
  public struct FullReport: Sendable, Hashable {
    /// What the meta page says.
    public let quick: QuickReport
    /// The main table, whose entries name the others.
    public let mainTable: Table
    /// LMDB's own tree of free pages.
    public let freeList: Table
    /// The named tables, in the order of their names.
    public let tables: [Table]
    /// Pages in use: the pages of all trees.
    public let usedPages: UInt64
    /// Pages that wait to be used again.
    public let freePages: UInt64
    /// Pages that are neither in use nor free: they are lost until the file is compacted.
    ///
    /// That is waste, not damage. LMDB's own compacting copy counts with it, so no file is refused
    /// because of it.
    public let leakedPages: UInt64
  }

  /// One tree as it was counted.
  public struct Table: Sendable, Hashable {
    /// The table's name, or `nil` for the main table and the free list.
    public let name: String?
    /// The number of entries.
    public let entries: UInt64
    /// The number of pages from the root to a leaf, 0 when the tree is empty.
    public let depth: Int
    /// The number of branch pages.
    public let branchPages: UInt64
    /// The number of leaf pages.
    public let leafPages: UInt64
    /// The number of overflow pages, which hold the values that are too big for a leaf.
    public let overflowPages: UInt64
  }
}
