internal import LodeCoding
internal import LodeLMDB

/// Moves unreadable rows to the quarantines of their collections, inside a write.
struct RowQuarantine {
  let session: WriteSession

  /// Moves rows, and returns the moved rows.
  ///
  /// The call skips rows that no longer exist.
  func move(
    _ rows: [VerifyReport.UnreadableRow]
  ) throws -> [RepairReport.QuarantinedValue] {
    var moved: [RepairReport.QuarantinedValue] = []
    var damaged: Set<String> = []
    for row in rows {
      guard let (quarantine, isDamaged) = try move(row) else { continue }
      moved.append(.init(row: row, quarantine: quarantine))
      if isDamaged { damaged.insert(row.collection) }
    }
    for collection in damaged { try recountSum(of: collection) }
    for collection in damaged { reindex(collection) }
    return moved
  }

  /// The stored data of an unreadable row.
  private struct Remains {
    /// The key of the row, or the table key (``TableKey``) of a damaged row.
    var key: RowKey
    /// The value of the row, or the whole record of a damaged row.
    var bytes: [UInt8]
    var type: ValueType
    var extras: RowExtras
    /// Whether the record is damaged, so that its index entries and its checksum are unknown.
    var isDamaged: Bool
  }

  /// Moves a row to the quarantine of its collection, and returns the name of the quarantine.
  ///
  /// Returns `nil` if the row does not exist.
  private func move(
    _ row: VerifyReport.UnreadableRow
  ) throws -> (quarantine: String, isDamaged: Bool)? {
    guard let info = session.catalog.collections[row.collection], let format = info.keyFormat,
      let remains = try remains(of: row, in: info)
    else { return nil }
    let quarantine = try keep(remains, of: row.collection)
    let state = session.states.state(of: row.collection)
    if !remains.isDamaged {
      _ = try state.delete(remains.key.bytes.span, format: format)
      return (quarantine, false)
    }
    try state.deleteDamaged(row.tableKey.span)
    return (quarantine, true)
  }

  /// Returns the stored data of a row, or `nil` if the row does not exist.
  private func remains(
    of row: VerifyReport.UnreadableRow, in info: CollectionRuntime
  ) throws -> Remains? {
    let (handle, tableKey) = (session.handle, row.tableKey)
    let record = try storeErrors(collection: info.name) { () throws(LMDBError) in
      try handle.get(tableKey.span, in: info.table)?.copied()
    }
    guard let record else { return nil }
    do {
      var found: StoredRow?
      let key = row.key.bytes
      let access = CollectionAccess(
        info.with { $0.pending = nil }, named: info.name, handle, session.catalog.schemas)
      _ = try access.withRow(key.span, row.key.format) { found = $0.copied(key: row.key) }
      if let found, TableKey.isShortened(key.span) || key == row.tableKey {
        // A put of an unreadable archive would fail, so the quarantine stores the archive as bytes.
        let isArchive = found.type == .archive
        let isReadable =
          !isArchive || (try? access.archive(found.bytes.span, .archive)) != nil
        return Remains(
          key: row.key, bytes: found.bytes, type: isReadable ? found.type : .bytes,
          extras: found.extras, isDamaged: false)
      }
    } catch let error as StoreError where error.code == .damaged {}
    return Remains(
      key: RowKey(bytes: row.tableKey, format: row.key.format), bytes: record,
      type: .bytes, extras: .none, isDamaged: true)
  }

  /// Inserts the remains of a row into the first quarantine collection that accepts the row, and
  /// returns the name of that collection.
  private func keep(_ remains: Remains, of collection: String) throws -> String {
    var number = 1
    while true {
      let name = "quarantine.\(collection)" + (number == 1 ? "" : ".\(number)")
      if try insert(remains, into: name) { return name }
      number += 1
    }
  }

  /// Inserts the remains of a row into a collection, and returns whether the collection accepts the
  /// row.
  private func insert(_ remains: Remains, into collection: String) throws -> Bool {
    let (key, format, bytes) = (remains.key.bytes, remains.key.format, remains.bytes)
    let state = session.states.state(of: collection)
    do {
      _ = try state.put(
        RowPut(
          bytes.span, remains.type, forKey: key.span, format, .insert, .exactly(remains.extras)))
      return true
    } catch {
      let isTaken = [.duplicateKey, .keyFormatMismatch, .protectedCollection].contains(error.code)
      if isTaken { return false }
      throw error
    }
  }

  /// Recomputes the content sum of a collection after damaged rows were deleted.
  ///
  /// The content sum is the sum of the rows' checksums. A damaged row does not reveal its
  /// contribution.
  private func recountSum(of collection: String) throws {
    session.states.forget(collection)
    guard let info = session.catalog.collections[collection] else { return }
    var sum: UInt64 = 0
    var walk = try TableScan(
      session.handle, info.table, info.name, KeyBounds(.all), reversed: false)
    while let entry = try walk.step() {
      if let record = RowRecord(entry.value) { sum &+= record.sum }
    }
    session.sums.clear(info.id)
    session.sums.add(sum, to: info.id)
  }

  /// Schedules the rebuild of a collection's indexes after damaged rows were deleted.
  ///
  /// A damaged row does not reveal its index entries.
  private func reindex(_ collection: String) {
    guard let info = session.catalog.collections[collection], !info.indexes.isEmpty else { return }
    session.batch.collectionsToReindex.insert(info.id)
  }
}

extension CollectionState {
  /// Deletes the row at a table key without reading the row.
  fileprivate func deleteDamaged(_ tableKey: Span<UInt8>) throws(StoreError) {
    guard let info else { return }
    let cursor = try cursor(in: info)
    try context.batch.errors(collection: name) { () throws(LMDBError) in
      if try cursor.seek(tableKey) != nil { _ = try cursor.deleteCurrent() }
    }
    if TableKey.isShortened(tableKey) {
      // The whole key was in the damaged row.
      noteRewritten(adding: 0)
      context.changes?.noteUnknownKey(in: name)
    } else {
      note(.deleted, tableKey, adding: 0)
    }
  }
}
