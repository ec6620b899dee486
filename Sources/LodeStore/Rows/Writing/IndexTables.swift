internal import LodeLMDB

/// The tables of indexes inside a write: emptying, replacing, and disabling indexes.
struct IndexTables {
  let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// Deletes all entries of an index, and discards pending changes.
  func empty(_ index: IndexRuntime, of collection: String) throws(StoreError) {
    context.discardChanges(ofTable: index.id)
    try context.batch.errors(collection: collection) { () throws(LMDBError) in
      try context.handle.clear(index.table.place)
    }
  }

  /// Deletes all entries of an index, and returns the index.
  ///
  /// If its table has damaged pages, the index gets an empty table.
  func emptied(_ index: IndexRuntime, of collection: String) throws(StoreError) -> IndexRuntime {
    if index.table.isRefused { return try moved(index, of: collection) }
    try empty(index, of: collection)
    return index
  }

  /// Returns the index with an empty table.
  ///
  /// The call does not read the pages of the old table.
  ///
  /// No later table gets the number of the old table, because processes have the old table open.
  private func moved(
    _ index: IndexRuntime, of collection: String
  ) throws(StoreError) -> IndexRuntime {
    context.discardChanges(ofTable: index.id)
    let (id, table) = try StoreTables(context).take()
    try context.batch.errors(collection: collection) { () throws(LMDBError) in
      try context.handle.abandonTable(named: CollectionRecord.tableName(index.id))
    }
    return index.with(table: table, isDistrusted: false) { $0.id = id }
  }

  /// Gives an index an empty table, and restarts the build.
  func replace(_ index: IndexRuntime, of info: CollectionRuntime) throws(StoreError) {
    context.states.forget(info.name)
    let empty = try moved(index, of: info.name)
    context.update(info.with(index: empty.restarted, named: index.name))
  }

  /// Deletes the entries of all indexes, after the deletion of all rows.
  ///
  /// Returns the changed description of the collection.
  func clear(_ info: CollectionRuntime) throws(StoreError) -> CollectionRuntime {
    let cleared = try changing(info, where: { _ in true }, { $0 })
    if cleared !== info { context.update(cleared) }
    return cleared
  }

  /// Empties some indexes of a collection for a rebuild, and returns the changed description of the
  /// collection.
  func restarting(
    _ info: CollectionRuntime, where isStale: (IndexDefinition) -> Bool = { _ in true }
  ) throws(StoreError) -> CollectionRuntime {
    try changing(info, where: { isStale($0.definition) }, \.restarted)
  }

  /// Disables each index that the program cannot maintain, before a row of the collection changes.
  ///
  /// The call never disables a usable unique index, because writes could then add duplicates.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if the program lacks a function of a usable
  ///   unique index, or `needsMigration` if the program lacks the migration plan.
  func disableUnknown(of info: CollectionRuntime) throws(StoreError) -> CollectionRuntime {
    let unknown = info.indexes.filter { $0.hasEntries && !info.canCompute($0) }
    if unknown.isEmpty { return info }
    for index in unknown where index.definition.kind == .unique && index.isUsable {
      throw StoreError(
        index.canCompute(in: info.name) ? .needsMigration : .unknownFunction,
        collection: info.name, context: "unique index \(index.name)")
    }
    let changed = try changing(
      info, where: { index in unknown.contains { $0 === index } }, \.disabled)
    context.update(changed)
    return changed
  }

  /// Empties some indexes, and returns the collection with the indexes that `change` returns.
  private func changing(
    _ info: CollectionRuntime, where isChanged: (IndexRuntime) -> Bool,
    _ change: (IndexRuntime) -> IndexRuntime
  ) throws(StoreError) -> CollectionRuntime {
    var changed = info
    for index in info.indexes where isChanged(index) {
      let new = change(try emptied(index, of: info.name))
      if new !== index { changed = changed.with(index: new, named: index.name) }
    }
    return changed
  }
}
