internal import LodeCoding
internal import LodeLMDB

/// The change of one row, with its index entries and its references to blobs.
struct RowWriter {
  private let state: CollectionState
  private let info: CollectionRuntime
  private let cursor: CursorHandle
  /// The maintenance of the indexes, or `nil` if a put has no indexes to maintain.
  private var maintenance: RowMaintenance?

  @inline(__always)
  init(_ state: CollectionState, _ info: CollectionRuntime) throws(StoreError) {
    self.state = state
    self.info = info
    cursor = try state.cursor(in: info)
  }

  /// Writes an encoded row at its table key, with the row's index entries.
  ///
  /// - Throws: ``StoreError`` with `damaged` if the bytes of the row are not an archive, or another
  ///   code if the policy refuses the row, or if the program cannot maintain an index.
  mutating func put(
    _ encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>, _ policy: PutPolicy
  ) throws(StoreError) -> PutOutcome? {
    // The index entries come before any change, because an error must leave the row unchanged.
    maintenance = try state.maintenance(info)
    try maintenance?.noteNew(encoder)
    let size = encoder.count
    var sum: UInt64 = 0
    switch policy {
    case .overwrite, .insert:
      let old: Span<UInt8>?
      do throws(LMDBError) {
        old = try cursor.insert(count: size, forKey: tableKey) { sum = encoder.write(into: &$0) }
      } catch {
        throw failure(error)
      }
      guard let old else { return try finishInsert(of: encoder, sum) }
      if case .insert = policy { throw refusal(.duplicateKey, encoder.key) }
      return try overwrite(old, with: encoder, at: tableKey)
    case .append:
      let isLast: Bool
      do throws(LMDBError) {
        isLast = try cursor.append(count: size, forKey: tableKey) {
          sum = encoder.write(into: &$0)
        }
      } catch {
        throw failure(error)
      }
      if !isLast { throw refusal(.keysOutOfOrder, encoder.key) }
      return try finishInsert(of: encoder, sum)
    case .replace, .expect:
      let old: Entry?
      do throws(LMDBError) {
        old = try cursor.seek(tableKey)
      } catch {
        throw failure(error)
      }
      if let old { return try replace(old.value, with: encoder, at: tableKey, policy) }
      if case .expect = policy { throw conflict(encoder.key, actual: nil) }
      return nil
    }
  }

  /// Adds the index entries of the inserted row under the cursor.
  ///
  /// If an index refuses the entries, the call deletes the row, and throws the error of the index.
  private func finishInsert(
    of encoder: borrowing RecordEncoder, _ sum: UInt64
  ) throws(StoreError) -> PutOutcome {
    if let maintenance {
      do throws(StoreError) {
        try maintenance.check()
      } catch {
        _ = try deleteCurrent()
        throw error
      }
    }
    try changeIndexes(maintenance, exchanging: [], for: encoder.blobs)
    state.notePut(.inserted, encoder.key, adding: sum)
    return .inserted
  }

  /// Checks the row under the cursor against the policy, and overwrites the row.
  private func replace(
    _ old: Span<UInt8>, with encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>,
    _ policy: PutPolicy
  ) throws(StoreError) -> PutOutcome {
    guard let record = RowRecord(old) else { throw info.damaged(at: encoder.key) }
    // The checksums of a row with another key do not fit this key, so this check comes first.
    try checkCollision(record, at: tableKey, encoder.key)
    guard isSound(record, encoder) else { throw info.damaged(at: encoder.key) }
    if case .expect(let revision) = policy {
      guard record.header.revision == revision else {
        throw conflict(encoder.key, actual: record.header.revision)
      }
    } else if case .exactly = encoder.rule {
      let kept = RecordEncoder(encoder, extras: record.extras)
      return try overwrite(old, with: kept, at: tableKey)
    }
    return try overwrite(old, with: encoder, at: tableKey)
  }

  /// Overwrites the row under the cursor, unless the old and the new row are identical.
  private func overwrite(
    _ old: Span<UInt8>, with encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>
  ) throws(StoreError) -> PutOutcome {
    // A row without a readable record does not reveal its contribution to the content sum, so the
    // sum stays wrong.
    guard let record = RowRecord(old) else {
      return try replaceCurrent(old, with: encoder, at: tableKey, Replaced())
    }
    try checkCollision(record, at: tableKey, encoder.key)
    // A put overwrites a damaged row without an error, because the new row replaces all of its
    // bytes.
    if encoder.equalsBesideValue(record), isSound(record, encoder), hasValue(encoder, of: record) {
      return .unchanged
    }
    let replaced = Replaced(sum: record.sum, blobs: state.blobs(of: record, encoder.key))
    guard case .keeping = encoder.rule,
      record.hasSoundMetadata(key: encoder.key, table: encoder.table)
    else { return try replaceCurrent(old, with: encoder, at: tableKey, replaced) }
    let extras = encoder.rule.extras(after: record.extras, stamp: record.stamp)
    return try replaceCurrent(
      old, with: RecordEncoder(encoder, extras: extras), at: tableKey, replaced)
  }

  /// The properties of an overwritten row.
  private struct Replaced {
    /// The contribution of the row to the collection's content sum.
    var sum: UInt64 = 0
    /// The blobs that the row refers to.
    var blobs: [UInt64] = []
  }

