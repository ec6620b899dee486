/// The pages of one read transaction's snapshot, read from a map of the file without LMDB.
///
/// LMDB's reader slot protects the snapshot's pages from reuse. The functions check every number
/// of a page before use. A damaged page therefore gives an error, and never a read outside of the
/// file. When the process first reads a page, ``PageCheck`` checks the page as a whole.
@usableFromInline
struct PageSnapshot {
  private let maps: FileMaps
  /// The map of `window`, which must live as long as `window`.
  private var map: FileMap
  /// The pages of the snapshot, without checks of their bytes.
  private(set) var window: PageWindow
  /// Memory for the check of a page; `nil` before the first check.
  private var pageCheck: PageCheck?
  private var lastPage: UInt64 = 0
  /// The number of the snapshot's commit; `nil` before the first `adopt(_:)`, and after a failed
  /// `adopt(_:)`.
  private(set) var transaction: UInt64?
  /// The record of the main table, which contains the records of the named tables.
  private(set) var main: TreeRecord?
  private var records = TableRecordCache()
  /// Whether the write on this snapshot has changed a table.
  var hasChanges = false

  init(_ maps: FileMaps) {
    self.maps = maps
    map = maps.newest
    window = PageWindow(map, pages: 0)
  }

  var pageSize: Int { map.pageSize }

  /// A copy that does not share the memory of the check of a page.
  var withoutCheck: PageSnapshot {
    var copy = self
    copy.pageCheck = nil
    return copy
  }

  /// Reads the meta page of the commit `id`, and opens the pages of the snapshot for reading.
  ///
  /// Afterwards, the caller must check that `id` is still the newest commit. A later commit may
  /// have overwritten the meta page during the call. The caller must then not use the snapshot.
  mutating func adopt(_ id: UInt64) throws(LMDBError) {
    transaction = nil
    guard let page = PageWindow(map, pages: 2).page(id & 1) else { throw truncated(id & 1) }
    let meta = MetaPage(page, slot: Int(id & 1))
    do throws(FileDamage) {
      try meta.checkIdentity()
      try meta.checkContents()
    } catch {
      throw LMDBError(damage: error)
    }
    guard meta.transaction == id, Int(meta.pageSize) == pageSize else {
      throw LMDBError(
        .corrupted,
        context: "meta page \(id & 1) is of transaction \(meta.transaction), expected \(id)")
    }
    guard let map = maps.map(pages: Int(clamping: meta.lastPage + 1)) else {
      throw LMDBError(.outOfMemory, context: "a map of \(meta.lastPage + 1) pages")
    }
    self.map = map
    lastPage = meta.lastPage
    window = PageWindow(map, pages: lastPage + 1)
    main = meta.mainTable
    records.removeAll()
    transaction = id
  }
}

// Pages.
extension PageSnapshot {
  /// Returns a branch page with its number of nodes, which is at least 2.
  @inline(__always)
  mutating func branch(_ number: UInt64) throws(LMDBError) -> (page: MappedPage, count: Int) {
    try page(number, flags: PageHeader.branch, nodes: 2)
  }

  /// Returns a leaf page with its number of nodes, which is at least 1.
  @inline(__always)
  mutating func leaf(_ number: UInt64) throws(LMDBError) -> (page: MappedPage, count: Int) {
    try page(number, flags: PageHeader.leaf, nodes: 1)
  }

  @inline(__always)
  private mutating func page(
    _ number: UInt64, flags: UInt16, nodes: Int
  ) throws(LMDBError) -> (page: MappedPage, count: Int) {
    let page = try mappedPage(number)
    let header = page.header
    let count = (header.lower &- PageHeader.byteCount) >> 1
    guard page.number == number, header.flags == flags, header.lower & 1 == 0, count >= nodes,
      header.lower <= header.upper, header.upper <= page.byteCount
    else { throw damaged(number, "has a damaged header") }
    return (page, count)
  }

  /// Returns a page without checking its bytes; reads the file's length again if necessary.
  @inline(__always)
  private mutating func mappedPage(_ number: UInt64) throws(LMDBError) -> MappedPage {
    if let page = window.page(number) { return page }
    guard let page = try lengthened(toRead: number) else { throw truncated(number) }
    return page
  }

  /// Checks a page as a whole, and records that the page is sound.
  ///
  /// - Parameters:
  ///   - page: The page to check.
  ///   - number: The number of the page.
  ///   - isLeaf: Whether the page is a leaf.
  ///   - tree: The record of the tree that contains the page.
  ///   - low: For a leaf, the inclusive lower bound of the keys; `nil` without a bound.
  ///   - high: For a leaf, the exclusive upper bound of the keys; `nil` without a bound.
  mutating func check(
    _ page: MappedPage, number: UInt64, isLeaf: Bool, in tree: TreeRecord,
    low: KeyLocation<MappedPage>?, high: KeyLocation<MappedPage>?
  ) throws(LMDBError) {
    var keys = KeyRule(order: KeyOrder(tree.flags), integerWidth: 0)
    var pageCheck = self.pageCheck.take() ?? PageCheck(pageSize: pageSize)
    do throws(FileDamage) {
      let header = try pageCheck.check(page, number: number, isLeaf: isLeaf, keys: &keys)
      if isLeaf {
        // With other flags, LMDB would treat the value as a tree of sorted duplicates.
        let highest = tree.root == main?.root ? Node.treeRecord : Node.overflow
        for index in 0..<header.nodeCount where Node(page, index: index).flags > highest {
          throw pageCheck.damage("node \(index) has wrong flags", number)
        }
        try pageCheck.checkBounds(
          of: page, header, number: number, low: low, high: high, order: keys.order)
      }
    } catch {
      // A `PageCheck` is not usable after a fault, so `self.pageCheck` stays `nil`.
      throw LMDBError(damage: error)
    }
    self.pageCheck = pageCheck
    window.setChecked(number)
  }

