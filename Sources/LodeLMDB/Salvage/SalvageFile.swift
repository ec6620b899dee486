/// A damaged LMDB data file, read page by page without LMDB.
///
/// A salvage uses the readable data of each page, even if no page is sound. Every function checks
/// the lengths and page numbers of the file before use, so no file causes a trap. An entry can be
/// wrong. The caller must verify each entry, for example with a checksum in the value.
package struct SalvageFile {
  let file: PositionalFile
  let pageSize: Int
  /// The number of complete pages in the file.
  let pageCount: UInt64
  /// The newest meta page with plausible contents, or `nil` without such a page or after
  /// ``forgetMeta()``.
  private(set) var meta: MetaPage?
  /// Whether both meta pages are readable, so that one of the two pages describes the last commit.
  package let hasBothMetas: Bool

  /// Opens the data file of an environment's directory, or a data file.
  ///
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `notFound` if the path, or the data file in the directory, does not exist.
  ///   - `notAnEnvironment` if no page of the file is recognizable, or if the path is not a regular
  ///     file.
  ///   - `permissionDenied` if the process may not read the file.
  ///   - `inputOutput` if reading the file fails.
  ///   - Another code for another error of the system.
  package init(path: String) throws(LMDBError) {
    guard let status = try FileStatus.at(path) else {
      throw LMDBError(.notFound, context: path)
    }
    let dataFile = status.isDirectory ? EnvironmentLocation.dataFile(in: path) : path
    guard try FileStatus.at(dataFile) != nil else {
      throw LMDBError(.notFound, context: dataFile)
    }
    do throws(FileDamage) {
      let file = try PositionalFile(path: dataFile)
      let size = try file.byteCount()
      let found = try SalvagedMeta.newest(in: file)
      var pageSize = found?.pageSize
      if pageSize == nil { pageSize = try SalvagedMeta.guessedPageSize(in: file, size) }
      guard let pageSize else {
        throw FileDamage(.notAnEnvironment, "no page of the file is recognizable")
      }
      (self.file, self.pageSize) = (file, pageSize)
      hasBothMetas = found?.isWhole ?? false
      pageCount = size / UInt64(pageSize)
      meta = found?.meta
    } catch {
      // Opening the file again throws the system's own error, which is more precise.
      if error.code == .unreadable { _ = try Descriptor(path: dataFile, .read) }
      throw LMDBError(damage: error, in: dataFile)
    }
  }

  /// Whether the file has a plausible meta page, which names the trees of a commit.
  package var hasMeta: Bool { meta != nil }

  /// The number of the commit that the meta page describes; 0 without a meta page.
  package var transaction: UInt64 { meta?.transaction ?? 0 }

  /// Discards the meta page, after the caller has found a page of a newer commit.
  package mutating func forgetMeta() { meta = nil }

  /// The main table that the meta page names, which has a record for each named table.
  ///
  /// `nil` without a plausible meta page.
  package var mainTable: SalvagedTree? { meta.map { SalvagedTree($0.mainTable) } }

  /// Returns a page, or `nil` for a meta page, or if the page is incomplete or unreadable.
  func page(_ number: UInt64) -> PageBytes? {
    guard number >= 2, number < pageCount else { return nil }
    // A sector that the disk cannot read is damage like any other damage.
    guard let page = try? file.bytes(at: number * UInt64(pageSize), count: pageSize),
      page.count == pageSize
    else { return nil }
    return page
  }

  /// Returns the value of a node on overflow pages, or `nil` if the value is unreadable.
  func overflowValue(of node: Node, in page: PageBytes) -> [UInt8]? {
    let first = page.uint64(at: node.valueOffset)
    let needed = PageHeader.overflowPages(for: node.valueCount, pageSize: pageSize)
    guard first >= 2, first < pageCount, needed <= pageCount - first,
      node.valueCount <= SizeLimits.value,
      let header = try? file.bytes(
        at: first * UInt64(pageSize), count: PageHeader.byteCount),
      header.count == PageHeader.byteCount
    else { return nil }
    // Outdated nodes can name pages with other contents, so check that the page begins a run of
    // overflow pages.
    let run = PageHeader(header)
    guard run.pageNumber == first, run.flags == PageHeader.overflow,
      run.overflowCount >= needed
    else { return nil }
    let offset = first * UInt64(pageSize) + UInt64(PageHeader.byteCount)
    guard let bytes = try? file.bytes(at: offset, count: node.valueCount),
      bytes.count == node.valueCount
    else { return nil }
    return bytes.copied(0..<bytes.count)
  }
}

/// A tree of a damaged file, described by LMDB's record of the tree (`MDB_db`).
package struct SalvagedTree: Sendable {
  let record: TreeRecord

  init(_ record: TreeRecord) { self.record = record }

  /// The number of entries that the record states; wrong if the record is damaged.
  package var entries: UInt64 { record.entries }
}

/// An entry of a leaf page in a damaged file.
package struct SalvagedEntry {
  /// The value of an entry.
  package enum Value {
    case bytes([UInt8])
    /// The record of a named table; only the main table has records.
    case tree(SalvagedTree)
    /// The value was on overflow pages that are damaged or unreadable.
    case unreadable
  }

  package let key: [UInt8]
  package let value: Value
  /// The number of the leaf page.
  package let page: UInt64
  /// Whether a walk of a tree found the page intact and at the correct position.
  package let isInPlace: Bool
}

/// A range of keys in which a damaged tree may have lost entries.
package struct KeyGap: Sendable, Hashable {
  /// The lower bound, which is in the range; `nil` if the range begins with the tree's first key.
  package let low: [UInt8]?
  /// The upper bound, which is not in the range; `nil` if the range ends with the tree's last key.
  package let high: [UInt8]?

  package init(low: [UInt8]?, high: [UInt8]?) {
    self.low = low
    self.high = high
  }

  /// The gap of one key.
  package init(key: [UInt8]) { self.init(low: key, high: key + [0]) }

  /// The gap of a whole tree.
  package static let everything = KeyGap(low: nil, high: nil)

  /// Returns whether a key is in the range.
  package func contains(_ key: [UInt8]) -> Bool {
    if let low, key.lexicographicallyPrecedes(low) { return false }
    if let high, !key.lexicographicallyPrecedes(high) { return false }
    return true
  }
}
