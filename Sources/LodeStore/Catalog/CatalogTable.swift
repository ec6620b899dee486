internal import LodeCoding
internal import LodeLMDB

/// Reads and writes the catalog inside a transaction.
struct CatalogTable {
  let transaction: TransactionHandle
  let table: Table

  /// LMDB's main table, which contains the head of the store.
  ///
  /// Every commit writes a page of the main table in any case.
  var mainTable: Table { .main(ofEnvironment: table.place.environment) }

  /// Returns the value of a row after a check of the checksum, or `nil` if the row does not exist.
  func value(_ key: [UInt8], in place: Table? = nil) throws(StoreError) -> [UInt8]? {
    let sealed: Span<UInt8>?
    do throws(LMDBError) {
      sealed = try transaction.get(key.span, in: place ?? table)
    } catch {
      throw StoreError(error)
    }
    guard let sealed else { return nil }
    guard let value = CatalogRecord.open(sealed, key: key.span) else { throw damaged() }
    return Array(copying: value)
  }

  /// Returns the error for a damaged catalog.
  func damaged() -> StoreError { StoreError(.damaged, context: "catalog") }

  func put(
    _ value: [UInt8], _ key: [UInt8], in place: Table? = nil
  ) throws(LMDBError) {
    let sealed = CatalogRecord.seal(value, key: key)
    _ = try transaction.put(sealed.span, forKey: key.span, in: place ?? table, mode: .overwrite)
  }

  /// Returns the format number of the store, or `nil` if the catalog has no number.
  func formatVersion() throws(StoreError) -> UInt32? {
    guard let value = try value(CatalogRecord.formatKey) else { return nil }
    guard let version = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
    return version
  }

  /// Returns the head of the store; zeros before the first changing commit.
  func head() throws(StoreError) -> StoreHead {
    guard let value = try value(CatalogRecord.headKey, in: mainTable) else { return StoreHead() }
    guard let head = CatalogRecord.decodeHead(value.span) else { throw damaged() }
    return head
  }

  /// Throws `damaged` if a catalog with entries has no head.
  ///
  /// The commit that writes the first entry besides the format number also writes the head.
  func checkHead() throws(StoreError) {
    if try value(CatalogRecord.headKey, in: mainTable) != nil { return }
    let entries = try storeErrors { () throws(LMDBError) in try transaction.count(table.place) }
    if entries > 1 { throw damaged() }
  }

  /// Raises the format number of the store; the number never decreases.
  func raiseFormat(to format: UInt32) throws(LMDBError) {
    if let current = try? formatVersion(), current >= format { return }
    try put(CatalogRecord.encode(number: format), CatalogRecord.formatKey)
  }

  /// Writes the first format number into an empty catalog.
  func putFormat() throws(LMDBError) {
    try put(CatalogRecord.encode(number: CatalogRecord.firstFormat), CatalogRecord.formatKey)
  }

  func put(_ head: StoreHead) throws(LMDBError) {
    try put(CatalogRecord.encode(head), CatalogRecord.headKey, in: mainTable)
  }

  /// Returns the content sum of a collection, by table number; 0 without a recorded sum.
  func sum(of id: UInt32) throws(StoreError) -> UInt64 {
    guard let value = try value(CatalogRecord.sumKey(id), in: mainTable) else { return 0 }
    guard let sum = CatalogRecord.decodeSum(value.span) else { throw damaged() }
    return sum
  }

  /// Writes the content sums of the collections whose rows changed.
  func write(_ sums: ContentSums) throws(StoreError) {
    try sums.forEach { (id, change) throws(StoreError) in
      let old = change.startsAtZero ? 0 : try sum(of: id)
      let new = old &+ change.amount
      let key = CatalogRecord.sumKey(id)
      try storeErrors { () throws(LMDBError) in
        if new == 0 {
          _ = try transaction.delete(key.span, in: mainTable)
        } else {
          try put(CatalogRecord.encode(sum: new), key, in: mainTable)
        }
      }
    }
  }

