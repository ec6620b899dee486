internal import LodeCoding
internal import LodeLMDB

/// A scan of the rows of a range, in either direction.
///
/// The table stores a key of over 510 bytes as a prefix and a hash. Rows whose long keys share the
/// prefix are therefore in hash order. The scan checks the bounds against whole keys.
struct RowScan: ~Copyable {
  private var walk: TableScan
  private let filter: ScanFilter
  private let info: CollectionRuntime
  private var decoder: RowDecoder

  /// Creates a scan of the rows within `bounds`.
  ///
  /// - Parameters:
  ///   - wantsValues: Whether to decompress values. Otherwise, a compressed row holds the
  ///     compressed block as the value.
  ///   - schemas: The schemas for migrating rows. With `nil`, the scan passes rows without
  ///     migrating them.
  init(
    _ handle: TransactionHandle, _ info: CollectionRuntime, _ bounds: KeyBounds, reversed: Bool,
    wantsValues: Bool = true, schemas: SchemaCatalog?, skipped: SkippedRowCounter? = nil
  ) throws(StoreError) {
    walk = try TableScan(handle, info.table, info.name, bounds, reversed: reversed)
    filter = ScanFilter(bounds: bounds, reversed: reversed)
    self.info = info
    decoder = RowDecoder(
      handle: handle, info: info, wantsValues: wantsValues,
      upgradeSchemas: info.waiting == nil || !wantsValues ? nil : schemas, skipped: skipped)
  }

  /// Lets the scan use values that a helper thread has decompressed.
  mutating func use(_ rows: DecompressedRows) { decoder.ahead = rows }

  /// Lets the scan skip rows that do not match a condition, before the scan decompresses the rows.
  mutating func skipRows(notMatching condition: Condition, in access: CollectionAccess) {
    decoder.filter = FixedPartFilter(condition, in: access)
  }

  /// Calls `body` for each row of the range until `body` returns `.stop`.
  mutating func run(_ body: (borrowing Row) throws -> IterationStep) throws {
    while let entry = try walk.step() {
      var key = entry.key
      if TableKey.isShortened(key) {
        // A row with a damaged key may be at a wrong position in the order.
        guard let record = RowRecord(entry.value), let whole = record.longKeyBytes,
          TableKey.isForm(key, of: whole)
        else { throw info.damaged(at: key) }
        key = whole
      }
      if filter.isBehind(key) { continue }
      if filter.isBeyond(key) {
        if filter.sharesHeadWithBound(entry.key) { continue }
        return
      }
      guard let record = RowRecord(entry.value) else { throw info.damaged(at: key) }
      if let whole = record.longKeyBytes { key = whole }
      do {
        if try decoder.pass(record, key: key, body) == .stop { return }
      } catch {
        throw info.naming(error, at: key)
      }
    }
  }
}

/// Decompresses and migrates the rows of a scan, and passes each row to a closure.
private struct RowDecoder: ~Copyable {
  let handle: TransactionHandle
  let info: CollectionRuntime
  /// Whether to decompress values.
  ///
  /// Otherwise, a compressed row holds the compressed block as the value.
  let wantsValues: Bool
  /// The schemas for migrating rows.
  ///
  /// With `nil`, the scan passes rows without migrating them.
  let upgradeSchemas: SchemaCatalog?
  /// Counts skipped rows.
  ///
  /// With `nil`, a row whose migration fails ends the scan with the row's error.
  let skipped: SkippedRowCounter?
  var buffer = DecompressionBuffer()
  /// Excludes rows before decompression; `nil` if the scan passes all rows.
  var filter: FixedPartFilter?
  /// The values that a helper thread has decompressed; `nil` without a helper thread.
  var ahead: DecompressedRows?

