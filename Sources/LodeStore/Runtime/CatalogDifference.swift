internal import LodeCoding
internal import LodeLMDB

/// Writes the differences between two generations of a catalog.
struct CatalogDifference {
  private let old: Catalog
  private let new: Catalog
  private let table: CatalogTable

  init(from old: Catalog, to new: Catalog, in table: CatalogTable) {
    self.old = old
    self.new = new
    self.table = table
  }

  /// Writes the differences, and raises the store's format number if necessary.
  ///
  /// - Complexity: O(c) for c collections, schemas, and types.
  func write() throws(LMDBError) {
    try writeCollections()
    for id in Set(new.freeTables).subtracting(old.freeTables) {
      try table.put([], CatalogRecord.freeTableKey(id))
    }
    for id in Set(old.freeTables).subtracting(new.freeTables) {
      try table.putOrDelete([], CatalogRecord.freeTableKey(id))
    }
    try writeSchemas()
    try table.write(new.types, over: old.types)
    try table.write(new.shapes, over: old.shapes)
    try writeNumber(new.nextTable, over: old.nextTable, CatalogRecord.nextTableKey)
    try writeNumber(new.nextDictionary, over: old.nextDictionary, CatalogRecord.nextDictionaryKey)
    if let shared = new.shared, old.shared == nil {
      try writeNumber(shared.id, over: nil, CatalogRecord.sharedTableKey)
      try table.raiseFormat(to: CatalogRecord.sharedFormat)
    }
    try write(
      new.changeLog, over: old.changeLog, CatalogRecord.changeLogKey, CatalogRecord.encode)
    if new.changeLog != nil { try table.raiseFormat(to: CatalogRecord.changeLogFormat) }
  }

  private func writeCollections() throws(LMDBError) {
    let changed = new.collections.values.filter { $0 !== old.collections[$0.name] }
    let replaced = old.collections.values.filter { $0 !== new.collections[$0.name] }
    let earlier = Dictionary(replaced.map { ($0.id, $0) }) { first, _ in first }
    for info in changed { try write(info, over: earlier[info.id]) }
    let kept = Set(changed.map(\.id))
    for info in replaced {
      if new.collections[info.name] == nil {
        try table.putOrDelete([], CatalogRecord.collectionKey(info.name))
      }
      if kept.contains(info.id) { continue }
      try writeParts(of: info.id, nil, over: info.record)
      try writeIndexes(of: info.id, [], over: info.indexes)
    }
  }

  private func write(
    _ new: CollectionRuntime, over old: CollectionRuntime?
  ) throws(LMDBError) {
    let isRenamed = old?.name != new.name
    try write(
      CatalogRecord.encode(new.record),
      over: isRenamed ? nil : old.map { CatalogRecord.encode($0.record) },
      CatalogRecord.collectionKey(new.name)
    ) { $0 }
    try writeParts(of: new.id, new.record, over: old?.record)
    try writeIndexes(of: new.id, new.indexes, over: old?.indexes ?? [])
  }

  /// Writes the parts of a collection's record that have separate rows.
  private func writeParts(
    of id: UInt32, _ new: CollectionRecord?, over old: CollectionRecord?
  ) throws(LMDBError) {
    try write(
      new?.storedSettings, over: old?.storedSettings, CatalogRecord.compressionKey(id),
      CatalogRecord.encode)
    try write(
      new?.model, over: old?.model, CatalogRecord.key(CatalogRecord.modelKind, id)
    ) { Array($0.utf8) }
    try write(
      new?.pending, over: old?.pending, CatalogRecord.key(CatalogRecord.pendingKind, id),
      CatalogRecord.encode)
    if old?.pending != nil, new?.pending == nil {
      try PendingMigrationRecords(table, of: id).clear()
    }
  }

  /// Writes the indexes of a collection.
  private func writeIndexes(
    of id: UInt32, _ new: [IndexRuntime], over old: [IndexRuntime]
  ) throws(LMDBError) {
    for index in new {
      let earlier = old.first { $0.name == index.name }
      if index === earlier || index.record == earlier?.record { continue }
      try table.put(CatalogRecord.encode(index.record), CatalogRecord.indexKey(index.name, of: id))
      try table.raiseFormat(to: index.record.format)
    }
    for index in old where !new.contains(where: { $0.name == index.name }) {
      try table.putOrDelete([], CatalogRecord.indexKey(index.name, of: id))
    }
  }

  /// Writes the new schemas, the defaults of added fields, and the table of the blobs.
  private func writeSchemas() throws(LMDBError) {
    let (new, old) = (new.schemas, old.schemas)
    try table.write(new.added, over: old.added)
    for index in old.schemas.count..<max(old.schemas.count, new.schemas.count) {
      try table.put(new.schemas[index].definition, CatalogRecord.schemaKey(UInt32(index + 1)))
    }
    if let blobs = new.blobs, old.blobs == nil {
      try writeNumber(blobs.id, over: nil, CatalogRecord.blobTableKey)
      try table.raiseFormat(to: CatalogRecord.indexFormat)
    }
  }

  private func writeNumber(_ new: UInt32, over old: UInt32?, _ key: [UInt8]) throws(LMDBError) {
    if new != old { try table.put(CatalogRecord.encode(number: new), key) }
  }

  /// Writes a row if two values differ; `nil` deletes the row.
  private func write<Value: Equatable>(
    _ new: Value?, over old: Value?, _ key: [UInt8], _ encode: (Value) -> [UInt8]
  ) throws(LMDBError) {
    if new == old { return }
    if let new { try table.put(encode(new), key) } else { try table.putOrDelete([], key) }
  }
}

extension CollectionRecord {
  /// The compression settings, or `nil` for the default settings, which need no row.
  fileprivate var storedSettings: CompressionSettings? {
    settings == CompressionSettings() ? nil : settings
  }
}
