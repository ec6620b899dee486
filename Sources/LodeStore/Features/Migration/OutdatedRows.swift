package import LodeCoding
internal import LodeLMDB

/// The result of a scan for rows that contain objects of earlier versions.
package struct OutdatedRows {
  /// The keys and the errors of unreadable rows.
  package private(set) var damaged: [(key: RowKey, error: any Error)] = []
  /// The number of scanned rows.
  package fileprivate(set) var looked = 0
  /// The table key (``TableKey``) after which the next scan begins, or `nil` at the end of the
  /// table.
  package fileprivate(set) var place: [UInt8]?
  /// The number of rows passed to the closure.
  fileprivate var lent = 0

  /// The limits of a scan: rows passed to the closure, scanned rows, and stored bytes of scanned
  /// rows.
  package struct Limits {
    package var (lent, looked, bytes): (Int, Int, Int)

    package init(lent: Int, looked: Int = .max, bytes: Int = .max) {
      (self.lent, self.looked, self.bytes) = (lent, looked, bytes)
    }
  }
}

extension CollectionAccess {
  /// Calls `body` with each row that contains an object of the given schemas, up to the limits.
  ///
  /// The scan begins after the given table key, or at the first row if the key is `nil`. `body`
  /// receives the stored archives in the order of the table keys, and must not write to the
  /// collection.
  ///
  /// - Complexity: O(log n + size of the scanned rows) for n rows.
  /// - Throws: Any error that `body` throws; ``StoreError`` if the table cannot be read.
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
    var start: [UInt8]? = place.map { $0 + [0] } ?? []
    var buffer = DecompressionBuffer()
    var bytes = 0
    while let row = try cursor.step(from: start, collection: name) {
      start = nil
      found.looked += 1
      bytes += row.value.count
      try found.take(row, in: self, info, &buffer, schemas, body)
      if found.lent >= limits.lent || found.looked >= limits.looked || bytes >= limits.bytes {
        found.place = row.key.copied()
        return found
      }
    }
    return found
  }
}

extension OutdatedRows {
  fileprivate mutating func take(
    _ entry: borrowing Entry, in access: CollectionAccess, _ info: CollectionRuntime,
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
  /// Returns the archive of a row, or `nil` if the row contains no object of the given schemas.
  fileprivate func archive(
    _ record: borrowing RowRecord, at key: Span<UInt8>, _ info: CollectionRuntime,
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

extension CollectionRuntime {
  fileprivate func key(_ bytes: Span<UInt8>) -> RowKey {
    RowKey(bytes: Array(copying: bytes), format: keyFormat ?? .raw)
  }
}
