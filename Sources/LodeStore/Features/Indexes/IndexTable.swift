internal import LodeCoding
internal import LodeLMDB

/// The table of an ordered, unique, or counting index inside a write.
final class IndexTable {
  private let info: IndexRuntime
  private let collection: String
  private let context: WriteSession
  private var opened: CursorHandle?
  /// A scratch buffer for values.
  private var value = KeyBuffer()

  init(_ info: IndexRuntime, collection: String, context: WriteSession) {
    self.info = info
    self.collection = collection
    self.context = context
  }

  func close() {
    opened?.close()
    opened = nil
  }

  private func cursor() throws(StoreError) -> CursorHandle {
    if let opened { return opened }
    let (handle, place) = (context.handle, info.table.place)
    let cursor = try errors { () throws(LMDBError) in try CursorHandle(handle, over: place) }
    opened = cursor
    return cursor
  }

  /// Returns whether the table has no entries.
  func isEmpty() throws(StoreError) -> Bool {
    let (handle, place) = (context.handle, info.table.place)
    return try errors { () throws(LMDBError) in try handle.count(place) == 0 }
  }

  private func errors<R: ~Copyable>(
    _ body: () throws(LMDBError) -> R
  ) throws(StoreError) -> R {
    try context.batch.errors(collection: collection, body)
  }

