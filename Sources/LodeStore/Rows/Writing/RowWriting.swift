internal import LodeCoding
internal import LodeLMDB

// Writes of rows. Every put uses these methods.
extension CollectionState {
  /// Writes a row under a policy; returns `nil` if the policy is `replace` and the row does not
  /// exist.
  func put(
    _ value: Span<UInt8>, _ type: ValueType, _ rule: ExtrasRule, forKey key: Span<UInt8>,
    format: KeyFormat, policy: PutPolicy, revision: UInt64, prepared: PreparedBlock? = nil
  ) throws(StoreError) -> PutOutcome? {
    if type == .archive, context.catalog.schemas.hasUnrecorded(value) {
      let recorded = try context.recorded(value)
      return try put(
        recorded.span, type, rule, forKey: key, format: format, policy: policy,
        revision: revision)
    }
    if type == .archive, context.catalog.schemas.mayHaveBlobs(value),
      let moved = try context.moveBlobs(of: value)
    {
      return try context.using(moved) { () throws(StoreError) in
        try write(
          moved.bytes.span, type, rule, forKey: key, format: format, policy: policy,
          revision: revision, prepared: nil, blobs: moved.numbers)
      }
    }
    return try write(
      value, type, rule, forKey: key, format: format, policy: policy, revision: revision,
      prepared: prepared)
  }

  /// Writes a row whose blobs are already stored.
  private func write(
    _ value: Span<UInt8>, _ type: ValueType, _ rule: ExtrasRule, forKey key: Span<UInt8>,
    format: KeyFormat, policy: PutPolicy, revision: UInt64, prepared: PreparedBlock?,
    blobs: [UInt64] = []
  ) throws(StoreError) -> PutOutcome? {
    try TableKey.check(key, collection: name)
    if info?.keyFormat == nil {
      // The collection has no row. A put that requires a row must not create the collection.
      if case .replace = policy { return nil }
      if case .expect = policy { throw conflict(key, format, actual: nil) }
    }
    let info = try table(for: format, keyCount: key.count)
    try checkOwner(value, type, key, format)
    if info.pending != nil { context.noteWaiting(value, type, in: info) }
    var encoder = RecordEncoder(
      key: key, table: info.id, type: type, revision: revision, value: value, rule)
    encoder.blobs = blobs
    let prepared = prepared?.fits(info) == true ? prepared : nil
    if let block = prepared?.block {
      return try put(RecordEncoder(encoder, block: block.span), info, format, policy)
    }
    var buffer = CompressionBuffer()
    if prepared == nil, try compress(value, type, info, into: &buffer) {
      return try put(RecordEncoder(encoder, block: buffer.block), info, format, policy)
    }
    return try put(encoder, info, format, policy)
  }

  /// Compresses a value into a buffer, and returns whether the block is worth storing.
  ///
  /// Returns `false` if the policy excludes the value or the block is not shorter.
  @inline(__always)
  func compress(
    _ value: Span<UInt8>, _ type: ValueType, _ info: CollectionRuntime,
    into buffer: inout CompressionBuffer
  ) throws(StoreError) -> Bool {
    let policy = info.compression
    if policy.isOff || value.count < policy.threshold { return false }
    let compressor = try info.compressor(in: context.handle)
    let plain = fixedParts.plainCount(of: value, type, context.catalog.schemas)
    return buffer.compress(value, plainCount: plain, with: compressor.blocks)
  }

  /// Writes an encoded row at its table key.
  private func put(
    _ encoder: borrowing RecordEncoder, _ info: CollectionRuntime, _ format: KeyFormat,
    _ policy: PutPolicy
  ) throws(StoreError) -> PutOutcome? {
    let cursor = try cursor(in: info)
    let maintenance = try maintenance(info)
    // This call comes before any change, because it throws if the bytes are not an archive.
    try maintenance?.noteNew(encoder)
    if !encoder.hasLongKey {
      return try put(encoder, at: encoder.key, cursor, format, policy, maintenance)
    }
    let shortened = TableKey.shorten(encoder.key)
    return try put(encoder, at: shortened.span, cursor, format, policy, maintenance)
  }