  /// Checks a record, and passes its row to `body`.
  @inline(__always)
  mutating func pass(
    _ record: borrowing RowRecord, key: Span<UInt8>,
    _ body: (borrowing Row) throws -> IterationStep
  ) throws -> IterationStep {
    if record.header.isCompressed, let index = ahead?.index(of: record) {
      return try passAhead(record, key: key, index, body)
    }
    try record.check(key: key, in: info)
    if let upgradeSchemas, record.header.type == .archive {
      return try passUpgraded(record, key: key, upgradeSchemas, body)
    }
    if record.header.isCompressed && wantsValues {
      if filter != nil, excludes(record, key: key) { return .next }
      return try passDecompressed(record, key: key, body)
    }
    return try body(Row(key: key, record, value: record.stored, in: info))
  }

  /// Returns whether the filter excludes a compressed row.
  private mutating func excludes(_ record: borrowing RowRecord, key: Span<UInt8>) -> Bool {
    guard record.header.type == .archive, let fixed = BlockHeader.plainBytes(of: record.stored)
    else { return false }
    return filter?.excludes(RowValue(record, value: fixed), key: key) ?? false
  }

  /// Decompresses a row, and passes the row to `body`.
  private mutating func passDecompressed(
    _ record: borrowing RowRecord, key: Span<UInt8>,
    _ body: (borrowing Row) throws -> IterationStep
  ) throws -> IterationStep {
    try info.decompress(record.stored, at: key, in: handle, into: &buffer)
    return try body(Row(key: key, record, value: buffer.bytes, in: info))
  }

  /// Passes a row to `body` whose value a helper thread has checked and decompressed.
  private func passAhead(
    _ record: borrowing RowRecord, key: Span<UInt8>, _ index: Int,
    _ body: (borrowing Row) throws -> IterationStep
  ) throws -> IterationStep {
    guard let ahead else { return .next }
    return try body(Row(key: key, record, value: ahead[index], in: info))
  }

  /// Migrates a row if its migration is pending, and passes the row to `body`.
  private mutating func passUpgraded(
    _ record: borrowing RowRecord, key: Span<UInt8>, _ schemas: SchemaCatalog,
    _ body: (borrowing Row) throws -> IterationStep
  ) throws -> IterationStep {
    if !record.header.isCompressed {
      return try Self.pass(record, record.stored, key, info, schemas, handle, skipped, body)
    }
    try info.decompress(record.stored, at: key, in: handle, into: &buffer)
    return try Self.pass(record, buffer.bytes, key, info, schemas, handle, skipped, body)
  }

  /// Passes the migrated row, or the unchanged row if the row needs no migration.
  private static func pass(
    _ record: borrowing RowRecord, _ value: Span<UInt8>, _ key: Span<UInt8>,
    _ info: CollectionRuntime, _ schemas: SchemaCatalog, _ handle: TransactionHandle,
    _ skipped: SkippedRowCounter?, _ body: (borrowing Row) throws -> IterationStep
  ) throws -> IterationStep {
    let upgraded: [UInt8]?
    do {
      upgraded = try info.upgraded(value, at: key, schemas, handle)
    } catch {
      guard let skipped, !Interruption.isCause(of: error) else { throw error }
      skipped.note(key)
      return .next
    }
    if let upgraded {
      return try body(Row(key: key, record, value: upgraded.span, in: info))
    }
    return try body(Row(key: key, record, value: value, in: info))
  }
}

/// Decides which keys a scan skips, and at which key the scan stops.
struct ScanFilter {
  let bounds: KeyBounds
  let reversed: Bool

  /// Returns whether a key comes before the range, in the direction of the scan.
  func isBehind(_ key: Span<UInt8>) -> Bool {
    reversed ? bounds.isAbove(key) : bounds.isBelow(key)
  }

  /// Returns whether a key comes after the range, in the direction of the scan.
  func isBeyond(_ key: Span<UInt8>) -> Bool {
    reversed ? bounds.isBelow(key) : bounds.isAbove(key)
  }

