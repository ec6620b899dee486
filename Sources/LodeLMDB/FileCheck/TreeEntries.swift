extension FullCheck {
  /// Checks one node of a leaf: the flags, the overflow pages, and a free list or a named table.
  mutating func visitEntry(
    _ node: Node, _ page: PageBytes, _ number: UInt64, _ tree: inout TreeCheck
  ) throws(FileDamage) {
    switch (node.flags, tree.kind) {
    case (Node.plain, .freeList):
      try checkFreeKey(node, page, number)
      var list = FreeList(valueCount: node.valueCount, page: number)
      let end = node.valueOffset + node.valueCount
      try takeNumbers(of: &list, page, node.valueOffset..<end)
    case (Node.overflow, .freeList):
      try checkFreeKey(node, page, number)
      let run = try visitOverflow(node, page, &tree)
      try readFreeList(FreeList(valueCount: node.valueCount, page: run))
    case (Node.plain, _):
      break
    case (Node.overflow, _):
      _ = try visitOverflow(node, page, &tree)
    case (Node.treeRecord, .mainTable):
      try visitTable(node, page, number)
    default:
      throw pages.damage("an entry has the flags \(node.flags)", number)
    }
  }

  /// Claims the overflow pages of a value, and returns the number of the first page.
  private mutating func visitOverflow(
    _ node: Node, _ page: PageBytes, _ tree: inout TreeCheck
  ) throws(FileDamage) -> UInt64 {
    let first = page.uint64(at: node.valueOffset)
    guard first >= 2, first <= meta.lastPage else {
      throw FileDamage(.treeDamaged, "an overflow page is not in 2...\(meta.lastPage)", page: first)
    }
    let bytes = try source.bytes(at: first * UInt64(pageSize), count: PageHeader.byteCount)
    guard bytes.count == PageHeader.byteCount else { throw truncated(first) }
    let header = PageHeader(bytes)
    try header.check(number: first, kind: PageHeader.overflow, pageSize: pageSize)
    // A value that replaces a longer value can keep the longer value's pages, so a value may have
    // more pages than it needs.
    let count = UInt64(header.overflowCount)
    guard count >= PageHeader.overflowPages(for: node.valueCount, pageSize: pageSize) else {
      throw pages.damage("\(count) overflow pages for \(node.valueCount) bytes", first)
    }
    let pagesInFile = fileSize / UInt64(pageSize)
    guard count <= pagesInFile, first <= pagesInFile - count else { throw truncated(first) }
    try claim(first: first, count: count, .treeDamaged)
    tree.overflowPages += count
    return first
  }

  /// Checks the record of a table in a node of the main table, and the pages of the table.
  ///
  /// If `listing` is not `nil`, adds the table to `listing` instead of checking the pages.
  private mutating func visitTable(
    _ node: Node, _ page: PageBytes, _ number: UInt64
  ) throws(FileDamage) {
    let name = page.text(node.key)
    guard node.valueCount == TreeRecord.byteCount else {
      throw pages.damage("the record of a table has \(node.valueCount) bytes", number).inTable(name)
    }
    let record = TreeRecord(page, at: node.valueOffset)
    guard record.flags.isSubset(of: .known) else {
      throw pages.damage("a table has the flags \(record.flags.rawValue)", number).inTable(name)
    }
    if let fault = record.contradiction(lastPage: meta.lastPage) {
      throw pages.damage("the record of a table is wrong: \(fault)", number).inTable(name)
    }
    if listing != nil {
      listing?.append(TableListing(name: name, record: record))
      return
    }
    if tableDamage == nil {
      tables.append(try walk(record, .table, name: name))
    } else {
      try walkApart(record, name: name)
    }
  }
}
