/// Checks every page that the newest meta page reaches.
///
/// For any bytes, the check needs bounded time and memory. A thread claims each page before the
/// visit, and so visits no page twice. The recursion is at most 32 pages deep in the main table and
/// 32 pages deep in a named table. The check reads only pages inside the file.
///
/// Several threads check the subtrees of a large table, each with a set of claimed pages. The check
/// compares the sets at the end. Before the comparison, several threads can visit the same page of
/// a damaged file.
struct FullCheck<Source: PageSource> {
  let source: Source
  let meta: MetaPage
  let pageSize: Int
  let fileSize: UInt64
  /// The pages found so far, in use or free; a second claim of a page is damage.
  var claimed: PageSet
  var freePages: UInt64 = 0
  /// The number of the newest transaction in the list of free pages; 0 if the list is empty.
  var newestFreeing: UInt64 = 0
  /// The free pages, and the pages of their list, which no tree may use; `nil` if the check claims
  /// the free pages.
  var unusable: PageSet?
  /// The smallest number of pages of a named table that several threads check.
  let largeTree: UInt64
  /// The memory for the check of one page's nodes, reused for every page.
  var pages: PageCheck
  var tables: [FileCheck.Table] = []
  /// The tables that the walk of the main table has found, if the walk does not check the tables;
  /// otherwise `nil`.
  var listing: [TableListing]?
  /// The damage of named tables, if the check continues after a damaged table; otherwise `nil`.
  var tableDamage: [FileDamage]?
  /// The number of pages that the walks of damaged tables have visited.
  var damagedPages: UInt64 = 0

  /// The default of `largeTree` in a full check.
  ///
  /// Several threads check a smaller table no faster than one thread.
  static var manyPages: UInt64 { 4096 }

  /// Runs the quick check, then the full check.
  ///
  /// - Parameters:
  ///   - source: The file to check.
  ///   - largeTree: The smallest number of pages of a named table that several threads check.
  static func run(
    _ source: Source, largeTree: UInt64 = manyPages
  ) throws(FileDamage) -> FileCheck.FullReport {
    var check = try FullCheck(source, largeTree: largeTree)
    let meta = check.meta
    let main = try check.walk(meta.mainTable, .mainTable)
    let free = try check.walk(meta.freeList, .freeList)
    return FileCheck.FullReport(
      quick: FileCheck.QuickReport(meta: meta, fileSize: check.fileSize), mainTable: main,
      freeList: free, tables: check.tables, usedPages: check.claimed.count - check.freePages,
      freePages: check.freePages,
      // The pages from 2 to `lastPage` can be claimed, each at most once.
      leakedPages: meta.lastPage - 1 - check.claimed.count)
  }

  /// Checks the list of free pages and the pages that contain the list.
  ///
  /// - Returns: `hasCurrentFreeList`. If `false`, the list may come from an earlier commit.
  /// - Complexity: O(f) for f free pages.
  static func runFreeList(_ source: Source) throws(FileDamage) -> Bool {
    var check = try FullCheck(source)
    _ = try check.walk(check.meta.freeList, .freeList)
    return check.hasCurrentFreeList
  }

  /// Whether the checked list of free pages is empty, or has pages that the newest commit freed.
  ///
  /// Nearly every commit frees the former root of the main table. A list without pages of the
  /// newest commit may be the list of an earlier commit, whose pages are in use again.
  var hasCurrentFreeList: Bool { newestFreeing == 0 || newestFreeing == meta.transaction }

  /// Runs the quick check, and creates a check.
  init(_ source: Source, largeTree: UInt64 = .max) throws(FileDamage) {
    let (meta, report) = try QuickCheck(source: source).run()
    self.init(source: source, meta: meta, fileSize: report.fileSize, largeTree: largeTree)
  }

  /// Creates a check, which uses several threads for named tables of at least `largeTree` pages.
  init(source: Source, meta: MetaPage, fileSize: UInt64, largeTree: UInt64 = .max) {
    self.source = source
    self.largeTree = largeTree
    self.meta = meta
    self.fileSize = fileSize
    pageSize = Int(meta.pageSize)
    claimed = PageSet(upTo: meta.lastPage)
    pages = PageCheck(pageSize: pageSize)
  }

  /// Checks one tree, and compares the counts with the tree's record.
  mutating func walk(
    _ record: TreeRecord, _ kind: TreeKind, name: String? = nil
  ) throws(FileDamage) -> FileCheck.Table {
    var tree = TreeCheck(record: record, kind: kind, name: name)
    try walk(&tree)
    try tree.compareCounts()
    return FileCheck.Table(
      name: name, entries: tree.entries, depth: record.depth, branchPages: tree.branchPages,
      leafPages: tree.leafPages, overflowPages: tree.overflowPages)
  }

  /// Checks the pages of a tree, or only the pages of `tree.part`.
  mutating func walk(_ tree: inout TreeCheck) throws(FileDamage) {
    let record = tree.record
    guard record.flags.isDisjoint(with: .anyDuplicates) || tree.kind == .freeList else {
      throw FileDamage(.unsupported, "sorted duplicates are not checked", table: tree.name)
    }
    if record.isEmpty { return }
    do throws(FileDamage) {
      if tree.kind == .table, tree.part == nil, record.pages >= largeTree {
        try visitOnThreads(&tree)
      } else {
        try visit(Subtree(of: record), &tree)
      }
    } catch {
      throw error.inTable(tree.name)
    }
  }

  /// Claims a page for a tree, and reads the page.
  mutating func claimedPage(_ number: UInt64) throws(FileDamage) -> PageBytes {
    try claim(first: number, count: 1, .treeDamaged)
    let offset = number * UInt64(pageSize)
    let page = try source.bytes(at: offset, count: pageSize)
    guard page.count == pageSize else { throw truncated(number) }
    return page
  }

  /// Claims `count` pages from `first`.
  ///
  /// Throws `code` if a page is not in `2...lastPage`, or is claimed already. Throws
  /// `freeListDamaged` if a page is in `unusable`.
  ///
  /// The check of the meta page guarantees that offsets of pages up to `lastPage` fit in 64 bits.
  mutating func claim(
    first: UInt64, count: UInt64, _ code: FileDamage.Code
  ) throws(FileDamage) {
    guard first >= 2, count <= meta.lastPage, first <= meta.lastPage - (count - 1) else {
      throw FileDamage(code, "a run of \(count) pages is not in 2...\(meta.lastPage)", page: first)
    }
    if let unusable, (first..<first + count).contains(where: unusable.contains) {
      throw FileDamage(.freeListDamaged, "a page of \(count) is in use and free", page: first)
    }
    guard claimed.insert(first: first, count: count) else {
      throw FileDamage(code, "a page of \(count) is used twice, or used and free", page: first)
    }
  }

  /// Returns the error for a page that is not completely in the file.
  func truncated(_ number: UInt64) -> FileDamage {
    FileDamage(
      .truncated, "the file ends before or in a page that is in use", page: number,
      offset: fileSize)
  }
}
