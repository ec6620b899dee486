package import LodeCoding
internal import LodeLMDB

/// The next rows of a collection that refer to some schemas, as they are stored.
package struct WaitingPart {
  /// The rows.
  package private(set) var rows: [(key: RowKey, archive: Archive)] = []
  /// The rows among them that cannot be read, which stay as they are.
  package private(set) var damaged: [(key: RowKey, error: any Error)] = []
  /// How many rows were looked at.
  package fileprivate(set) var looked = 0
  /// Where the next part begins: behind this key of the collection's table; `nil` at its end.
  package fileprivate(set) var place: [UInt8]?

  /// How many rows a part may have, and how many it looks at.
  package struct Limits {
    package var (rows, looked, bytes): (Int, Int, Int)

    package init(rows: Int, looked: Int = .max, bytes: Int = .max) {
      (self.rows, self.looked, self.bytes) = (rows, looked, bytes)
    }
  }
}

extension CollectionAccess {
  /// The next rows behind a key of the collection's table that refer to a schema of interest.
  ///
  /// - Complexity: O(log n + rows that are looked at), and O(bytes).
  /// - Throws: ``StoreError`` with `damaged` when the table cannot be read.
  package func waitingPart(
    after place: [UInt8]?, _ limits: WaitingPart.Limits, _ concerns: (UInt32) -> Bool
  ) throws -> WaitingPart {
    var part = WaitingPart()
    guard let info else { return part }
    let cursor = try storeErrors(collection: name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    defer { cursor.close() }
    let start = (place ?? []) + [0]
    var buffer = DecompressionBuffer()
    var bytes = 0
    var entry = place == nil ? try cursor.move(.first) : try cursor.seek(atLeast: start.span)
    while let row = entry {
      part.looked += 1
      bytes += row.value.count
      try part.take(row, in: self, info, &buffer, concerns)
      if part.rows.count >= limits.rows || part.looked >= limits.looked || bytes >= limits.bytes {
        part.place = row.key.copied()
        return part
      }
      entry = try cursor.move(.next)
    }
    return part
  }
}

extension WaitingPart {
  fileprivate mutating func take(
    _ entry: borrowing Entry, in access: CollectionAccess, _ info: CollectionInfo,
    _ buffer: inout DecompressionBuffer, _ concerns: (UInt32) -> Bool
  ) throws {
    guard let record = RowRecord(entry.value) else {
      return damaged.append((info.key(entry.key), info.damaged(at: entry.key)))
    }
    var key = entry.key
    if let whole = record.longKeyBytes { key = whole }
    do {
      try record.check(key: key, in: info)
      guard record.header.type == .archive else { return }
      if !record.header.isCompressed {
        return try take(key, record.stored, in: access, info, concerns)
      }
      try info.decompress(record.stored, at: key, in: access.handle, into: &buffer)
      try take(key, buffer.bytes, in: access, info, concerns)
    } catch {
      damaged.append((info.key(key), error))
    }
  }

  private mutating func take(
    _ key: Span<UInt8>, _ archive: Span<UInt8>, in access: CollectionAccess,
    _ info: CollectionInfo, _ concerns: (UInt32) -> Bool
  ) throws {
    guard try Unarchiver.schemaNumbers(stored: archive).contains(where: concerns) else { return }
    rows.append((info.key(key), try access.archive(archive, .archive)))
  }
}

extension CollectionInfo {
  fileprivate func key(_ bytes: Span<UInt8>) -> RowKey {
    RowKey(bytes: Array(copying: bytes), format: keyFormat ?? .raw)
  }
}
