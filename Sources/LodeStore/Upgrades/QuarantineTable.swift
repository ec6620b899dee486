internal import LodeCoding
internal import LodeLMDB

/// A row that could not be upgraded, and why.
package struct FailedRow: Sendable, Hashable {
  package var key: RowKey
  /// The type whose step failed, as archives have its name; empty when nobody knows.
  package var type: String
  /// The versions of the step; zero when nobody knows.
  package var (from, to): (UInt32, UInt32)
  /// What went wrong.
  package var message: String

  package init(key: RowKey, type: String, from: UInt32, to: UInt32, message: String) {
    (self.key, self.type, self.message) = (key, type, message)
    (self.from, self.to) = (from, to)
  }
}

// The rows of collections that could not be upgraded; `Docs/Format/Migrations.md` has the bytes.
extension CatalogTable {
  /// The rows of a collection in quarantine, in the order in which they came there.
  func quarantine(of id: UInt32) throws -> [FailedRow] {
    var rows: [FailedRow] = []
    try forEachFailure(of: id) { key, value in
      guard let value = CatalogRecord.open(value, key: key),
        let row = CatalogRecord.decodeFailedRow(Array(copying: value))
      else { throw damaged() }
      rows.append(row)
    }
    return rows
  }

  /// Puts rows into quarantine.
  func addQuarantine(_ rows: [FailedRow], of id: UInt32) throws {
    var next: UInt32 = 0
    try forEachFailure(of: id) { key, _ in
      next = key.extracting(5..<9).littleEndianUInt32(at: 0).byteSwapped + 1
    }
    for row in rows {
      try put(
        CatalogRecord.encode(row),
        CatalogRecord.key(CatalogRecord.quarantineKind, id)
          + CatalogRecord.withBytes(of: next.bigEndian))
      next += 1
    }
  }

  /// Forgets the rows of a collection in quarantine.
  func clearQuarantine(of id: UInt32) throws(LMDBError) {
    let prefix = CatalogRecord.key(CatalogRecord.quarantineKind, id)
    while true {
      let cursor = try CursorHandle(transaction, over: table.place)
      defer { cursor.close() }
      guard let row = try cursor.seek(atLeast: prefix.span), row.key.count == 9,
        row.key.extracting(first: 5).byteOrder(prefix.span) == 0
      else { return }
      _ = try cursor.deleteCurrent()
    }
  }

  private func forEachFailure(
    of id: UInt32, _ body: (Span<UInt8>, Span<UInt8>) throws -> Void
  ) throws {
    let prefix = CatalogRecord.key(CatalogRecord.quarantineKind, id)
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    var entry = try cursor.seek(atLeast: prefix.span)
    while let row = entry, row.key.count == 9,
      row.key.extracting(first: 5).byteOrder(prefix.span) == 0
    {
      try body(row.key, row.value)
      entry = try cursor.move(.next)
    }
  }
}

extension CatalogRecord {
  static func encode(_ row: FailedRow) -> [UInt8] {
    var bytes = [row.key.format.rawValue]
    for text in [row.key.bytes, Array(row.type.utf8)] {
      bytes += withBytes(of: UInt32(text.count).littleEndian) + text
    }
    bytes += withBytes(of: row.from.littleEndian) + withBytes(of: row.to.littleEndian)
    return bytes + row.message.utf8
  }

  static func decodeFailedRow(_ bytes: [UInt8]) -> FailedRow? {
    guard let first = bytes.first else { return nil }
    let format = KeyFormat(rawValue: first)
    var place = 1
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= bytes.count - place else { return nil }
      defer { place += count }
      return bytes[place..<place + count]
    }
    func number() -> UInt32? { take(4).map { Array($0).span.littleEndianUInt32(at: 0) } }
    guard let keySize = number(), let key = take(Int(keySize)), let typeSize = number(),
      let type = take(Int(typeSize)), let from = number(), let to = number()
    else { return nil }
    return FailedRow(
      key: RowKey(bytes: Array(key), format: format), type: String(decoding: type, as: UTF8.self),
      from: from, to: to, message: String(decoding: bytes[place...], as: UTF8.self))
  }
}
