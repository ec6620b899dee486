internal import LodeCoding
internal import LodeLMDB

/// The table of an index inside a write, which finds, writes, and deletes entries.
final class IndexTable {
  private let info: IndexInfo
  private let collection: String
  private let context: WriteContext
  private var opened: CursorHandle?

  init(_ info: IndexInfo, collection: String, context: WriteContext) {
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

  private func errors<R: ~Copyable>(
    _ body: () throws(LMDBError) -> R
  ) throws(StoreError) -> R {
    try context.batch.errors(collection: collection, body)
  }

  /// Writes an entry, and replaces an existing entry with the same key.
  func put(_ key: Span<UInt8>, carried: Span<UInt8>) throws(StoreError) {
    let cursor = try cursor()
    let isLong = TableKey.isShortened(key)
    let value = IndexEntry.value(key: key, carried: carried)
    do throws(LMDBError) {
      if isLong {
        let short = TableKey.shorten(key)
        _ = try cursor.put(value.span, forKey: short.span, mode: .overwrite)
      } else {
        _ = try cursor.put(value.span, forKey: key, mode: .overwrite)
      }
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  /// Deletes the entry with a key, if any.
  func delete(_ key: Span<UInt8>) throws(StoreError) {
    let cursor = try cursor()
    do throws(LMDBError) {
      if TableKey.isShortened(key) {
        let short = TableKey.shorten(key)
        if try cursor.seek(short.span) == nil { return }
      } else {
        if try cursor.seek(key) == nil { return }
      }
      _ = try cursor.deleteCurrent()
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  /// Returns the carried values of the entry with a key; `nil` if no entry has the key, or if the
  /// entry is damaged.
  func carried(_ key: Span<UInt8>) throws(StoreError) -> [UInt8]? {
    let cursor = try cursor()
    do throws(LMDBError) {
      if !TableKey.isShortened(key) {
        guard let found = try cursor.seek(key) else { return nil }
        return IndexEntry.carried(found.value)?.copied()
      }
      let short = TableKey.shorten(key)
      guard let found = try cursor.seek(short.span) else { return nil }
      return IndexEntry.carried(found.value)?.copied()
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  func damaged() -> StoreError { info.damaged(in: collection) }

  /// Returns the key of a row with some component values, or `nil` if no row has these values.
  func row(withParts parts: Span<UInt8>) throws(StoreError) -> [UInt8]? {
    let cursor = try cursor()
    do throws(LMDBError) {
      let head = parts.extracting(first: TableKey.headSize)
      var found = try cursor.seek(atLeast: head)
      while let entry = found {
        guard entry.key.extracting(first: head.count).byteOrder(head) == 0 else { return nil }
        guard let whole = IndexEntry.key(entry.key, entry.value) else {
          throw LMDBError(.damaged, context: "index \(info.name)")
        }
        if IndexEntry.hasParts(parts, whole) {
          let partition = Partition.byteCount(in: whole)
          return whole.extracting(first: partition).copied()
            + whole.extracting(droppingFirst: parts.count).copied()
        }
        // Only shortened entries with equal first bytes can precede a match.
        if parts.count <= TableKey.headSize { return nil }
        found = try cursor.move(.next)
      }
      return nil
    } catch {
      throw context.batch.failure(error, collection: collection)
    }
  }

  /// Creates the error for component values that another row already has.
  func violation(by row: [UInt8]) -> StoreError {
    StoreError(
      .uniqueViolation, collection: collection,
      context: "index \(info.name), taken by key \(RowKey(bytes: row, format: .tuple))")
  }
}

/// The encoding of entries, described in `Docs/Format/Indexes.md`.
enum IndexEntry {
  /// Encodes the table value of an entry.
  static func value(key: Span<UInt8>, carried: Span<UInt8>) -> [UInt8] {
    let isLong = TableKey.isShortened(key)
    if !isLong && carried.isEmpty { return [] }
    var value = CatalogRecord.withBytes(of: UInt32(isLong ? key.count : 0))
    if isLong { value += key.copied() }
    return value + carried.copied()
  }

  /// Returns the whole key of an entry, or `nil` if the entry is damaged.
  @_lifetime(copy tableKey, copy value)
  static func key(_ tableKey: Span<UInt8>, _ value: Span<UInt8>) -> Span<UInt8>? {
    guard TableKey.isShortened(tableKey) else { return tableKey }
    guard value.count >= 4 else { return nil }
    let count = Int(value.littleEndianUInt32(at: 0))
    guard value.count >= 4 + count else { return nil }
    return value.extracting(4..<4 + count)
  }

  /// Returns the carried values of an entry, or `nil` if the entry is damaged.
  @_lifetime(copy value)
  static func carried(_ value: Span<UInt8>) -> Span<UInt8>? {
    if value.isEmpty { return value }
    guard value.count >= 4 else { return nil }
    let start = 4 + Int(value.littleEndianUInt32(at: 0))
    guard value.count >= start else { return nil }
    return value.extracting(start..<value.count)
  }

  /// Returns whether an entry has exactly these component values before the row's key.
  ///
  /// The byte after the component values must be the code of a key component. The byte `FE` would
  /// make an integer another number, and `FF` would make a text or bytes longer.
  static func hasParts(_ parts: Span<UInt8>, _ key: Span<UInt8>) -> Bool {
    key.count > parts.count && key.extracting(first: parts.count).byteOrder(parts) == 0
      && key[parts.count] < 0xFE
  }
}
