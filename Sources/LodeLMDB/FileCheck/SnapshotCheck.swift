/// A check of a snapshot's pages in parts, with plain reads, while a read holds the snapshot.
///
/// LMDB does not reuse the pages of a snapshot that a reader holds, so the check can run beside
/// writers of all processes. The check examines each part separately. Only the full check finds a
/// page that two parts use.
package struct SnapshotCheck {
  private var check: FullCheck<PositionalFile>

  /// One checked part of a table.
  package struct Part: Sendable {
    /// The key from which the next part continues, or `nil` after the last part of the table.
    package let next: [UInt8]?
    /// The size of the visited pages, in bytes.
    package let bytes: Int
  }

  /// Reads the meta page of a snapshot.
  ///
  /// Returns `nil` if the file lacks the snapshot's meta page, usually because later commits have
  /// replaced the page. The caller then needs a newer snapshot.
  ///
  /// - Parameters:
  ///   - path: The path of the data file.
  ///   - transaction: The number of the snapshot's commit.
  /// - Throws: `FileDamage` if the meta page is damaged or unsupported, or if the system does not
  ///   read the file.
  init?(of path: String, transaction: UInt64) throws(FileDamage) {
    let file = try PositionalFile(path: path)
    guard let meta = try Self.meta(of: transaction, in: file) else { return nil }
    try meta.checkIdentity()
    try meta.checkContents()
    check = FullCheck(source: file, meta: meta, fileSize: try file.byteCount())
  }

  /// Reads the meta page of a snapshot; returns `nil` if the page is missing, belongs to another
  /// commit, or changes during the call.
  private static func meta(
    of transaction: UInt64, in file: PositionalFile
  ) throws(FileDamage) -> MetaPage? {
    let slot = Int(transaction & 1)
    // Every commit writes the same page size.
    let first = try file.bytes(at: 0, count: MetaPage.byteCount)
    guard first.count == MetaPage.byteCount else { return nil }
    let offset = UInt64(slot) * UInt64(MetaPage(first, slot: 0).pageSize)
    let bytes = try file.bytes(at: offset, count: MetaPage.byteCount)
    // A commit between two reads of the page can mix the values of two snapshots.
    let again = try file.bytes(at: offset, count: MetaPage.byteCount)
    guard bytes.count == MetaPage.byteCount, again.count == bytes.count,
      bytes.copied(0..<bytes.count) == again.copied(0..<again.count)
    else { return nil }
    let meta = MetaPage(bytes, slot: slot)
    return meta.transaction == transaction ? meta : nil
  }

  /// The size of the pages up to the last page that the snapshot may use, in bytes.
  package var byteCount: Int { Int(clamping: check.meta.neededByteCount ?? 0) }

  /// Checks the list of free pages.
  ///
  /// If the snapshot's commit changed the list, or the list is empty, later calls report tables
  /// that use a free page.
  ///
  /// - Returns: The size of the list's pages, in bytes.
  /// - Complexity: O(f) for f free pages.
  /// - Throws: `FileDamage` if the list is damaged, or if the system does not read the file.
  @discardableResult
  package mutating func checkFreeList() throws(FileDamage) -> Int {
    check.unusable = nil
    check.newestFreeing = 0
    let part = try check.walkPart(of: check.meta.freeList, .freeList)
    if check.hasCurrentFreeList { check.unusable = check.claimed }
    return Int(clamping: part.pages) * check.pageSize
  }

  /// Returns the name of the first table after a name in byte order, or `nil` after the last table.
  ///
  /// Also checks the pages of the main table that the search reads.
  ///
  /// - Parameter name: A name, or an empty text for the first table.
  /// - Complexity: O(log n) for n tables.
  /// - Throws: `FileDamage` if the main table is damaged, or if the system does not read the file.
  package mutating func table(after name: String) throws(FileDamage) -> String? {
    var key = Array(name.utf8)
    let last = key
    if !key.isEmpty { key.append(0) }
    while true {
      let (listing, next) = try tables(from: key)
      if let found = listing.first(where: { last.lexicographicallyPrecedes($0.name.utf8) }) {
        return found.name
      }
      guard let next else { return nil }
      key = next
    }
  }

  /// Checks the leaves of a table from a key on, up to about `bytes` bytes.
  ///
  /// An empty key means the first leaf.
  ///
  /// - Returns: The checked part, or `nil` if the snapshot has no table with the name.
  /// - Complexity: O(log n + b) for n rows of the table and `bytes` = b.
  /// - Throws: `FileDamage` if the main table or the table is damaged or unsupported, or if the
  ///   system does not read the file. Damage of the table names the table.
  package mutating func checkPart(
    of name: String, from key: [UInt8], bytes: Int
  ) throws(FileDamage) -> Part? {
    let (listing, _) = try tables(from: Array(name.utf8))
    guard let found = listing.first(where: { $0.name == name }) else { return nil }
    let limit = UInt64(max(1, bytes / check.pageSize))
    let part = try check.walkPart(
      of: found.record, .table, name: name, from: key, pages: limit)
    return Part(next: part.next, bytes: Int(clamping: part.pages) * check.pageSize)
  }

  /// Checks the leaf of the main table that can contain a key, and returns the tables of the leaf.
  ///
  /// Also returns the lowest possible key of the next leaf; `nil` after the last leaf.
  private mutating func tables(
    from key: [UInt8]
  ) throws(FileDamage) -> (tables: [TableListing], next: [UInt8]?) {
    check.listing = []
    let part = try check.walkPart(of: check.meta.mainTable, .mainTable, from: key, pages: 1)
    return (check.listing ?? [], part.next)
  }
}
