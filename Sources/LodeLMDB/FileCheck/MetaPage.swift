/// One of the two meta pages (`MDB_meta`), which hold the roots of the trees after a commit.
///
/// `Docs/Format/LMDBFile.md` has the byte layout.
struct MetaPage {
  /// The number of meaningful bytes in a meta page, including the page header.
  static let byteCount = 152
  static let magic: UInt32 = 0xBEEF_C0DE
  static let version: UInt32 = 1
  /// The page sizes of LMDB 0.9, in bytes.
  ///
  /// LMDB counts the free bytes of a page in 16 bits, so a page of 64 KiB is impossible.
  static let pageSizes: [UInt32] = [256, 512, 1024, 2048, 4096, 8192, 16384, 32768]

  /// The page number at which the meta page was read: 0 or 1.
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

  init(_ bytes: some PageContents, slot: Int) {
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

  /// The page size in bytes, which LMDB stores in the `pad` field of the free list's record.
  var pageSize: UInt32 { freeList.pad }

  /// The length in bytes of a file with every page up to `lastPage`, or `nil` on overflow.
  var neededByteCount: UInt64? {
    let (pages, overflow) = lastPage.addingReportingOverflow(1)
    let (count, tooMany) = pages.multipliedReportingOverflow(by: UInt64(pageSize))
    return overflow || tooMany ? nil : count
  }

  /// Checks the rules that both meta pages satisfy, even after a crash during a commit.
  func checkIdentity() throws(FileDamage) {
    guard versionFound == Self.version else {
      throw FileDamage(
        .unsupportedVersion, "data format \(versionFound), this library reads format 1",
        page: UInt64(slot))
    }
    guard pageFlags == PageHeader.meta, pageNumber == UInt64(slot) else {
      throw damage("the header does not say meta page \(slot)")
    }
    guard Self.pageSizes.contains(pageSize) else {
      let reason = "a page size of \(pageSize) is not a power of two in 256...32768"
      throw pageSize == 65536
        ? FileDamage(.unsupported, reason, page: UInt64(slot)) : damage(reason)
    }
    // Commits with even numbers go to slot 0, and commits with odd numbers to slot 1. A new file
    // has transaction 0 in both slots.
    guard transaction & 1 == UInt64(slot) || transaction == 0 else {
      throw damage("transaction \(transaction) belongs in the other meta page")
    }
  }

  /// Checks the rules that only the newest meta page must satisfy.
  func checkContents() throws(FileDamage) {
    let flags = freeList.flags
    guard !flags.contains(.fixedMap) else {
      throw FileDamage(
        .unsupported, "the environment asks for a fixed map address", page: UInt64(slot))
    }
    guard flags.subtracting(.noSubdirectory) == .integerKey else {
      throw damage("the free list has the flags \(flags.rawValue)")
    }
    // With another order of keys, LMDB would find no table.
    guard mainTable.flags == [] else {
      throw damage("the main table has the flags \(mainTable.flags.rawValue)")
    }
    guard lastPage >= 1, let needed = neededByteCount, needed <= mapSize else {
      throw damage("last page \(lastPage) lies outside of a map of \(mapSize) bytes")
    }
    guard mapSize <= SizeLimits.map else {
      throw damage("a map of \(mapSize) bytes is more than any system offers")
    }
    if let reason = freeList.contradiction(lastPage: lastPage) {
      throw damage("the free list's record is wrong: \(reason)")
    }
    if let reason = mainTable.contradiction(lastPage: lastPage) {
      throw damage("the main table's record is wrong: \(reason)")
    }
    // Opening reserves memory for as many tables as the main table has rows, so the count must be
    // plausible. A row takes at least 12 bytes of a leaf.
    let most = mainTable.leafPages * UInt64(pageSize / 12)
    guard mainTable.entries <= most else {
      throw damage("the main table counts \(mainTable.entries) entries, its pages hold \(most)")
    }
  }

  private func damage(_ message: String) -> FileDamage {
    FileDamage(.metaDamaged, message, page: UInt64(slot))
  }
}
