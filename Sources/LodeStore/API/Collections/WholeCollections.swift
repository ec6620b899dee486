internal import LodeCoding
internal import LodeLMDB

/// Clearing, dropping, and renaming whole collections inside a write.
struct WholeCollections {
  private let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// Deletes a collection with its rows, indexes, dictionaries, and catalog entry.
  func drop(_ info: CollectionRuntime) throws(StoreError) {
    context.states.close()
    let keys = deletedKeys(of: info)
    let emptied = try empty(info, keepingDictionary: 0)
    context.catalog.freeTables += emptied.indexes.map(\.id)
    try context.batch.errors(collection: info.name) { () throws(LMDBError) in
      try context.catalogTable.setSequence(of: info.id, next: 1)
    }
    context.catalog.collections[info.name] = nil
    if !info.table.isShared { context.catalog.freeTables.append(info.id) }
    context.sums.clear(info.id)
    context.states.forget(info.name)
    context.changes?.noteCleared(info.name, keys)
    context.noteCatalogChange()
  }

  func rename(_ info: CollectionRuntime, to name: String) throws(StoreError) {
    try StoreTables(context).checkName(name)
    let other = context.catalog.collections[name]
    if let other, try isListed(other) { throw StoreError(.collectionExists, collection: name) }
    // The keys are read before the first change, because a damaged row throws.
    let keys = context.changes == nil ? [] : try keys(of: info)
    if let other { try drop(other) }
    context.states.close()
    let info = context.catalog.collections[info.name] ?? info
    let owner = context.catalog.owners(of: info.name)?.first
    let renamed = info.with {
      $0.name = name
      if let owner { $0.model = owner }
    }
    context.catalog.collections[info.name] = nil
    context.catalog.collections[name] = renamed
    context.store.registries.functions.add(from: info.name, to: name)
    context.states.forget(info.name)
    context.states.forget(name)
    context.noteCatalogChange()
    // Observers learn that the old collection is empty, and that the renamed collection has new
    // rows.
    context.changes?.noteCleared(info.name, keys)
    for key in keys { context.changes?.note(.inserted, key.bytes.span, key.format, in: name) }
  }

  /// Returns whether listings show a collection.
  ///
  /// Listings omit an empty collection without a declaration.
  func isListed(_ info: CollectionRuntime) throws(StoreError) -> Bool {
    if info.isDeclared { return true }
    return try info.rowCount(in: context.handle) > 0
  }

  /// Returns the keys of rows that the write is about to delete, if the write records its changes.
  ///
  /// - Returns: The keys; `nil` without a record, or if damage prevents reading the keys.
  fileprivate func deletedKeys(of info: CollectionRuntime) -> [RowKey]? {
    context.changes == nil ? nil : try? keys(of: info)
  }

  /// Returns the keys of all rows, in key order.
  private func keys(of info: CollectionRuntime) throws(StoreError) -> [RowKey] {
    do {
      return try Interruption.suspended {
        var keys: [RowKey] = []
        var scan = try RowScan(
          RowReader(context.handle, context.catalog.schemas), info, KeyBounds(.all),
          reversed: false, as: .stored)
        try scan.run { row in
          keys.append(row.key)
          return .next
        }
        return keys
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.damaged, collection: info.name, context: "\(error)")
    }
  }

  /// Deletes all rows of a collection, and returns the changed description of the collection.
  ///
  /// The call also deletes the index entries, the references to blobs, and the dictionaries, except
  /// dictionary `kept`.
  fileprivate func empty(
    _ info: CollectionRuntime, keepingDictionary kept: UInt32
  ) throws(StoreError) -> CollectionRuntime {
    let references = try BlobWriting(context)?.references(of: info)
    try context.batch.errors(collection: info.name) { () throws(LMDBError) in
      try context.handle.clear(info.table.place)
    }
    let emptied = try IndexTables(context).clear(info)
    try BlobWriting(context)?.release(references, of: info)
    if info.settings.dictionary > 0 {
      try context.batch.errors(collection: info.name) { () throws(LMDBError) in
        try context.catalogTable.deleteDictionaries(of: info.id, except: kept)
      }
    }
    return emptied
  }
}

extension CollectionState {
  /// Deletes every row, and returns the number of deleted rows.
  func clear() throws(StoreError) -> Int {
    guard let info else { return 0 }
    try context.checkOpen()
    let count = try info.rowCount(in: context.handle)
    if count == 0 { return 0 }
    closeCursor()
    let collections = WholeCollections(context)
    let keys = collections.deletedKeys(of: info)
    noteCleared(
      try collections.empty(info, keepingDictionary: info.settings.dictionary), keys)
    return count
  }
}