  /// Replaces the row under the cursor, its index entries, and its references to blobs.
  private func replaceCurrent(
    _ current: Span<UInt8>, with encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>,
    _ old: Replaced
  ) throws(StoreError) -> PutOutcome {
    if let maintenance {
      // At this point, the timestamps and metadata of the new row are final.
      if maintenance.asksRowProperties { try maintenance.noteNew(encoder) }
      try maintenance.noteOld(current, encoder.key, isDeleted: false)
      try maintenance.check()
    }
    let size = encoder.count
    var sum: UInt64 = 0
    do throws(LMDBError) {
      try cursor.replaceCurrent(count: size, forKey: tableKey) { sum = encoder.write(into: &$0) }
    } catch {
      throw failure(error)
    }
    try changeIndexes(maintenance, exchanging: old.blobs, for: encoder.blobs)
    state.notePut(.updated, encoder.key, adding: sum &- old.sum)
    return .updated
  }

  /// Writes the index changes of a changed row, and exchanges the row's references to blobs.
  ///
  /// The row itself has changed, so the write fails after an error here, even if its body catches
  /// the error. For example, a page of an index is damaged.
  private func changeIndexes(
    _ maintenance: RowMaintenance?, exchanging old: [UInt64], for new: [UInt64]
  ) throws(StoreError) {
    do throws(StoreError) {
      // Queries inside the write must use a changed description of the collection at once.
      if let maintenance, try maintenance.apply() { state.learn() }
      try state.exchangeBlobs(old, for: new)
    } catch {
      state.context.notePartialChange(error)
      throw error
    }
  }

  /// Returns whether the whole key and the checksums of a record fit the key of an encoder.
  private func isSound(_ record: borrowing RowRecord, _ encoder: borrowing RecordEncoder) -> Bool {
    if let whole = record.longKeyBytes, whole.byteOrder(encoder.key) != 0 { return false }
    return record.hasSoundValue(key: encoder.key, table: encoder.table)
      && record.hasSoundMetadata(key: encoder.key, table: encoder.table)
  }

  /// Returns whether an intact record holds the value of an encoder, in any stored form.
  private func hasValue(_ encoder: borrowing RecordEncoder, of record: borrowing RowRecord) -> Bool
  {
    let old = record.stored
    if !record.header.isCompressed { return old.byteOrder(encoder.value) == 0 }
    if encoder.isCompressed, old.byteOrder(encoder.stored) == 0 { return true }
    guard let header = try? BlockHeader(old), header.count == encoder.value.count else {
      return false
    }
    var buffer = DecompressionBuffer()
    do {
      try info.decompress(old, at: encoder.key, in: state.context.handle, into: &buffer)
    } catch {
      return false
    }
    return buffer.bytes.byteOrder(encoder.value) == 0
  }

  /// Deletes the row at a key, and returns whether the row existed.
  func delete(_ key: Span<UInt8>) throws(StoreError) -> Bool {
    guard let old = try row(at: key) else { return false }
    var replaced = Replaced()
    if let record = RowRecord(old) {
      replaced = Replaced(sum: record.sum, blobs: state.blobs(of: record, key))
    }
    let maintenance = try state.maintenance(info)
    try maintenance?.noteOld(old, key, isDeleted: true)
    if try !deleteCurrent() { return false }
    try changeIndexes(maintenance, exchanging: replaced.blobs, for: [])
    state.note(.deleted, key, adding: 0 &- replaced.sum)
    return true
  }

  private func deleteCurrent() throws(StoreError) -> Bool {
    try state.context.batch.errors(collection: info.name) { () throws(LMDBError) in
      try cursor.deleteCurrent()
    }
  }

  /// Moves the cursor to the row at a key, and returns the row's record, or `nil` if the row does
  /// not exist.
  @_lifetime(borrow self)
  private func row(at key: Span<UInt8>) throws(StoreError) -> Span<UInt8>? {
    do throws(LMDBError) {
      if !TableKey.isShortened(key) { return try cursor.seek(key)?.value }
      let shortened = TableKey.shorten(key)
      guard let found = try cursor.seek(shortened.span) else { return nil }
      guard let record = RowRecord(found.value), let whole = record.longKeyBytes else {
        throw LMDBError(.damaged, context: describe(key, info.keyFormat ?? .raw))
      }
      if whole.byteOrder(key) == 0 { return found.value }
      // This row has another key with the same prefix and hash.
      if TableKey.isForm(shortened.span, of: whole) { return nil }
      throw LMDBError(.damaged, context: describe(key, info.keyFormat ?? .raw))
    } catch {
      throw failure(error)
    }
  }

  // Errors.

  private func failure(_ error: LMDBError) -> StoreError {
    state.context.batch.failure(error, collection: info.name)
  }

  private func refusal(_ code: StoreError.Code, _ key: Span<UInt8>) -> StoreError {
    StoreError(code, collection: info.name, context: describe(key, info.keyFormat ?? .raw))
  }

  private func conflict(_ key: Span<UInt8>, actual: UInt64?) -> StoreError {
    state.conflict(key, info.keyFormat ?? .raw, actual: actual)
  }

  /// Throws `keyCollision` if a record belongs to another long key with the same table key.
  ///
  /// A whole key with another table key is damaged, and is no collision.
  private func checkCollision(
    _ record: borrowing RowRecord, at tableKey: Span<UInt8>, _ key: Span<UInt8>
  ) throws(StoreError) {
    guard let other = record.longKeyBytes else { return }
    if other.byteOrder(key) != 0, TableKey.isForm(tableKey, of: other) {
      throw refusal(.keyCollision, key)
    }
  }
}

/// Returns the text of a key for an error message, without the middle of a long key.
func describe(_ key: Span<UInt8>, _ format: KeyFormat) -> String {
  "key \(RowKey(bytes: Array(copying: key), format: format))".shortened
}
