internal import LodeCoding
internal import LodeLMDB

/// The table of the change log inside a transaction.
///
/// Invariant: the log has the records of consecutive revisions, up to the revision of the store. A
/// record whose first part is missing counts as deleted.
struct ChangeLogTable {
  let handle: TransactionHandle
  let log: ChangeLogRecord

  init(_ log: ChangeLogRecord, in handle: TransactionHandle) {
    (self.handle, self.log) = (handle, log)
  }

  /// The maximum number of parts that a commit deletes, beyond the number of parts that it wrote.
  static let mostDeleted = 64

  func damaged() -> StoreError { StoreError(.damaged, context: "the change log") }

  /// Returns the size of the log's pages, in bytes.
  func size() throws(StoreError) -> Int {
    try storeErrors { () throws(LMDBError) in try handle.statistics(log.table.place).bytes }
  }

  /// Opens a cursor, which the caller closes.
  private func cursor() throws(StoreError) -> CursorHandle {
    try storeErrors { () throws(LMDBError) in try CursorHandle(handle, over: log.table.place) }
  }

  // Writing.

  /// Appends the record of a write, and returns the number of its parts.
  func append(
    _ write: RecordedWrite, _ images: ChangeImages?, _ batch: BatchState
  ) throws(StoreError) -> Int {
    let cursor = try cursor()
    defer { cursor.close() }
    var count = 0
    var encoder = ChangeRecordEncoder(write) { (key, value) throws(StoreError) in
      count += 1
      let checksum = ChangeRecord.checksum(value.span, key: key.span, table: log.id)
      let isLast = try batch.errors { () throws(LMDBError) in
        try cursor.append(count: value.count + 8, forKey: key.span) { output in
          output.append(copying: value.span)
          output.append(littleEndian: checksum)
        }
      }
      if !isLast { throw damaged() }
    }
    for changes in write.changes { try encoder.add(changes, images) }
    try encoder.finish()
    return count
  }

  /// Deletes the oldest parts while the log exceeds its limits.
  ///
  /// - Parameters:
  ///   - most: The maximum number of deleted parts.
  ///   - newest: The revision of the newest record, which stays.
  ///   - time: The time of the commit, in microseconds since 1970.
  func cut(
    most: Int, newest: UInt64, time: Int64, _ batch: BatchState
  ) throws(StoreError) {
    let cursor = try cursor()
    defer { cursor.close() }
    var count = 0
    while count < most, let entry = try cursor.step(from: []) {
      guard let place = ChangeRecord.place(entry.key) else { throw damaged() }
      guard place.revision < newest, try isSurplus(entry, place, newest, time) else { return }
      _ = try batch.errors { () throws(LMDBError) in try cursor.deleteCurrent() }
      count += 1
    }
  }

  /// Returns whether the oldest part exceeds a limit of the log.
  private func isSurplus(
    _ entry: Entry, _ place: (revision: UInt64, part: UInt32), _ newest: UInt64, _ time: Int64
  ) throws(StoreError) -> Bool {
    // Parts without their first part belong to a record that an earlier commit has begun to delete.
    if place.part > 0 { return true }
    if let revisions = log.limits.revisions, newest - place.revision >= UInt64(revisions) {
      return true
    }
    if let age = log.limits.microseconds, entry.value.count >= ChangeRecord.headerSize {
      let written = Int64(bitPattern: entry.value.littleEndianUInt64(at: 1))
      if time.subtractingReportingOverflow(written).partialValue > age { return true }
    }
    return try size() > log.limits.bytes
  }

  // Reading.

  /// The revisions of the oldest and the newest complete record; `nil` without a record.
  func bounds() throws(StoreError) -> (oldest: UInt64, newest: UInt64)? {
    let cursor = try cursor()
    defer { cursor.close() }
    var oldest: UInt64?
    var start: [UInt8]? = []
    while oldest == nil, let entry = try cursor.step(from: start) {
      guard let place = ChangeRecord.place(entry.key) else { throw damaged() }
      start = nil
      if place.part == 0 { oldest = place.revision }
    }
    guard let oldest, let newest = try newestRevision(cursor), newest >= oldest else {
      return nil
    }
    return (oldest, newest)
  }

  private func newestRevision(_ cursor: CursorHandle) throws(StoreError) -> UInt64? {
    do throws(LMDBError) {
      guard let last = try cursor.move(.last) else { return nil }
      if let place = ChangeRecord.place(last.key) { return place.revision }
    } catch {
      throw StoreError(error)
    }
    throw damaged()
  }

  /// Returns the mark of a record, or `nil` if the log does not have the record.
  func mark(of revision: UInt64) throws(StoreError) -> UInt64? {
    let key = ChangeRecord.key(revision, part: 0)
    let value: Span<UInt8>?
    do throws(LMDBError) {
      value = try handle.get(key.span, in: log.table)
    } catch {
      throw StoreError(error)
    }
    guard let value else { return nil }
    let part = try open(value, key.span)
    guard part.count >= ChangeRecord.headerSize else { throw damaged() }
    return part.littleEndianUInt64(at: 9)
  }

  /// Returns the value of a part without its checksum.
  @_lifetime(copy value)
  private func open(_ value: Span<UInt8>, _ key: Span<UInt8>) throws(StoreError) -> Span<UInt8> {
    guard value.count > 8 else { throw damaged() }
    let part = value.extracting(0..<value.count - 8)
    guard
      ChangeRecord.checksum(part, key: key, table: log.id)
        == value.littleEndianUInt64(at: value.count - 8)
    else { throw damaged() }
    return part
  }

  /// Returns the first problem of the records, or `nil` if the log is sound.
  ///
  /// - Parameter head: The revision of the store, which the newest record has.
  func problem(_ head: UInt64) -> String? {
    var last: UInt64?
    do {
      try forEach(from: 0) { changes throws(StoreError) in
        if let last, changes.revision != last + 1 { throw damaged() }
        last = changes.revision
        return true
      }
    } catch {
      return "change log: a record after revision \(last ?? 0) is damaged or missing"
    }
    // A log that replaced a damaged log has no record before the next write.
    guard let last, last != head else { return nil }
    return "change log: the records end before revision \(head)"
  }

  /// Passes the records from a revision on to `body`, oldest first, until `body` returns `false`.
  ///
  /// The first record can have a greater revision, if the log does not have the given revision.
  ///
  /// - Throws: ``StoreError`` with `damaged` if a record is damaged or a part is missing.
  func forEach(
    from revision: UInt64, _ body: (ChangeSet) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let cursor = try cursor()
    defer { cursor.close() }
    var decoder: ChangeRecordDecoder?
    var start: [UInt8]? = ChangeRecord.key(revision, part: 0)
    while let entry = try cursor.step(from: start) {
      start = nil
      guard let place = ChangeRecord.place(entry.key) else { throw damaged() }
      if decoder == nil, place.part > 0 { continue }
      var record = decoder ?? ChangeRecordDecoder(place.revision)
      let part = try open(entry.value, entry.key)
      guard record.revision == place.revision, record.add(place.part, part) else {
        throw damaged()
      }
      decoder = record
      guard record.isComplete, let changes = record.changes else { continue }
      decoder = nil
      if try !body(changes) { return }
    }
    if decoder != nil { throw damaged() }
  }
}