  /// Loads the catalog without the dictionaries and the executed steps; `open` returns the table
  /// with a number.
  func load(
    _ dictionaries: DictionaryCache, _ functions: FunctionRegistry, _ upgrades: UpgradeRegistry,
    open: (UInt32) throws(LMDBError) -> Table
  ) throws(StoreError) -> Catalog {
    var catalog = Catalog()
    catalog.generation = try head().generation
    if let value = try value(CatalogRecord.nextTableKey) {
      guard let next = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
      catalog.nextTable = next
    }
    if let value = try value(CatalogRecord.nextDictionaryKey) {
      guard let next = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
      catalog.nextDictionary = next
    }
    catalog.shared = try loadShared(open: open)
    let settings = try loadSettings()
    let indexes = try loadIndexes(functions, &catalog.hasEarlierLayouts, open: open)
    let waiting = try loadWaiting(upgrades)
    let models = try loadModels()
    try forEachRow(ofKind: CatalogRecord.collectionKind) { (key, value) throws(StoreError) in
      let info = try collection(
        key, value, settings, models, dictionaries, catalog.shared, open: open)
      catalog.collections[info.name] =
        info.with(indexes: indexes[info.id] ?? []).with(waiting: waiting[info.id])
    }
    try forEachRow(ofKind: CatalogRecord.freeTableKind) { (key, _) throws(StoreError) in
      catalog.freeTables.append(try tableNumber(key))
    }
    catalog.types = try loadTypes()
    catalog.shapes = try loadShapes()
    catalog.schemas = try loadSchemas(upgrades)
      .with(blobs: loadBlobs(dictionaries, open: open))
    return catalog
  }

  /// Decodes the row of a collection.
  private func collection(
    _ key: Span<UInt8>, _ value: Span<UInt8>, _ settings: [UInt32: CompressionSettings],
    _ models: [UInt32: String], _ dictionaries: DictionaryCache, _ shared: SharedTable?,
    open: (UInt32) throws(LMDBError) -> Table
  ) throws(StoreError) -> CollectionInfo {
    let name = String(decoding: Array(copying: key).dropFirst(), as: UTF8.self)
    guard let record = CatalogRecord.decodeCollection(value), record.id > 0 else { throw damaged() }
    let part = shared?.table.part(of: record.id)
    guard let table = record.sharesTable ? part : try opened(record.id, open) else {
      throw damaged()
    }
    return CollectionInfo(
      name: name, id: record.id, table: table, isDeclared: record.isDeclared,
      keyFormat: record.keyFormat, settings: settings[record.id] ?? .init(),
      model: models[record.id], dictionaries: dictionaries)
  }

  /// Writes the differences between two generations.
  ///
  /// - Complexity: O(c) for c collections, indexes, and types.
  func write(_ new: Catalog, over old: Catalog) throws(LMDBError) {
    for (name, info) in new.collections where !info.hasSameRow(as: old.collections[name]) {
      try put(CatalogRecord.encode(info), CatalogRecord.collectionKey(name))
    }
    for name in old.collections.keys where new.collections[name] == nil {
      _ = try transaction.delete(CatalogRecord.collectionKey(name).span, in: table)
    }
    for id in Set(new.freeTables).subtracting(old.freeTables) {
      try put([], CatalogRecord.freeTableKey(id))
    }
    for id in Set(old.freeTables).subtracting(new.freeTables) {
      _ = try transaction.delete(CatalogRecord.freeTableKey(id).span, in: table)
    }
    try write(new.schemas, over: old.schemas)
    try writeBlobs(new.schemas, over: old.schemas)
    try writeShared(new, over: old)
    try write(new.types, over: old.types)
    try write(new.shapes, over: old.shapes)
    if new.nextTable != old.nextTable {
      try put(CatalogRecord.encode(number: new.nextTable), CatalogRecord.nextTableKey)
    }
    try writeSettings(new, over: old)
    try writeIndexes(new, over: old)
    try writeWaiting(new, over: old)
    try writeModels(new, over: old)
  }
}