  private func put(
    _ encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>, _ cursor: CursorHandle,
    _ format: KeyFormat, _ policy: PutPolicy, _ maintenance: RowMaintenance?
  ) throws(StoreError) -> PutOutcome? {
    switch policy {
    case .overwrite, .insert:
      let size = encoder.count
      let old: Span<UInt8>?
      var sum: UInt64 = 0
      do throws(LMDBError) {
        old = try cursor.insert(count: size, forKey: tableKey) { sum = encoder.write(into: &$0) }
      } catch {
        throw context.batch.failure(error, collection: name)
      }
      guard let old else {
        if let maintenance { try follow(maintenance, insertedUnder: cursor) }
        try exchangeBlobs([], for: encoder.blobs)
        notePut(.inserted, encoder.key, format, adding: sum)
        return .inserted
      }
      if case .insert = policy { throw duplicate(encoder.key, format) }
      return try overwrite(old, with: encoder, at: tableKey, cursor, format, maintenance)
    case .replace, .expect:
      let old: Entry?
      do throws(LMDBError) {
        old = try cursor.seek(tableKey)
      } catch {
        throw context.batch.failure(error, collection: name)
      }
      guard let old else {
        if case .expect = policy { throw conflict(encoder.key, format, actual: nil) }
        return nil
      }
      return try replace(
        old.value, with: encoder, at: tableKey, cursor, format, policy, maintenance)
    }
  }

  /// Overwrites the row under the cursor, unless the old and the new row are identical.
  private func overwrite(
    _ old: Span<UInt8>, with encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>,
    _ cursor: CursorHandle, _ format: KeyFormat, _ maintenance: RowMaintenance?
  ) throws(StoreError) -> PutOutcome {
    // A row without a readable record does not reveal its contribution to the content sum, so the
    // sum stays wrong.
    var replaced = Replaced()
    if let record = RowRecord(old) {
      replaced.sum = record.sum
      try checkCollision(record, at: tableKey, encoder.key, format)
      // A put overwrites a damaged row without an error, because the new row replaces all of its
      // bytes.
      if encoder.equalsBesideValue(record), isSound(record, encoder), hasValue(encoder, of: record)
      {
        return .unchanged
      }
      replaced.blobs = blobs(of: record, encoder.key)
    }
    guard case .keeping = encoder.rule, let record = RowRecord(old),
      record.hasSoundMetadata(key: encoder.key, table: encoder.table)
    else {
      return try replaceCurrent(
        old, with: encoder, at: tableKey, cursor, format, replaced, maintenance)
    }
    let extras = encoder.rule.extras(after: record.extras, stamp: record.stamp)
    return try replaceCurrent(
      old, with: RecordEncoder(encoder, extras: extras), at: tableKey, cursor, format, replaced,
      maintenance)
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
    _ cursor: CursorHandle, _ format: KeyFormat, _ old: Replaced, _ maintenance: RowMaintenance?
  ) throws(StoreError) -> PutOutcome {
    if let maintenance { try prepare(maintenance, current, for: encoder) }
    let size = encoder.count
    var sum: UInt64 = 0
    do throws(LMDBError) {
      try cursor.replaceCurrent(count: size, forKey: tableKey) { sum = encoder.write(into: &$0) }
    } catch {
      throw context.batch.failure(error, collection: name)
    }
    if let maintenance { try apply(maintenance) }
    try exchangeBlobs(old.blobs, for: encoder.blobs)
    notePut(.updated, encoder.key, format, adding: sum &- old.sum)
    return .updated
  }

  /// Checks the row under the cursor against the policy, and overwrites the row.
  private func replace(
    _ old: Span<UInt8>, with encoder: borrowing RecordEncoder, at tableKey: Span<UInt8>,
    _ cursor: CursorHandle, _ format: KeyFormat, _ policy: PutPolicy,
    _ maintenance: RowMaintenance?
  ) throws(StoreError) -> PutOutcome {
    guard let record = RowRecord(old) else { throw damaged(encoder.key, format) }
    // The checksums of a row with another key do not fit this key, so this check comes first.
    try checkCollision(record, at: tableKey, encoder.key, format)
    guard isSound(record, encoder) else { throw damaged(encoder.key, format) }
    if case .expect(let revision) = policy {
      guard record.header.revision == revision else {
        throw conflict(encoder.key, format, actual: record.header.revision)
      }
      return try overwrite(old, with: encoder, at: tableKey, cursor, format, maintenance)
    }
    if case .keeping = encoder.rule {
      return try overwrite(old, with: encoder, at: tableKey, cursor, format, maintenance)
    }
    let kept = RecordEncoder(encoder, extras: record.extras)
    return try overwrite(old, with: kept, at: tableKey, cursor, format, maintenance)
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
    guard let info, let header = try? BlockHeader(old), header.count == encoder.value.count else {
      return false
    }
    var buffer = DecompressionBuffer()
    do {
      try info.decompress(old, at: encoder.key, in: context.handle, into: &buffer)
    } catch {
      return false
    }
    return buffer.bytes.byteOrder(encoder.value) == 0
  }

