internal import LodeCoding
internal import LodeLMDB

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

  /// Moves forward to the last entry before a key, and returns the entry; `nil` if no entry exists.
  ///
  /// The next step returns the first entry that is not before the key.
  @_lifetime(&self)
  mutating func skip(behind key: Span<UInt8>) throws(StoreError) -> Entry? {
    try interruption?.step()
    do throws(LMDBError) {
      return try cursor.seek(lessThan: key)
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
