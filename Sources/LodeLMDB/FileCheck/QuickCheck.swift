/// Checks the two meta pages, and the headers of the root pages that the newest meta page names.
struct QuickCheck<Source: PageSource> {
  let source: Source

  /// Runs the check up to twenty times, until a run succeeds.
  ///
  /// A commit of another process between two reads can make a sound file look damaged. An error
  /// with the code `empty` or `unreadable` ends the check at once.
  func run() throws(FileDamage) -> (meta: MetaPage, report: FileCheck.QuickReport) {
    for _ in 0..<19 {
      do throws(FileDamage) {
        return try look()
      } catch {
        if error.code == .empty || error.code == .unreadable { throw error }
      }
    }
    return try look()
  }

  /// Checks the file once.
  private func look() throws(FileDamage) -> (meta: MetaPage, report: FileCheck.QuickReport) {
    let size = try source.byteCount()
    guard size > 0 else { throw FileDamage(.empty, "the file has no bytes") }
    let first = try firstMeta(size: size)
    try first.checkIdentity()
    let second = try secondMeta(pageSize: first.pageSize)
    try second.checkIdentity()
    let newest = try Self.newest(first, second)
    try newest.checkContents()
    try checkRoot(of: newest.freeList, in: newest)
    try checkRoot(of: newest.mainTable, in: newest)
    return (newest, FileCheck.QuickReport(meta: newest, fileSize: size))
  }

  private func firstMeta(size: UInt64) throws(FileDamage) -> MetaPage {
    let bytes = try source.bytes(at: 0, count: MetaPage.byteCount)
    guard bytes.count >= 20, bytes.uint32(at: 16) == MetaPage.magic else {
      throw try nameOfForeignFile(bytes)
    }
    guard bytes.count == MetaPage.byteCount else {
      throw FileDamage(.truncated, "the file ends in its first meta page", page: 0, offset: size)
    }
    return MetaPage(bytes, slot: 0)
  }

  private func secondMeta(pageSize: UInt32) throws(FileDamage) -> MetaPage {
    let bytes = try source.bytes(at: UInt64(pageSize), count: MetaPage.byteCount)
    guard bytes.count == MetaPage.byteCount else {
      throw FileDamage(.truncated, "the file ends before its second meta page does", page: 1)
    }
    let meta = MetaPage(bytes, slot: 1)
    guard meta.magicFound == MetaPage.magic else {
      throw FileDamage(
        .metaDamaged, "LMDB's mark is missing", page: 1, offset: UInt64(pageSize) + 16)
    }
    guard meta.pageSize == pageSize else {
      throw FileDamage(
        .metaDamaged, "page size \(meta.pageSize), the other meta page has \(pageSize)", page: 1)
    }
    return meta
  }

  /// Returns the error for a file without LMDB's mark in the first meta page: another byte order,
  /// damage, or a foreign file.
  private func nameOfForeignFile(_ bytes: PageBytes) throws(FileDamage) -> FileDamage {
    if bytes.count >= 20, bytes.uint32(at: 16) == MetaPage.magic.byteSwapped {
      return FileDamage(.unsupported, "the file was written on a machine of other byte order")
    }
    for pageSize in MetaPage.pageSizes {
      let mark = try source.bytes(at: UInt64(pageSize) + 16, count: 4)
      if mark.count == 4, mark.uint32(at: 0) == MetaPage.magic {
        return FileDamage(.metaDamaged, "LMDB's mark is missing", page: 0, offset: 16)
      }
    }
    return FileDamage(.notAnEnvironment, "the file does not begin as an LMDB data file does")
  }

  /// Returns the meta page of the last commit, which LMDB would choose.
  private static func newest(_ first: MetaPage, _ second: MetaPage) throws(FileDamage) -> MetaPage {
    let (older, newer) =
      first.transaction < second.transaction ? (first, second) : (second, first)
    let gap = newer.transaction - older.transaction
    // Commits alternate between the two meta pages, so after the first commit the transaction
    // numbers of the meta pages differ by one.
    guard gap == 1 || newer.transaction == 0 else {
      throw FileDamage(
        .metaDamaged,
        "the meta pages are of the transactions \(first.transaction) and \(second.transaction)")
    }
    return newer
  }

  private func checkRoot(of tree: TreeRecord, in meta: MetaPage) throws(FileDamage) {
    if tree.isEmpty { return }
    // No overflow: the root is at most `lastPage`, which is inside the map.
    let offset = tree.root * UInt64(meta.pageSize)
    let bytes = try source.bytes(at: offset, count: PageHeader.byteCount)
    guard bytes.count == PageHeader.byteCount else {
      throw FileDamage(
        .truncated, "the file ends before a root page", page: tree.root, offset: offset)
    }
    try PageHeader(bytes).check(
      number: tree.root, kind: tree.depth == 1 ? PageHeader.leaf : PageHeader.branch,
      pageSize: Int(meta.pageSize))
  }
}
