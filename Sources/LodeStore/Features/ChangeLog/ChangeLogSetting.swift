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
    try removeTable(of: log)
    context.catalog.changeLog = nil
    context.noteCatalogChange()
  }

  /// Replaces a damaged log with an empty log, and returns the empty log.
  func replace(_ log: ChangeLogRecord) throws(StoreError) -> ChangeLogRecord {
    let (id, table) = try StoreTables(context).take()
    try removeTable(of: log)
    let empty = ChangeLogRecord(id: id, table: table, limits: log.limits)
    context.catalog.changeLog = empty
    context.noteCatalogChange()
    return empty
  }

  /// Empties the table of a log, or deletes the table without reading its damaged pages.
  ///
  /// No later table gets the number of a deleted table, because processes have the table open.
  private func removeTable(of log: ChangeLogRecord) throws(StoreError) {
    do throws(StoreError) {
      if log.table.isRefused { throw StoreError(.damaged) }
      try context.batch.errors { () throws(LMDBError) in
        try context.handle.clear(log.table.place)
      }
      context.catalog.freeTables.append(log.id)
    } catch {
      guard error.code == .damaged else { throw error }
      try context.batch.errors { () throws(LMDBError) in
        try context.handle.abandonTable(named: CollectionRecord.tableName(log.id))
      }
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