  /// Asks the system to read all pages below a branch, if the map reads single pages.
  func willReadChildren(of branch: MappedPage, count: Int) {
    if !map.readsSinglePages { return }
    for index in 0..<count {
      if let node = branch.node(index) { map.willRead(node.child) }
    }
  }

  /// Reads the length of the file again, and returns a page; `nil` if the file ends before the
  /// page.
  ///
  /// Throws `corrupted` if the snapshot cannot contain the page.
  private mutating func lengthened(toRead number: UInt64) throws(LMDBError) -> MappedPage? {
    guard number <= lastPage else { throw outside(number) }
    map.readLength()
    window = PageWindow(map, pages: lastPage + 1)
    return window.page(number)
  }

  /// Returns the bytes of a leaf node's value.
  @inline(__always)
  mutating func value(of node: MappedNode, number: UInt64) throws(LMDBError) -> MappedBytes {
    if node.flags == Node.overflow { return try overflowValue(of: node, number: number) }
    // The main table's values can be the records of tables.
    guard node.flags & Node.overflow == 0, let value = node.inlineValue else {
      throw damaged(number)
    }
    return value
  }

  private mutating func overflowValue(
    of node: MappedNode, number: UInt64
  ) throws(LMDBError) -> MappedBytes {
    guard let first = node.overflowPage else { throw damaged(number) }
    let count = node.valueCount
    let pages = PageHeader.overflowPages(for: count, pageSize: pageSize)
    guard first >= 2, first <= lastPage, pages <= lastPage - first + 1 else { throw outside(first) }
    var found = window.page(first + pages - 1) == nil ? nil : window.page(first)
    if found == nil {
      _ = try lengthened(toRead: first)
      found = window.page(first + pages - 1) == nil ? nil : window.page(first)
    }
    guard let page = found else { throw truncated(first) }
    map.willRead(first, count: pages)
    let header = PageHeader(page)
    guard header.pageNumber == first, header.flags == PageHeader.overflow,
      UInt64(header.overflowCount) >= pages
    else { throw damaged(first, "has a damaged header") }
    return page.bytesBehindHeader(count)
  }

  /// Checks the value of a leaf node, and the number of overflow pages that LMDB would free with
  /// the value.
  ///
  /// A value that replaced a longer value keeps all pages of the longer value. The unneeded pages
  /// contain bytes of the longer value. An unneeded page with its own number in the header belongs
  /// to another value or to a tree, so LMDB must not free the page.
  mutating func checkReplaceable(
    _ node: MappedNode, number: UInt64, in tree: TreeRecord
  ) throws(LMDBError) {
    _ = try value(of: node, number: number)
    guard node.flags == Node.overflow, let first = node.overflowPage,
      let page = window.page(first)
    else { return }
    let needed = PageHeader.overflowPages(for: node.valueCount, pageSize: pageSize)
    let count = UInt64(PageHeader(page).overflowCount)
    if count == needed { return }
    guard count <= tree.overflowPages, count <= lastPage - first + 1 else {
      throw damaged(first, "has a damaged header")
    }
    for extra in first + needed..<first + count {
      let header = PageHeader(try mappedPage(extra))
      if header.pageNumber == extra, header.isTreePage {
        throw damaged(first, "has a damaged header")
      }
    }
  }
}

// Tables.
extension PageSnapshot {
  /// Returns the record of a table, or `nil` if the snapshot does not contain the table.
  ///
  /// - Parameters:
  ///   - table: LMDB's number of the table.
  ///   - name: The name of the table.
  ///   - countsRows: Whether the call counts the rows and leaf pages of a small table at the first
  ///     use in this process, and compares the counts with the record.
  @inline(__always)
  mutating func record(
    of table: UInt32, named name: SearchedKey, countsRows: Bool = true
  ) throws(LMDBError) -> TreeRecord? {
    if let known = records[table], known.isCounted || !countsRows { return known.record }
    let record = try record(named: name)
    if countsRows, let record, !maps.hasCounted(table) {
      try checkCounts(of: record)
      maps.setCounted(table)
    }
    records[table] = TableRecordCache.Entry(table: table, record: record, isCounted: countsRows)
    return record
  }

  /// Returns the record of a table; `nil` if the main table has a plain row or no row at the name.
  mutating func record(named name: SearchedKey) throws(LMDBError) -> TreeRecord? {
    guard let main, let place = try find(name, in: main) else { return nil }
    guard let record = place.node.treeRecord(in: place.page) else {
      // A plain row of the main table has no record.
      if place.node.flags == Node.plain { return nil }
      throw damaged(place.number)
    }
    if let fault = record.contradiction(lastPage: lastPage) {
      throw LMDBError(.corrupted, context: "page \(place.number): the record is wrong: \(fault)")
    }
    guard record.flags == [] || record.flags == .integerKey else {
      throw LMDBError(
        .corrupted, context: "page \(place.number): the flags \(record.flags.rawValue)")
    }
    return record
  }
}

// Errors. Not inlined, so that each check is one compare and one branch.
extension PageSnapshot {
  @inline(never)
  func outside(_ number: UInt64) -> LMDBError {
    LMDBError(.corrupted, context: "page \(number) is not in 2...\(lastPage)")
  }

  @inline(never)
  func truncated(_ number: UInt64) -> LMDBError {
    LMDBError(.corrupted, context: "the file ends before page \(number), which is in use")
  }

  @inline(never)
  func damaged(_ number: UInt64, _ what: StaticString = "has a damaged entry") -> LMDBError {
    LMDBError(.corrupted, context: "page \(number) \(what)")
  }
}
