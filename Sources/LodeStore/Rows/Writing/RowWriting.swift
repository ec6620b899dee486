internal import LodeCoding

// Puts of rows.
extension CollectionState {
  /// Writes a row; returns `nil` if the policy is `replace` and the row does not exist.
  ///
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keysOutOfOrder` if the policy is `append`, and the table key is not greater than every
  ///     existing table key.
  ///   - Another code if the policy, the collection, or an index refuses the row.
  func put(_ put: borrowing RowPut) throws(StoreError) -> PutOutcome? {
    if put.type == .archive, put.blobs.isEmpty {
      if context.catalog.schemas.hasUnrecorded(put.value) {
        let recorded = try states.schemas.recorded(put.value)
        return try self.put(RowPut(put, storing: recorded.span))
      }
      if context.catalog.schemas.mayHaveBlobs(put.value),
        let outcome = try movingBlobs(
          of: put.value,
          { (value, blobs) throws(StoreError) in
            try self.put(RowPut(put, storing: value, blobs: blobs))
          })
      {
        return outcome
      }
    }
    try TableKey.check(put.key, collection: name)
    if info?.keyFormat == nil {
      // The collection has no row. A put that requires a row must not create the collection.
      if case .replace = put.policy { return nil }
      if case .expect = put.policy { throw conflict(put.key, put.format, actual: nil) }
    }
    let info = try table(for: put.format, keyCount: put.key.count)
    try owner.check(put, name, in: context)
    if info.pending != nil { info.noteWaiting(put, in: context) }
    let isReady = put.prepared?.fits(info) ?? false
    let ready = isReady ? put.prepared?.block ?? [] : []
    var buffer = CompressionBuffer()
    var isCompressed = false
    if !isReady { isCompressed = try compress(put.value, put.type, info, into: &buffer) }
    let compressed = buffer.block
    let block: Span<UInt8>? =
      isReady ? (ready.isEmpty ? nil : ready.span) : isCompressed ? compressed : nil
    let encoder = RecordEncoder(
      RecordHead(table: info.id, type: put.type, revision: context.revision), key: put.key,
      value: put.value, block: block, put.rule, blobs: put.blobs)
    var writer = try RowWriter(self, info)
    let shortened = TableKey.isShortened(put.key) ? TableKey.shorten(put.key) : []
    return try writer.put(
      encoder, at: shortened.isEmpty ? put.key : shortened.span, put.policy)
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
    return fixedParts.compress(
      value, type, context.catalog.schemas, with: compressor.blocks, into: &buffer)
  }

  func conflict(_ key: Span<UInt8>, _ format: KeyFormat, actual: UInt64?) -> StoreError {
    let found = actual.map { "is at revision \($0)" } ?? "does not exist"
    return StoreError(
      .revisionConflict, collection: name, context: "\(describe(key, format)) \(found)")
  }
}