  /// Appends a row whose key is greater than every existing key.
  ///
  /// The table compares the table keys, so long keys with the same prefix must have ascending
  /// hashes.
  ///
  /// - Throws: ``StoreError`` with `keysOutOfOrder` if the table key is not greater than every
  ///   existing table key.
  func append(
    _ value: Span<UInt8>, _ type: ValueType, forKey key: Span<UInt8>, format: KeyFormat,
    revision: UInt64, _ rule: ExtrasRule = .exactly(.none)
  ) throws(StoreError) {
    if type == .archive, context.catalog.schemas.hasUnrecorded(value) {
      let recorded = try context.recorded(value)
      return try append(
        recorded.span, type, forKey: key, format: format, revision: revision, rule)
    }
    if type == .archive, context.catalog.schemas.mayHaveBlobs(value),
      let moved = try context.moveBlobs(of: value)
    {
      return try context.using(moved) { () throws(StoreError) in
        try write(
          appending: moved.bytes.span, type, forKey: key, format: format, revision: revision,
          rule, blobs: moved.numbers)
      }
    }
    try write(
      appending: value, type, forKey: key, format: format, revision: revision, rule)
  }

  private func write(
    appending value: Span<UInt8>, _ type: ValueType, forKey key: Span<UInt8>, format: KeyFormat,
    revision: UInt64, _ rule: ExtrasRule, blobs: [UInt64] = []
  ) throws(StoreError) {
    try TableKey.check(key, collection: name)
    let info = try table(for: format, keyCount: key.count)
    try checkOwner(value, type, key, format)
    if info.pending != nil { context.noteWaiting(value, type, in: info) }
    var encoder = RecordEncoder(
      key: key, table: info.id, type: type, revision: revision, value: value, rule)
    encoder.blobs = blobs
    var buffer = CompressionBuffer()
    if try compress(value, type, info, into: &buffer) {
      return try append(RecordEncoder(encoder, block: buffer.block), info, format)
    }
    try append(encoder, info, format)
  }

  private func append(
    _ encoder: borrowing RecordEncoder, _ info: CollectionRuntime, _ format: KeyFormat
  ) throws(StoreError) {
    let cursor = try cursor(in: info)
    let maintenance = try maintenance(info)
    try maintenance?.noteNew(encoder)
    let size = encoder.count
    let appended: Bool
    var sum: UInt64 = 0
    do throws(LMDBError) {
      if encoder.hasLongKey {
        let shortened = TableKey.shorten(encoder.key)
        appended = try cursor.append(count: size, forKey: shortened.span) {
          sum = encoder.write(into: &$0)
        }
      } else {
        appended = try cursor.append(count: size, forKey: encoder.key) {
          sum = encoder.write(into: &$0)
        }
      }
    } catch {
      throw context.batch.failure(error, collection: name)
    }
    if !appended {
      throw StoreError(
        .keysOutOfOrder, collection: name, context: describe(encoder.key, format))
    }
    if let maintenance { try follow(maintenance, insertedUnder: cursor) }
    try exchangeBlobs([], for: encoder.blobs)
    notePut(.inserted, encoder.key, format, adding: sum)
  }

  // Errors.

  /// Throws `keyCollision` if a record belongs to another long key with the same table key.
  ///
  /// A whole key with another table key is damaged, and is no collision.
  private func checkCollision(
    _ record: borrowing RowRecord, at tableKey: Span<UInt8>, _ key: Span<UInt8>,
    _ format: KeyFormat
  ) throws(StoreError) {
    guard let other = record.longKeyBytes else { return }
    if other.byteOrder(key) != 0, TableKey.isForm(tableKey, of: other) {
      throw StoreError(.keyCollision, collection: name, context: describe(key, format))
    }
  }

  private func duplicate(_ key: Span<UInt8>, _ format: KeyFormat) -> StoreError {
    StoreError(.duplicateKey, collection: name, context: describe(key, format))
  }

  func damaged(_ key: Span<UInt8>, _ format: KeyFormat) -> StoreError {
    StoreError(.damaged, collection: name, context: describe(key, format))
  }

  private func conflict(
    _ key: Span<UInt8>, _ format: KeyFormat, actual: UInt64?
  ) -> StoreError {
    let found = actual.map { "is at revision \($0)" } ?? "does not exist"
    return StoreError(
      .revisionConflict, collection: name, context: "\(describe(key, format)) \(found)")
  }
}

/// Returns the text of a key for an error message, without the middle of a long key.
func describe(_ key: Span<UInt8>, _ format: KeyFormat) -> String {
  "key \(RowKey(bytes: Array(copying: key), format: format))".shortened
}
