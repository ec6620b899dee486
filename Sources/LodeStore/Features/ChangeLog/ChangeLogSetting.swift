internal import LodeLMDB

/// Switches the change log on and off, and changes its limits, inside a write.
struct ChangeLogSetting {
  private let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// Applies a policy; the write changes nothing if the store already has the policy.
  func apply(_ policy: HistoryPolicy) throws(StoreError) {
    if context.catalog.hasHistory(policy) { return }
    guard let limits = policy.limits else { return try remove() }
    let id: UInt32
    let table: Table
    if let log = context.catalog.changeLog {
      (id, table) = (log.id, log.table)
    } else {
      (id, table) = try StoreTables(context).take()
    }
    context.catalog.changeLog = ChangeLogRecord(id: id, table: table, limits: limits)
    context.noteCatalogChange()
  }

  private func remove() throws(StoreError) {
    guard let log = context.catalog.changeLog else { return }
    if log.table.isRefused {
      try abandonTable(of: log)
    } else {
      try clearTable(of: log)
      context.catalog.freeTables.append(log.id)
    }
    context.catalog.changeLog = nil
    context.noteCatalogChange()
  }

  /// Replaces a damaged log, whose table this write has not changed, with an empty log.
  func replace(_ log: ChangeLogRecord) throws(StoreError) -> ChangeLogRecord {
    let (id, table) = try StoreTables(context).take()
    try abandonTable(of: log)
    let empty = ChangeLogRecord(id: id, table: table, limits: log.limits)
    context.catalog.changeLog = empty
    context.noteCatalogChange()
    return empty
  }

  /// Empties the table of a log.
  private func clearTable(of log: ChangeLogRecord) throws(StoreError) {
    do throws(StoreError) {
      try context.batch.errors { () throws(LMDBError) in
        try context.handle.clear(log.table.place)
      }
    } catch {
      if error.code == .damaged { context.store.noteDamage(of: log, "\(error)") }
      throw error
    }
  }

  /// Deletes the table of a log without reading its damaged pages.
  ///
  /// No later table gets the number of the table, because processes have the table open.
  private func abandonTable(of log: ChangeLogRecord) throws(StoreError) {
    let name = CollectionRecord.tableName(log.id)
    try context.batch.errors { () throws(LMDBError) in
      try context.handle.abandonTable(named: name)
    }
    context.participant(CommitActions.self).add { [weak store = context.store] in
      store?.forgetDamage(ofTable: name)
    }
  }
}

extension Catalog {
  /// Returns whether the store has a policy, in its stored form.
  func hasHistory(_ policy: HistoryPolicy) -> Bool {
    guard let limits = policy.limits, let log = changeLog else {
      return policy.limits == nil && changeLog == nil
    }
    return CatalogRecord.encode(log)
      == CatalogRecord.encode(ChangeLogRecord(id: log.id, table: log.table, limits: limits))
  }
}
