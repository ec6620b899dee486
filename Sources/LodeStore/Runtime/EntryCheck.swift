internal import LodeCoding
internal import LodeLMDB

/// The checksum at the end of each row of an index's table.
///
/// The checksum covers the number of the table, the key, and the content of the row.
/// `Docs/Format/Indexes.md` specifies the bytes.
enum EntryCheck {
  /// The size of a checksum, in bytes.
  static let byteCount = 4

  /// Returns the checksum of a row.
  static func check(_ key: Span<UInt8>, _ content: Span<UInt8>, table: UInt32) -> UInt32 {
    let seed = Checksum.rapidhash(key, seed: UInt64(table))
    return UInt32(truncatingIfNeeded: Checksum.rapidhash(content, seed: seed))
  }
}

// The value of a row consists of the content and the checksum. Indexes that early versions of Lode
// built have no checksums.
extension IndexRuntime {
  /// Returns the value of a row: the content with the checksum.
  func value(_ content: [UInt8], for key: Span<UInt8>) -> [UInt8] {
    var value = content
    appendCheck(to: &value, for: key)
    return value
  }

  /// Appends the checksum to the content of a row.
  func appendCheck(to content: inout [UInt8], for key: Span<UInt8>) {
    if !hasChecks { return }
    let check = EntryCheck.check(key, content.span, table: id)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      content.append(UInt8(truncatingIfNeeded: check &>> shift))
    }
  }

  /// Appends the checksum to the content of a row.
  func appendCheck(to content: inout KeyBuffer, for key: Span<UInt8>) {
    if !hasChecks { return }
    let check = EntryCheck.check(key, content.bytes, table: id)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      content.append(UInt8(truncatingIfNeeded: check &>> shift))
    }
  }

  /// Returns the content of a row, or `nil` if the row is damaged.
  @_lifetime(copy value)
  func content(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Span<UInt8>? {
    if !hasChecks { return value }
    guard value.count >= EntryCheck.byteCount else { return nil }
    let content = uncheckedContent(value)
    let check = EntryCheck.check(key, content, table: id)
    return check == value.littleEndianUInt32(at: content.count) ? content : nil
  }

  /// Returns the content of a row whose checksum the caller has verified.
  @_lifetime(copy value)
  func uncheckedContent(_ value: Span<UInt8>) -> Span<UInt8> {
    value.extracting(first: hasChecks ? max(0, value.count - EntryCheck.byteCount) : value.count)
  }

  /// Verifies a row, and returns whether the row exists.
  @discardableResult
  func verify(_ row: borrowing Entry?) throws(LMDBError) -> Bool {
    guard let row = copy row else { return false }
    if content(row.key, row.value) == nil { throw damagedTable() }
    return true
  }

  /// Verifies the rows before and after the position of a missing key.
  ///
  /// One of the two rows can be the missing row, if its key is damaged.
  func verifyGap(at key: Span<UInt8>, _ cursor: CursorHandle) throws(LMDBError) {
    if !hasChecks { return }
    if try verify(cursor.seek(atLeast: key)) {
      try verify(cursor.move(.previous))
    } else {
      try verify(cursor.move(.last))
    }
  }

  /// Returns the content of the row with a key, or `nil` if no row has the key.
  ///
  /// Throws `damaged` if the row is damaged. For a missing row, throws `damaged` if the row before
  /// or after the position of the key is damaged.
  func content(
    of key: Span<UInt8>, in handle: TransactionHandle
  ) throws(LMDBError) -> [UInt8]? {
    if let value = try handle.get(key, in: table) {
      guard let content = content(key, value) else { throw damagedTable() }
      return content.copied()
    }
    if !hasChecks { return nil }
    let cursor = try CursorHandle(handle, over: table.place)
    defer { cursor.close() }
    try verifyGap(at: key, cursor)
    return nil
  }

  func damagedTable() -> LMDBError { LMDBError(.damaged, context: "index \(name)") }
}

extension CursorHandle {
  /// Moves to `key` or the next higher key in the table of an index, and verifies the row before
  /// this position.
  ///
  /// The caller verifies the returned row.
  @_lifetime(borrow self)
  func seek(atLeast key: Span<UInt8>, verifying index: IndexRuntime) throws(LMDBError) -> Entry? {
    if index.hasChecks, try index.verify(seek(lessThan: key)) { return try move(.next) }
    return try seek(atLeast: key)
  }
}
