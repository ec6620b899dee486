internal import LodeCoding

/// The maintenance of all indexes of one collection in one write.
final class RowMaintenance {
  private let collection: CollectionRuntime
  private let context: WriteSession
  private let reader: FieldReader
  private let maintainers: [any IndexMaintainer]
  /// The names of the indexes that have become lossy (got inexact entries) in this write.
  private var coarse: Set<String> = []
  /// The maintainers that the current change affects.
  private var concerned: [any IndexMaintainer] = []
  /// Whether entries without a row can remain, because the write changed or deleted a damaged row.
  private var mustRebuild = false

  /// Creates the maintenance of a collection's indexes, or returns `nil` if the collection has no
  /// index to maintain.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if the program lacks a function of a unique
  ///   index, or `needsMigration` if the program lacks the migration plan.
  init?(_ collection: CollectionRuntime, _ context: WriteSession) throws(StoreError) {
    let collection = try IndexTables(context).disableUnknown(of: collection)
    let indexes = collection.indexes.filter { collection.canCompute($0) }
    if indexes.isEmpty { return nil }
    self.collection = collection
    self.context = context
    let reader = FieldReader(indexes, of: collection, context.handle)
    self.reader = reader
    maintainers = indexes.map { index in
      context.store.indexKind(of: index.definition)
        .maintainer(of: index, in: collection, context, reader, isBuilding: false)
    }
  }

  /// Whether indexes use row properties, such as `$created`.
  var asksRowProperties: Bool { reader.hasRowProperties }

  /// Records the new state of an inserted or updated row.
  ///
  /// For an updated row, the call comes before `noteOld`.
  func noteNew(_ encoder: borrowing RecordEncoder) throws(StoreError) {
    begin(encoder.key)
    guard encoder.type == .archive else { return }
    var properties: RowProperties?
    if reader.hasRowProperties {
      properties = try? RowProperties(encoder, collection.keyFormat)
      if properties == nil { throw collection.damaged(at: encoder.key) }
    }
    try note(encoder.key, encoder.value, .new, properties)
  }

  /// Records the old state of an updated or deleted row.
  ///
  /// For a deleted row, the call discards the records of the previous change first.
  func noteOld(_ old: Span<UInt8>, _ key: Span<UInt8>, isDeleted: Bool) throws(StoreError) {
    if isDeleted { begin(key) }
    if concerned.isEmpty { return }
    guard let record = RowRecord(old), record.hasSoundValue(key: key, table: collection.id) else {
      // The old entries of a damaged row are unknown.
      mustRebuild = true
      return
    }
    guard record.header.type == .archive else { return }
    do throws(StoreError) {
      let properties = try properties(of: record, key)
      if record.header.isCompressed, collection.pending == nil,
        let fixed = BlockHeader.plainBytes(of: record.stored),
        try reader.withFixedPart(
          fixed, context.catalog.schemas,
          { () throws(StoreError) in try note(key, fixed, .old, properties) })
      {
        return
      }
      var buffer = RowBuffer()
      try RowReader(context.handle, context.catalog.schemas)
        .decompress(record, at: key, of: collection, into: &buffer)
      try note(key, buffer.value(of: record), .old, properties)
    } catch {
      mustRebuild = true
    }
  }

  private func properties(
    of record: borrowing RowRecord, _ key: Span<UInt8>
  ) throws(StoreError) -> RowProperties? {
    if !reader.hasRowProperties { return nil }
    guard record.hasSoundMetadata(key: key, table: collection.id),
      let properties = try? RowProperties(record, key: key, collection.keyFormat)
    else { throw collection.damaged(at: key) }
    return properties
  }

  private func begin(_ key: Span<UInt8>) {
    concerned.removeAll(keepingCapacity: true)
    for maintainer in maintainers where maintainer.info.coversRow(at: key) {
      maintainer.forget()
      concerned.append(maintainer)
    }
  }

  private func note(
    _ key: Span<UInt8>, _ archive: Span<UInt8>, _ side: IndexedSide, _ properties: RowProperties?
  ) throws(StoreError) {
    let rows = RowReader(context.handle, context.catalog.schemas)
    let hasEntries = try rows.withIndexed(archive, at: key, of: collection) {
      (archive) throws(StoreError) in
      try noteEntries(key, archive, side, properties)
    }
    if !hasEntries { PendingRows.noteFailure(inTable: collection.id, of: context) }
  }

  private func noteEntries(
    _ key: Span<UInt8>, _ archive: Span<UInt8>, _ side: IndexedSide, _ properties: RowProperties?
  ) throws(StoreError) {
    var row = IndexedRow(
      key: key, archive: archive, schemas: context.catalog.schemas, reader: reader,
      properties: properties)
    do {
      for maintainer in concerned { try maintainer.note(&row, side) }
    } catch {
      if let error = error as? StoreError { throw error }
      let place = describe(key, collection.keyFormat ?? .raw)
      throw StoreError(
        .damaged, collection: collection.name, context: "\(place): \(error)",
        cause: StoreError.codingCause(error))
    }
  }

  /// Refuses a change that violates a unique index.
  func check() throws(StoreError) {
    for maintainer in concerned { try maintainer.check() }
  }

  /// Writes the new entries, and deletes the old entries.
  ///
  /// - Returns: Whether the description of the collection in the catalog has changed.
  func apply() throws(StoreError) -> Bool {
    var hasLearnt = false
    for maintainer in concerned {
      try maintainer.apply()
      if maintainer.isLossy, !maintainer.info.isLossy,
        coarse.insert(maintainer.info.name).inserted
      {
        noteCoarse(maintainer.info.name)
        hasLearnt = true
      }
    }
    return hasLearnt
  }

  /// Closes the cursors.
  ///
  /// If entries without a row can remain, the batch rebuilds the indexes.
  func close() {
    for maintainer in maintainers { maintainer.close() }
    if mustRebuild { context.batch.collectionsToReindex.insert(collection.id) }
  }

  private func noteCoarse(_ name: String) {
    guard let info = context.catalog.collection(ofTable: collection.id),
      let index = info.index(named: name)
    else { return }
    context.update(info.with(index: index.with { $0.isLossy = true }, named: name))
  }
}

extension IndexRuntime {
  /// Returns whether a change of the row with a key changes the entries.
  fileprivate func coversRow(at key: Span<UInt8>) -> Bool {
    if state != .building { return isUsable }
    return TableKey.withForm(of: key, covers)
  }
}
