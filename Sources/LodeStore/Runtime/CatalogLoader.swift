internal import LodeCoding
internal import LodeLMDB

/// Loads a catalog in a transaction that can open tables.
struct CatalogLoader {
  private let table: CatalogTable
  private let registries: StoreRegistries

  init(_ table: CatalogTable, _ registries: StoreRegistries) {
    self.table = table
    self.registries = registries
  }

  /// Loads the catalog without the dictionaries and the executed steps.
  func load() throws(StoreError) -> Catalog {
    var catalog = Catalog()
    catalog.generation = try table.head().generation
    catalog.nextTable = try table.number(CatalogRecord.nextTableKey) ?? 1
    catalog.nextDictionary = try table.number(CatalogRecord.nextDictionaryKey) ?? 1
    if let id = try table.number(CatalogRecord.sharedTableKey) {
      catalog.shared = SharedTable(id: id, table: try open(id))
    }
    catalog.changeLog = try loadChangeLog()
    let indexes = try loadIndexes()
    catalog.hasEarlierLayouts = indexes.values.joined().contains(where: \.record.hasEarlierLayout)
    for record in try loadRecords() {
      let part = catalog.shared?.table.part(of: record.id)
      guard let place = record.sharesTable ? part : try open(record.id) else {
        throw table.damaged()
      }
      catalog.collections[record.name] = CollectionRuntime(
        record, table: place, indexes: indexes[record.id] ?? [], registries: registries)
    }
    try table.forEachRow(ofKind: CatalogRecord.freeTableKind) { (key, _) throws(StoreError) in
      catalog.freeTables.append(try table.tableNumber(key))
    }
    catalog.types = try table.loadTypes()
    catalog.shapes = try table.loadShapes()
    catalog.schemas = try loadSchemas()
    return catalog
  }

  private func loadRecords() throws(StoreError) -> [CollectionRecord] {
    // The settings follow the number of the next dictionary, whose key is the kind alone.
    let settings = try values(
      CatalogRecord.compressionKind, from: CatalogRecord.compressionKey(0),
      CatalogRecord.decodeCompression)
    let pending = try values(CatalogRecord.pendingKind, CatalogRecord.decodePending)
    let models = try values(CatalogRecord.modelKind) { value in
      String(validating: Array(copying: value), as: UTF8.self)
    }
    var records: [CollectionRecord] = []
    try table.forEachRow(ofKind: CatalogRecord.collectionKind) { (key, value) throws(StoreError) in
      let name = String(decoding: Array(copying: key).dropFirst(), as: UTF8.self)
      guard var record = CatalogRecord.decodeCollection(value, named: name), record.id > 0 else {
        throw table.damaged()
      }
      record.settings = settings[record.id] ?? CompressionSettings()
      record.pending = pending[record.id]
      record.model = models[record.id]
      records.append(record)
    }
    return records
  }

  /// Loads the indexes by the table numbers of their collections; each list is ordered by name.
  private func loadIndexes() throws(StoreError) -> [UInt32: [IndexRuntime]] {
    var indexes: [UInt32: [IndexRuntime]] = [:]
    try table.forEachRow(ofKind: CatalogRecord.indexKind) { (key, value) throws(StoreError) in
      guard key.count > 5 else { throw table.damaged() }
      let collection = try table.tableNumber(key.extracting(first: 5))
      let name = String(decoding: Array(copying: key).dropFirst(5), as: UTF8.self)
      guard let record = CatalogRecord.decodeIndex(value, named: name) else {
        throw table.damaged()
      }
      indexes[collection, default: []].append(
        IndexRuntime(record, table: try open(record.id), known: registries.functions))
    }
    return indexes
  }

  /// Loads the schemas with the defaults of added fields, and the table of the blobs.
  private func loadSchemas() throws(StoreError) -> SchemaCatalog {
    var schemas: [ArchiveSchema] = []
    try table.forEachRow(ofKind: CatalogRecord.schemaKind) { (key, definition) throws(StoreError) in
      guard try table.tableNumber(key) == schemas.count + 1,
        let schema = try? ArchiveSchema(definition: definition)
      else { throw table.damaged() }
      schemas.append(schema)
    }
    let added = try table.loadAddedFields()
    var blobs: CollectionRuntime?
    if let id = try table.number(CatalogRecord.blobTableKey) {
      blobs = .blobTable(id, try open(id), registries)
    }
    return SchemaCatalog(
      schemas.map(added.completing), added: added, blobs: blobs,
      unrecorded: registries.migrations.schemas)
  }

  /// Loads the record of the change log; returns `nil` without a change log.
  private func loadChangeLog() throws(StoreError) -> ChangeLogRecord? {
    guard let value = try table.value(CatalogRecord.changeLogKey) else { return nil }
    guard let (id, limits) = CatalogRecord.decodeChangeLog(value.span) else {
      throw table.damaged()
    }
    return ChangeLogRecord(id: id, table: try open(id), limits: limits)
  }

  /// Loads the values of a kind, by the table numbers in their keys.
  ///
  /// `decode` returns `nil` for a damaged value.
  private func values<Value>(
    _ kind: UInt8, from start: [UInt8]? = nil, _ decode: (Span<UInt8>) -> Value?
  ) throws(StoreError) -> [UInt32: Value] {
    var values: [UInt32: Value] = [:]
    try table.forEachRow(ofKind: kind, from: start) { (key, value) throws(StoreError) in
      guard let decoded = decode(value) else { throw table.damaged() }
      values[try table.tableNumber(key)] = decoded
    }
    return values
  }

  /// Opens the table with a number.
  private func open(_ id: UInt32) throws(StoreError) -> Table {
    try storeErrors { () throws(LMDBError) in
      let name = CollectionRecord.tableName(id)
      return Table(try table.transaction.openTable(named: name, create: false))
    }
  }
}

extension CollectionRuntime {
  /// Returns the blob table as a collection, because the blob table has the row layout of
  /// collections.
  ///
  /// The name appears only in errors.
  static func blobTable(
    _ id: UInt32, _ table: Table, _ registries: StoreRegistries
  ) -> CollectionRuntime {
    CollectionRuntime(
      CollectionRecord(name: "(blobs)", id: id, isDeclared: true, keyFormat: .raw), table: table,
      registries: registries)
  }
}
