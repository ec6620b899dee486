internal import LodeLMDB

// The generations of the catalog.
extension CatalogTable {
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
  ) throws(StoreError) -> CollectionRuntime {
    let name = String(decoding: Array(copying: key).dropFirst(), as: UTF8.self)
    guard let record = CatalogRecord.decodeCollection(value), record.id > 0 else { throw damaged() }
    let part = shared?.table.part(of: record.id)
    guard let table = record.sharesTable ? part : try opened(record.id, open) else {
      throw damaged()
    }
    return CollectionRuntime(
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
