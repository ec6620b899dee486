/// One of the two meta pages (`MDB_meta`); see Docs/Format/LMDBFile.md.
struct MetaPage {
  /// The number of meaningful bytes in a meta page, including its page header.
  static let byteCount = 152
  static let magic: UInt32 = 0xBEEF_C0DE
  static let version: UInt32 = 1
  /// The page sizes of LMDB 0.9, which creates pages of at most 32 KiB.
  ///
  /// LMDB counts free space in 16 bits, and would abort when it creates a page of 64 KiB.
  static let pageSizes: ClosedRange<UInt32> = 256...32768
  /// A size above the largest map of any 64-bit system.
  static let maximumMapSize: UInt64 = 1 << 46

  let slot: Int
  let pageNumber: UInt64
  let pageFlags: UInt16
  let magicFound: UInt32
  let versionFound: UInt32
  let mapSize: UInt64
  let freeList: TreeRecord
  let mainTable: TreeRecord
  let lastPage: UInt64
  let transaction: UInt64

  init(_ bytes: PageBytes, slot: Int) {
    self.slot = slot
    pageNumber = bytes.uint64(at: 0)
    pageFlags = bytes.uint16(at: 10)
    magicFound = bytes.uint32(at: 16)
    versionFound = bytes.uint32(at: 20)
    mapSize = bytes.uint64(at: 32)
    freeList = TreeRecord(bytes, at: 40)
    mainTable = TreeRecord(bytes, at: 88)
    lastPage = bytes.uint64(at: 136)
    transaction = bytes.uint64(at: 144)
  }

  /// LMDB stores the page size in the record field that holds the width of fixed duplicates in
  /// other trees.
  var pageSize: UInt32 { freeList.pad }

  /// The length of a file with every page up to `lastPage`, or `nil` on overflow.
  var neededByteCount: UInt64? {
    let (pages, overflow) = lastPage.addingReportingOverflow(1)
    let (count, tooMany) = pages.multipliedReportingOverflow(by: UInt64(pageSize))
    return overflow || tooMany ? nil : count
  }

  /// Checks the rules of both meta pages, including a page whose commit was interrupted.
  func checkIdentity() throws(FileDamage) {
    guard versionFound == Self.version else {
      throw FileDamage(
        .unsupportedVersion, "data format \(versionFound), this library reads format 1",
        page: UInt64(slot))
    }
    guard pageFlags == PageHeader.meta, pageNumber == UInt64(slot) else {
      throw damage("the header does not say meta page \(slot)")
    }
    guard pageSize & (pageSize &- 1) == 0, Self.pageSizes.contains(pageSize) else {
      let reason = "a page size of \(pageSize) is no power of two in 256...32768"
      throw pageSize == 65536
        ? FileDamage(.unsupported, reason, page: UInt64(slot)) : damage(reason)
    }
    // Slot n holds transactions whose number modulo 2 is n; both slots begin with 0.
    guard transaction & 1 == UInt64(slot) || transaction == 0 else {
      throw damage("transaction \(transaction) belongs in the other meta page")
    }
  }

  /// Checks the rules of the newest meta page.
  func checkContents() throws(FileDamage) {
    let flags = freeList.flags
    guard !flags.contains(.fixedMap) else {
      throw FileDamage(
        .unsupported, "the environment asks for a fixed map address", page: UInt64(slot))
    }
    guard flags.subtracting(.noSubdirectory) == .integerKey else {
      throw damage("the free list has the flags \(flags.rawValue)")
    }
    guard mainTable.flags.isSubset(of: .known) else {
      throw damage("the main table has the flags \(mainTable.flags.rawValue)")
    }
    guard lastPage >= 1, let needed = neededByteCount, needed <= mapSize else {
      throw damage("last page \(lastPage) lies outside of a map of \(mapSize) bytes")
    }
    guard mapSize <= Self.maximumMapSize else {
      throw damage("a map of \(mapSize) bytes is more than any system offers")
    }
    if let reason = freeList.contradiction(lastPage: lastPage) {
      throw damage("the free list's record is wrong: \(reason)")
    }
    if let reason = mainTable.contradiction(lastPage: lastPage) {
      throw damage("the main table's record is wrong: \(reason)")
    }
    // Opening allocates capacity for as many tables as the main table has entries. A node takes at
    // least 12 bytes. Duplicates are smaller, and the full check counts them.
    let most = mainTable.leafPages * UInt64(pageSize / 12)
    guard mainTable.flags.contains(.sortedDuplicates) || mainTable.entries <= most else {
      throw damage("the main table counts \(mainTable.entries) entries, its pages hold \(most)")
    }
  }

  private func damage(_ message: String) -> FileDamage {
    FileDamage(.metaDamaged, message, page: UInt64(slot))
  }
}