  /// Writes an entry, and replaces an existing entry with the same key.
  func put(_ key: Span<UInt8>, carried: Span<UInt8>) throws(StoreError) {
    let cursor = try cursor()
    value.removeAll()
    IndexEntry.append(key: key, carried: carried, to: &value)
    do throws(LMDBError) {
      try TableKey.withForm(of: key) { (tableKey) throws(LMDBError) in
        try put(at: tableKey, cursor)
      }
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  /// Writes an entry with its value: the content with the checksum.
  ///
  /// - Parameter appending: Whether the entry belongs after all entries of the table, unless its
  ///   key is shortened.
  func put(_ key: Span<UInt8>, value: Span<UInt8>, appending: Bool) throws(StoreError) {
    let cursor = try cursor()
    do throws(LMDBError) {
      try TableKey.withForm(of: key) { (tableKey) throws(LMDBError) in
        // A shortened key can belong before the last key.
        if appending, try cursor.put(value, forKey: tableKey, mode: .append) { return }
        _ = try cursor.put(value, forKey: tableKey, mode: .overwrite)
      }
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  private func put(at tableKey: Span<UInt8>, _ cursor: CursorHandle) throws(LMDBError) {
    info.appendCheck(to: &value, for: tableKey)
    try Self.put(value, at: tableKey, cursor)
  }

  private static func put(
    _ value: borrowing KeyBuffer, at tableKey: Span<UInt8>, _ cursor: CursorHandle
  ) throws(LMDBError) {
    _ = try cursor.put(value.bytes, forKey: tableKey, mode: .overwrite)
  }

  /// Deletes the entry with a key, if the entry exists.
  ///
  /// Throws `damaged` if damage can hide the entry.
  func delete(_ key: Span<UInt8>) throws(StoreError) {
    let cursor = try cursor()
    do throws(LMDBError) {
      try TableKey.withForm(of: key) { (tableKey) throws(LMDBError) in
        try delete(at: tableKey, cursor)
      }
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  private func delete(at tableKey: Span<UInt8>, _ cursor: CursorHandle) throws(LMDBError) {
    if try cursor.seek(tableKey) == nil { return try info.verifyGap(at: tableKey, cursor) }
    _ = try cursor.deleteCurrent()
  }

  /// Returns the carried values of the entry with a key, or `nil` if no entry has the key.
  ///
  /// Throws `damaged` if the entry is damaged, or if damage can hide the entry.
  func carried(_ key: Span<UInt8>) throws(StoreError) -> [UInt8]? {
    let cursor = try cursor()
    do throws(LMDBError) {
      return try TableKey.withForm(of: key) { (tableKey) throws(LMDBError) in
        try carried(at: tableKey, cursor)
      }
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  private func carried(
    at tableKey: Span<UInt8>, _ cursor: CursorHandle
  ) throws(LMDBError) -> [UInt8]? {
    guard let found = try cursor.seek(tableKey) else {
      try info.verifyGap(at: tableKey, cursor)
      return nil
    }
    guard let content = info.content(found.key, found.value),
      let carried = IndexEntry.carried(content)
    else { throw info.damagedTable() }
    return carried.copied()
  }

  func damaged() -> StoreError { info.damaged(in: collection) }

  /// Returns the key of a row with the given component values, or `nil` if no row has these values.
  ///
  /// Throws `damaged` if a found entry is damaged, or if damage can hide an entry.
  func row(withParts parts: Span<UInt8>) throws(StoreError) -> [UInt8]? {
    let cursor = try cursor()
    do throws(LMDBError) {
      let head = parts.extracting(first: TableKey.headSize)
      var found = try cursor.seek(atLeast: head, verifying: info)
      while let entry = found {
        guard let content = info.content(entry.key, entry.value),
          let whole = IndexEntry.key(entry.key, content)
        else { throw info.damagedTable() }
        guard entry.key.extracting(first: head.count).byteOrder(head) == 0 else { return nil }
        if IndexEntry.hasParts(parts, whole) {
          let partition = Partition.byteCount(in: whole)
          return whole.extracting(first: partition).copied()
            + whole.extracting(droppingFirst: parts.count).copied()
        }
        // Only entries with shortened keys and the same first bytes can precede a match.
        if parts.count <= TableKey.headSize { return nil }
        found = try cursor.move(.next)
      }
      return nil
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  /// Creates the error for component values that another row has.
  func violation(by row: [UInt8]) -> StoreError {
    StoreError(
      .uniqueViolation, collection: collection,
      context: "index \(info.name), taken by key \(RowKey(bytes: row, format: .tuple))")
  }
}

/// The encoding of entries, described in `Docs/Format/Indexes.md`.
enum IndexEntry {
  /// Encodes the content of an entry.
  static func content(key: Span<UInt8>, carried: Span<UInt8>) -> [UInt8] {
    var content = KeyBuffer()
    append(key: key, carried: carried, to: &content)
    return content.bytes.copied()
  }

  /// Appends the content of an entry.
  static func append(key: Span<UInt8>, carried: Span<UInt8>, to content: inout KeyBuffer) {
    let isLong = TableKey.isShortened(key)
    if !isLong && carried.isEmpty { return }
    let count = UInt32(isLong ? key.count : 0)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      content.append(UInt8(truncatingIfNeeded: count &>> shift))
    }
    if isLong { content.append(key) }
    content.append(carried)
  }

  /// Returns the whole key of an entry, or `nil` if the entry is damaged.
  @_lifetime(copy tableKey, copy content)
  static func key(_ tableKey: Span<UInt8>, _ content: Span<UInt8>) -> Span<UInt8>? {
    guard TableKey.isShortened(tableKey) else { return tableKey }
    guard content.count >= 4 else { return nil }
    let count = Int(content.littleEndianUInt32(at: 0))
    guard content.count >= 4 + count else { return nil }
    return content.extracting(4..<4 + count)
  }

  /// Returns the carried values of an entry, or `nil` if the entry is damaged.
  @_lifetime(copy content)
  static func carried(_ content: Span<UInt8>) -> Span<UInt8>? {
    if content.isEmpty { return content }
    guard content.count >= 4 else { return nil }
    let start = 4 + Int(content.littleEndianUInt32(at: 0))
    guard content.count >= start else { return nil }
    return content.extracting(start..<content.count)
  }

  /// Returns whether an entry has exactly these component values before the row's key.
  ///
  /// The byte after the component values must begin a key component. The bytes `FE` and `FF`
  /// continue a longer value instead.
  static func hasParts(_ parts: Span<UInt8>, _ key: Span<UInt8>) -> Bool {
    key.count > parts.count && key.extracting(first: parts.count).byteOrder(parts) == 0
      && key[parts.count] < 0xFE
  }
}
