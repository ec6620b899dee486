internal import LodeLMDB
import Synchronization

/// The indexes whose tables have damaged pages.
///
/// An index contains only values of rows, so a new build in an empty table loses nothing.
struct DamagedIndexes {
  /// The damage of each index; `collection` and `index` are not `nil`.
  let damage: [StoreHealth.Damage]

  /// Creates the list, or throws `damaged` if a damaged table is not the table of an index.
  init(_ tables: [FileDamage], in catalog: Catalog, _ path: String) throws(StoreError) {
    damage = tables.map { catalog.damage(.pages, "\($0)", ofTable: $0.table ?? "") }
    for (finding, table) in zip(damage, tables) where finding.index == nil {
      throw StoreError(.damaged, collection: finding.collection, context: "\(path): \(table)")
    }
  }
}

extension Store {
  /// Replaces the tables of indexes that the opening has found to be damaged, and builds the
  /// indexes.
  ///
  /// A read-only store only marks the indexes, so that queries read the rows.
  func replaceDamagedIndexes() throws {
    let tables = core.environment.damagedTables
    if tables.isEmpty { return }
    let catalog = core.published.withLock { $0.catalog.catalog }
    let damage = try DamagedIndexes(tables, in: catalog, path).damage
    if options.readOnly { return core.note(damage) }
    try write { transaction in
      transaction.context.changesContent = false
      for finding in damage { try transaction.context.replaceTable(finding) }
    }
    core.health.noteRebuilt(damage)
    for collection in Set(damage.compactMap(\.collection)).sorted() {
      do {
        try buildIndexes(of: collection)
      } catch let error as StoreError where error.code == .damaged {
        // A damaged row prevents the build. Until a build succeeds, queries read the rows.
      }
    }
  }
}

extension VerifyReport.DamagedIndex {
  /// Creates the value for a finding about the pages of an index.
  init(_ finding: StoreHealth.Damage) {
    self.init(
      collection: finding.collection ?? "", index: finding.index ?? "", hasDamagedPages: true)
  }
}

extension StoreCore {
  /// Records all damage of pages that a full check has found.
  func note(_ damage: [StoreHealth.Damage]) {
    health.replacePages(damage)
    applyDamageMarks()
  }
}

extension WriteContext {
  /// Gives the index of a finding an empty table, and restarts its build.
  ///
  /// Another process may have replaced the table already.
  func replaceTable(_ finding: StoreHealth.Damage) throws(StoreError) {
    guard let name = finding.collection, let info = catalog.collections[name],
      let index = info.indexes.first(where: { CollectionInfo.tableName($0.id) == finding.table })
    else { return }
    try replaceTable(of: index, info)
  }

  /// Gives an index an empty table, and restarts its build.
  ///
  /// The store does not use the number of the old table again, because processes have the table
  /// open.
  func replaceTable(of index: IndexInfo, _ info: CollectionInfo) throws(StoreError) {
    forgetState(of: info.name)
    tokenWriters[index.id] = nil
    let (id, table) = try takeTable()
    try batch.errors(collection: info.name) { () throws(LMDBError) in
      try handle.abandonTable(named: CollectionInfo.tableName(index.id))
    }
    let empty = index.restarted.moved(to: table, id: id)
    update(info.with(index: empty, named: index.name))
  }
}

extension IndexInfo {
  fileprivate func moved(to table: Table, id: UInt32) -> IndexInfo {
    IndexInfo(
      definition, id: id, table: table, known: known, state: state, isLossy: isLossy,
      isDeclared: isDeclared, foundDuplicates: foundDuplicates, hasChecks: hasChecks,
      progress: progress, isDistrusted: isDistrusted)
  }
}
