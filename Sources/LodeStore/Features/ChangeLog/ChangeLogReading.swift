internal import LodeLMDB

/// Reads the events after a position from one snapshot.
struct ChangeLogReading {
  private let handle: TransactionHandle
  private let catalog: CatalogSnapshot
  /// The number of keys and of records from which a read returns its events.
  private static let mostKeys = 10_000
  private static let mostRecords = 256

  init(_ handle: TransactionHandle, _ catalog: CatalogSnapshot) {
    (self.handle, self.catalog) = (handle, catalog)
  }

  private var catalogTable: CatalogTable {
    CatalogTable(transaction: handle, table: catalog.table)
  }

  /// The position of the snapshot, with the mark of the newest record.
  func position() throws(StoreError) -> ChangePosition {
    let revision = try catalogTable.head().revision
    let mark = try table()?.mark(of: revision)
    return ChangePosition(revision: revision, mark: mark)
  }

  /// Returns the acknowledged position of a consumer, or `nil`.
  func position(of consumer: String) throws(StoreError) -> ChangePosition? {
    try ChangeConsumers(table: catalogTable).position(of: consumer)
  }

  private func table() -> ChangeLogTable? {
    catalog.catalog.changeLog.map { ChangeLogTable($0, in: handle) }
  }

  /// Returns the next events after a position; empty if the position is that of the snapshot.
  ///
  /// - Throws: ``StoreError`` with `noHistory` if the store has no change log, or `damaged` if the
  ///   log is damaged.
  func events(after last: ChangePosition) throws(StoreError) -> [ChangeEvent] {
    guard let table = table() else { throw StoreError(.noHistory) }
    if table.log.table.isRefused { throw table.damaged() }
    let newest = try position()
    let known = try last.mark == nil ? nil : table.mark(of: last.revision)
    if last.revision > newest.revision || known != nil && known != last.mark {
      return [.gap(ChangeGap(last: last, next: newest, reason: .diverged))]
    }
    if last.revision == newest.revision { return [] }
    // Without the record, another history could have led to the next record.
    if last.mark != nil, known == nil {
      return [.gap(ChangeGap(last: last, next: newest, reason: .deleted))]
    }
    var events: [ChangeEvent] = []
    var keyCount = 0
    try table.forEach(from: last.revision + 1) { changes throws(StoreError) in
      let expected = last.revision + UInt64(events.count) + 1
      if changes.revision != expected {
        if events.isEmpty { return false }
        throw table.damaged()
      }
      keyCount += changes.keyCount
      events.append(.changes(changes))
      return keyCount < Self.mostKeys && events.count < Self.mostRecords
    }
    if events.isEmpty { return [.gap(ChangeGap(last: last, next: newest, reason: .deleted))] }
    return events
  }
}

extension ChangeLogReading {
  /// Returns the keys of a collection that the writes after a position changed; `nil` if the log
  /// lacks changes, or has too many changes for one read.
  func keys(
    of collection: String, after position: ChangePosition
  ) throws(StoreError) -> [RowKey]? {
    var keys: Set<RowKey> = []
    let events = try events(after: position)
    for event in events {
      guard case .changes(let changes) = event else { return nil }
      guard let found = changes[collection] else { continue }
      if found.cleared { return nil }
      keys.formUnion(found.inserted)
      keys.formUnion(found.updated)
      keys.formUnion(found.deleted)
    }
    guard let last = events.last else { return [] }
    return try last.position.revision == self.position().revision ? keys.sorted() : nil
  }
}

extension ChangeSet {
  fileprivate var keyCount: Int {
    collections.values.reduce(0) { $0 + $1.inserted.count + $1.updated.count + $1.deleted.count }
  }
}
