/// The readable contents of the meta pages of a damaged file.
enum SalvagedMeta {
  /// Returns the page size, the newest meta page with plausible contents, and whether both meta
  /// pages have plausible contents.
  ///
  /// Returns `nil` if neither meta page states a page size.
  static func newest(
    in file: PositionalFile
  ) throws(FileDamage) -> (pageSize: Int, meta: MetaPage?, isWhole: Bool)? {
    var pageSize: Int?
    var newest: MetaPage?
    var slots: Set<Int> = []
    for meta in try candidates(in: file) {
      if pageSize == nil { pageSize = Int(meta.pageSize) }
      guard Int(meta.pageSize) == pageSize, (try? meta.checkContents()) != nil else { continue }
      slots.insert(meta.slot)
      if let other = newest, other.transaction >= meta.transaction { continue }
      newest = meta
    }
    return pageSize.map { ($0, newest, slots.count == 2) }
  }

  /// Returns the pages that are recognizable as meta page 0 or meta page 1.
  private static func candidates(in file: PositionalFile) throws(FileDamage) -> [MetaPage] {
    var found: [MetaPage] = []
    if let first = try meta(in: file, slot: 0, at: 0) { found.append(first) }
    // Only the meta pages state the page size, so try every size.
    for size in MetaPage.pageSizes {
      if let second = try meta(in: file, slot: 1, at: UInt64(size)), second.pageSize == size {
        found.append(second)
      }
    }
    return found
  }

  private static func meta(
    in file: PositionalFile, slot: Int, at offset: UInt64
  ) throws(FileDamage) -> MetaPage? {
    let bytes = try file.bytes(at: offset, count: MetaPage.byteCount)
    guard bytes.count == MetaPage.byteCount else { return nil }
    let meta = MetaPage(bytes, slot: slot)
    guard meta.magicFound == MetaPage.magic, (try? meta.checkIdentity()) != nil else { return nil }
    return meta
  }

  /// Returns the page size at which most of the file's bytes are in pages that carry their number.
  ///
  /// Returns `nil` if no page carries its number. `guessedPageSize` examines up to 4,096 pages of
  /// each size.
  static func guessedPageSize(
    in file: PositionalFile, _ fileSize: UInt64
  ) throws(FileDamage) -> Int? {
    var best: (size: Int, bytes: Int)?
    for size in MetaPage.pageSizes.map(Int.init) {
      var bytes = 0
      for number in 2..<max(3, min(fileSize / UInt64(size), 4096)) {
        let page = try file.bytes(at: number * UInt64(size), count: PageHeader.byteCount)
        guard page.count == PageHeader.byteCount else { break }
        let header = PageHeader(page)
        if header.pageNumber == number, header.isTreePage { bytes += size }
      }
      if bytes > best?.bytes ?? 0 { best = (size, bytes) }
    }
    return best?.size
  }
}
