/// LMDB's record of one tree (`MDB_db`): its flags, its counts, and its root page.
///
/// `Docs/Format/LMDBFile.md` has the byte layout.
struct TreeRecord {
  /// The length of a record, in bytes.
  static let byteCount = 48
  /// A number that is greater than the number of nodes in any page.
  private static let mostNodes: UInt64 = 1 << 15
  /// The value of `root` in a tree without pages.
  static let noRoot = UInt64.max
  /// The depth of the deepest tree that an LMDB cursor can traverse.
  static let maximumDepth = 32

  /// In the free list's record, the page size in bytes.
  ///
  /// In other records, the size of a sorted duplicate (one of several values for a key), if all
  /// duplicates have one size.
  let pad: UInt32
  let flags: TreeFlags
  let depth: Int
  let branchPages: UInt64
  let leafPages: UInt64
  let overflowPages: UInt64
  let entries: UInt64
  let root: UInt64

  init(_ bytes: some PageContents, at offset: Int) {
    pad = bytes.uint32(at: offset)
    flags = TreeFlags(rawValue: bytes.uint16(at: offset + 4))
    depth = Int(bytes.uint16(at: offset + 6))
    branchPages = bytes.uint64(at: offset + 8)
    leafPages = bytes.uint64(at: offset + 16)
    overflowPages = bytes.uint64(at: offset + 24)
    entries = bytes.uint64(at: offset + 32)
    root = bytes.uint64(at: offset + 40)
  }

  var isEmpty: Bool { root == Self.noRoot }

  /// The number of pages that a plausible record states.
  var pages: UInt64 { branchPages + leafPages + overflowPages }

  /// Returns a description of the first impossible value, or `nil` if the record is plausible.
  ///
  /// - Parameter lastPage: The highest page number of the file.
  func contradiction(lastPage: UInt64) -> String? {
    if isEmpty {
      let nothing = depth == 0 && entries == 0 && branchPages == 0 && leafPages == 0
      return nothing && overflowPages == 0 ? nil : "a tree without root counts pages or entries"
    }
    if root < 2 || root > lastPage { return "root \(root) is not in 2...\(lastPage)" }
    if depth < 1 || depth > Self.maximumDepth { return "depth \(depth) is not in 1...32" }
    if leafPages == 0 || entries == 0 { return "a tree with a root counts no leaf or no entry" }
    if (depth == 1) != (branchPages == 0) { return "depth and number of branch pages disagree" }
    // A sum of the rows of all tables must not overflow.
    if entries / Self.mostNodes > leafPages { return "\(entries) entries on \(leafPages) leaves" }
    for count in [branchPages, leafPages, overflowPages] where count > lastPage {
      return "\(count) pages are counted, and the file has \(lastPage) at most"
    }
    return nil
  }
}

/// The key order of a tree, and the kind of the tree's sorted duplicates (`md_flags`).
struct TreeFlags: OptionSet, Hashable {
  let rawValue: UInt16

  static let reverseKey = TreeFlags(rawValue: 0x02)
  static let sortedDuplicates = TreeFlags(rawValue: 0x04)
  static let integerKey = TreeFlags(rawValue: 0x08)
  static let fixedDuplicates = TreeFlags(rawValue: 0x10)
  static let integerDuplicates = TreeFlags(rawValue: 0x20)
  static let reverseDuplicates = TreeFlags(rawValue: 0x40)

  static let anyDuplicates: TreeFlags = [
    .sortedDuplicates, .fixedDuplicates, .integerDuplicates, .reverseDuplicates,
  ]
  static let known: TreeFlags = [anyDuplicates, .reverseKey, .integerKey]

  // These flags occur only in the record of the free list, where LMDB also stores flags of the
  // environment.
  static let fixedMap = TreeFlags(rawValue: 0x01)
  static let noSubdirectory = TreeFlags(rawValue: 0x4000)
}