  /// Returns whether the bound at the end of the scan is a long key, and a table key has the same
  /// prefix.
  ///
  /// Long keys with that prefix are in hash order, so a key inside the range can follow.
  func sharesHeadWithBound(_ tableKey: Span<UInt8>) -> Bool {
    let bound = reversed ? bounds.lower : bounds.upper ?? []
    guard bound.count > TableKey.headSize else { return false }
    let head = bound.span.extracting(first: TableKey.headSize)
    return tableKey.extracting(first: TableKey.headSize).byteOrder(head) == 0
  }
}

/// The entries of a table from the start of a range to the end of the table, in either direction.
struct TableScan: ~Copyable {
  private let cursor: CursorHandle
  private let name: String
  private let bounds: KeyBounds
  private let reversed: Bool
  private var started = false
  private var interruption: Interruption?

  init(
    _ handle: TransactionHandle, _ table: Table, _ name: String, _ bounds: KeyBounds,
    reversed: Bool
  ) throws(StoreError) {
    interruption = Interruption.current
    try interruption?.check()
    cursor = try storeErrors(collection: name) { () throws(LMDBError) in
      try CursorHandle(handle, over: table.place)
    }
    self.name = name
    self.bounds = bounds
    self.reversed = reversed
  }

  deinit { cursor.close() }

  /// Returns the next entry, or `nil` at the end of the table.
  @_lifetime(&self)
  mutating func step() throws(StoreError) -> Entry? {
    try interruption?.step()
    do throws(LMDBError) {
      if started {
        return try cursor.move(reversed ? .previous : .next)
      }
      started = true
      return try start()
    } catch {
      throw StoreError(error, collection: name)
    }
  }

  /// Returns the entry before the range in the direction of the scan, or `nil` if no entry exists.
  ///
  /// The next step returns the first entry of the range. Callers must use the method before the
  /// first step.
  @_lifetime(&self)
  mutating func stepBefore() throws(StoreError) -> Entry? {
    do throws(LMDBError) {
      started = true
      if let entry = try entryBefore() { return entry }
      started = false
      return nil
    } catch {
      throw StoreError(error, collection: name)
    }
  }

  @_lifetime(borrow self)
  private func entryBefore() throws(LMDBError) -> Entry? {
    if !reversed {
      if bounds.lower.isEmpty { return nil }
      return try cursor.seek(lessThan: bounds.lower.span.extracting(first: TableKey.headSize))
    }
    guard let upper = bounds.upper else { return nil }
    if upper.count <= TableKey.headSize { return try cursor.seek(atLeast: upper.span) }
    guard let end = Self.successor(ofPrefix: upper.prefix(TableKey.headSize)) else { return nil }
    return try cursor.seek(atLeast: end.span)
  }

  /// Moves the cursor to the first entry that can be in the range.
  @_lifetime(borrow self)
  private func start() throws(LMDBError) -> Entry? {
    if !reversed {
      return try cursor.seek(atLeast: bounds.lower.span.extracting(first: TableKey.headSize))
    }
    guard let upper = bounds.upper else { return try cursor.move(.last) }
    if upper.count <= TableKey.headSize { return try cursor.seek(lessThan: upper.span) }
    // Every key that shares the bound's prefix can be in the range.
    guard let end = Self.successor(ofPrefix: upper.prefix(TableKey.headSize)) else {
      return try cursor.move(.last)
    }
    return try cursor.seek(lessThan: end.span)
  }

  /// Returns the lowest byte string greater than all strings with a prefix.
  ///
  /// Returns `nil` if all bytes of the prefix have the highest value.
  private static func successor(ofPrefix prefix: ArraySlice<UInt8>) -> [UInt8]? {
    guard let last = prefix.lastIndex(where: { $0 != 0xFF }) else { return nil }
    var bytes = Array(prefix[...last])
    bytes[bytes.count - 1] += 1
    return bytes
  }
}
