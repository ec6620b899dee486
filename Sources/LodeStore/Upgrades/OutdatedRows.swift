package import LodeCoding
internal import LodeLMDB

/// What a walk over the rows of earlier versions has met.
package struct OutdatedRows {
  /// The rows that cannot be read, which stay as they are.
  package private(set) var damaged: [(key: RowKey, error: any Error)] = []
  /// How many rows were looked at.
  package fileprivate(set) var looked = 0
  /// Where the next walk begins: behind this key of the collection's table; `nil` at its end.
  package fileprivate(set) var place: [UInt8]?
  /// How many rows were lent.
  fileprivate var lent = 0

  /// How many rows a walk lends at the most, how many it looks at, and how many of their stored
  /// bytes.
  package struct Limits {
    package var (lent, looked, bytes): (Int, Int, Int)

    package init(lent: Int, looked: Int = .max, bytes: Int = .max) {
      (self.lent, self.looked, self.bytes) = (lent, looked, bytes)
    }
  }
}

extension CollectionAccess {
  /// Lends the rows that have an object of one of some schemas, as they are stored, from behind a
  /// key of the collection's table.
  ///
  /// In the order of the table, which is not that of long keys; `body` writes nothing to the
  /// collection.
  ///
  /// - Complexity: O(log n + rows that are looked at), and O(bytes).
  /// - Throws: what `body` throws; ``StoreError`` with `damaged` when the table cannot be read.
  package func forEachOutdatedRow(
    of schemas: Set<UInt32>, after place: [UInt8]?, _ limits: OutdatedRows.Limits,
    _ body: (RowKey, consuming Archive) throws -> Void
  ) throws -> OutdatedRows {
    var found = OutdatedRows()
    guard let info else { return found }
    let cursor = try storeErrors(collection: name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    defer { cursor.close() }
    let start = (place ?? []) + [0]
    var buffer = DecompressionBuffer()
    var prefetch = PagePrefetch()
    var bytes = 0
    var entry = place == nil ? try cursor.move(.first) : try cursor.seek(atLeast: start.span)
    while let row = entry {
      prefetch.come(to: row.key)
      found.looked += 1
      bytes += row.value.count
      try found.take(row, in: self, info, &buffer, schemas, body)
      if found.lent >= limits.lent || found.looked >= limits.looked || bytes >= limits.bytes {
        found.place = row.key.copied()
        return found
      }
      entry = try cursor.move(.next)
    }
    return found
  }
}

extension OutdatedRows {
  fileprivate mutating func take(
    _ entry: borrowing Entry, in access: CollectionAccess, _ info: CollectionInfo,
    _ buffer: inout DecompressionBuffer, _ schemas: Set<UInt32>,
    _ body: (RowKey, consuming Archive) throws -> Void
  ) throws {
    guard let record = RowRecord(entry.value) else {
      return damaged.append((info.key(entry.key), info.damaged(at: entry.key)))
    }
    var key = entry.key
    if let whole = record.longKeyBytes { key = whole }
    let archive: Archive
    do {
      try record.check(key: key, in: info)
      guard record.header.type == .archive,
        let stale = try access.archive(record, at: key, info, &buffer, ifOf: schemas)
      else { return }
      archive = stale
    } catch {
      return damaged.append((info.key(key), error))
    }
    lent += 1
    try body(info.key(key), archive)
  }
}

extension CollectionAccess {
  /// The archive of a row that has an object of one of some schemas; of another `nil`.
  fileprivate func archive(
    _ record: borrowing RowRecord, at key: Span<UInt8>, _ info: CollectionInfo,
    _ buffer: inout DecompressionBuffer, ifOf schemas: Set<UInt32>
  ) throws -> Archive? {
    if !record.header.isCompressed { return try archive(record.stored, ifOf: schemas) }
    try info.decompress(record.stored, at: key, in: handle, into: &buffer)
    return try archive(buffer.bytes, ifOf: schemas)
  }

  private func archive(_ stored: Span<UInt8>, ifOf schemas: Set<UInt32>) throws -> Archive? {
    guard try Unarchiver.refers(stored: stored, toAny: schemas) else { return nil }
    return try archive(stored, .archive)
  }
}

extension CollectionInfo {
  fileprivate func key(_ bytes: Span<UInt8>) -> RowKey {
    RowKey(bytes: Array(copying: bytes), format: keyFormat ?? .raw)
  }
}
