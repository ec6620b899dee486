internal import LodeLMDB

/// The readable trees and the readable catalog in the file of a damaged store.
struct SalvageSource {
  private(set) var file: SalvageFile
  private(set) var tables: [UInt32: Table] = [:]
  /// The rows of the main table: the head, the content sums, and the sequences.
  ///
  /// The head is the record of the last commit. A content sum is the sum of the checksums of a
  /// collection's rows. A sequence generates numbers for the keys of a collection.
  private(set) var main = SealedRows()
  private(set) var catalog = SealedRows()
  /// Whether all rows of the main table are readable.
  private(set) var hasWholeMain = false
  /// Whether all rows of the catalog are readable.
  private(set) var hasWholeCatalog = false
  /// The range of keys in a leaf page of the main table that `readMainLeaf` has read.
  private var keysOfMainLeaf: KeyGap?

  /// A table of a collection, an index, or the blobs.
  struct Table {
    let tree: SalvagedTree
    /// Whether the entry of the table in the main table belongs to the last commit.
    let isOfLastCommit: Bool
  }

  /// Reads the main table and the catalog of the last commit.
  ///
  /// If the main table or the catalog is damaged, the call also reads all leaf pages of the file.
  init(path: String) throws(StoreError) {
    file = try storeErrors { () throws(LMDBError) in try SalvageFile(path: path) }
    if !file.hasBothMetas { forgetOldMeta() }
    var catalogTree: SalvagedTree?
    var mainGaps = [KeyGap.everything]
    if let tree = file.mainTable {
      mainGaps = file.walk(tree) { addMain($0, .lastCommit, &catalogTree) }
    }
    var catalogGaps = [KeyGap.everything]
    if let catalogTree { catalogGaps = walkCatalog(catalogTree, .lastCommit) }
    (hasWholeMain, hasWholeCatalog) = (mainGaps.isEmpty, catalogGaps.isEmpty)
    if hasWholeMain && hasWholeCatalog { return }
    let head = scan(mainGaps, catalogGaps)
    if let head, catalogTree == nil || !hasWholeMain { readMainLeaf(head) }
  }

  /// Ignores the only readable meta page if the file has the head of a newer commit.
  ///
  /// A meta page names the trees of one commit. LMDB writes the two meta pages in turn.
  private mutating func forgetOldMeta() {
    var newest: UInt64 = 0
    file.scan(includesFree: true) { entry, _ in
      guard entry.key == CatalogRecord.headKey, let value = SealedRows.opened(entry),
        let head = CatalogRecord.decodeHead(value.span)
      else { return }
      newest = max(newest, head.transaction)
    }
    if newest > file.transaction { file.forgetMeta() }
  }

  /// Adds an entry of the main table.
  private mutating func addMain(
    _ entry: SalvagedEntry, _ origin: SealedRows.Origin, _ catalogTree: inout SalvagedTree?
  ) {
    let origin = entry.isInPlace || origin != .lastCommit ? origin : .looseLeaf
    guard case .tree(let tree) = entry.value else {
      if Self.isMainKey(entry.key) { main.add(entry, origin) }
      return
    }
    let name = String(decoding: entry.key, as: UTF8.self)
    if name == CatalogRecord.tableName, catalogTree == nil {
      catalogTree = tree
    } else if let number = Self.tableNumber(name), tables[number] == nil {
      tables[number] = Table(tree: tree, isOfLastCommit: origin == .lastCommit)
    }
  }

  /// Reads a tree of the catalog, and returns the ranges of keys with lost rows.
  private mutating func walkCatalog(
    _ tree: SalvagedTree, _ origin: SealedRows.Origin
  ) -> [KeyGap] {
    var damaged: [KeyGap] = []
    let gaps = file.walk(tree) { entry in
      if !entry.isInPlace && !SealedRows.isCatalogRow(entry)
        || !catalog.add(entry, entry.isInPlace ? origin : .unknown)
      {
        damaged.append(KeyGap(key: entry.key))
      }
    }
    return gaps + damaged
  }

  /// Collects rows of the main table and the catalog from all leaf pages.
  ///
  /// - Returns: The page of the newest head, or `nil` if no leaf has a head.
  private mutating func scan(_ mainGaps: [KeyGap], _ catalogGaps: [KeyGap]) -> UInt64? {
    var newest: (transaction: UInt64, page: UInt64)?
    // Schemas and dictionaries never change, so their rows in outdated pages are valid.
    file.scan(includesFree: true) { entry, age in
      guard case .bytes = entry.value else { return }
      if Self.isMainKey(entry.key) {
        guard mainGaps.contains(where: { $0.contains(entry.key) }) else { return }
        main.add(entry, .init(age))
        if entry.key == CatalogRecord.headKey, let value = SealedRows.opened(entry),
          let head = CatalogRecord.decodeHead(value.span),
          head.transaction >= newest?.transaction ?? 0
        {
          newest = (head.transaction, entry.page)
        }
      } else if catalogGaps.contains(where: { $0.contains(entry.key) }),
        SealedRows.isCatalogRow(entry)
      {
        catalog.add(entry, .init(age))
      }
    }
    return newest?.page
  }

  /// Adds the tables and rows of a leaf page of the main table, whose branch pages are unreadable.
  private mutating func readMainLeaf(_ page: UInt64) {
    var catalogTree: SalvagedTree?
    var keys: [[UInt8]] = []
    file.entries(ofLeaf: page) { entry in
      keys.append(entry.key)
      addMain(entry, .earlierCommit, &catalogTree)
    }
    if let first = keys.first, let last = keys.last {
      keysOfMainLeaf = KeyGap(low: first, high: last)
    }
    if let catalogTree, !hasWholeCatalog { _ = walkCatalog(catalogTree, .earlierCommit) }
  }

  /// Whether the file contains the head or the format number of a store.
  var hasHead: Bool {
    main[CatalogRecord.headKey] != nil || catalog[CatalogRecord.formatKey] != nil
  }

  /// Returns the content sum of a collection, or `nil` if the sum is lost.
  func sum(of id: UInt32) -> UInt64? {
    let key = CatalogRecord.sumKey(id)
    guard let origin = main.origin(of: key) else {
      // The store does not record a sum of zero.
      return hasWholeMain || keysOfMainLeaf?.contains(key) == true ? 0 : nil
    }
    if origin == .unknown { return nil }
    return main[key].flatMap { CatalogRecord.decodeSum($0.span) }
  }

  /// Returns whether a key of the main table is the key of a row, and not the name of a table.
  private static func isMainKey(_ key: [UInt8]) -> Bool {
    key == CatalogRecord.headKey || key.first == 0x63 && key.contains(0)
  }

  /// Returns the number in the name of a table, or `nil` for other names.
  private static func tableNumber(_ name: String) -> UInt32? {
    guard name.first == "c", let number = UInt32(name.dropFirst()),
      CollectionRecord.tableName(number) == name
    else { return nil }
    return SalvagedCatalog.possible(number)
  }
}
