internal import LodeCoding
internal import LodeLMDB

/// A quarantined row: a row whose migration failed, with the message of the error.
package struct FailedRow: Sendable, Hashable {
  package var key: RowKey
  /// The stored name of the type whose step failed, or an empty text if unknown.
  package var type: String
  /// The versions before and after the step; 0 if unknown.
  package var (from, to): (UInt32, UInt32)
  /// The message of the error.
  package var message: String

  package init(key: RowKey, type: String, from: UInt32, to: UInt32, message: String) {
    (self.key, self.type, self.message) = (key, type, message)
    (self.from, self.to) = (from, to)
  }
}

// The records of quarantined rows in the catalog. `Docs/Format/Migrations.md` specifies the bytes.
extension CatalogTable {
  /// Returns the quarantined rows of a collection, in the order of their insertion.
  func quarantine(of id: UInt32) throws(StoreError) -> [FailedRow] {
    let prefix = CatalogRecord.key(CatalogRecord.quarantineKind, id)
    var rows: [FailedRow] = []
    try forEachRow(withPrefix: prefix, from: prefix) { (_, value) throws(StoreError) in
      guard let row = CatalogRecord.decodeFailedRow(Array(copying: value)) else {
        throw damaged()
      }
      rows.append(row)
    }
    return rows
  }

  /// Returns whether a collection has quarantined rows.
  func hasQuarantine(of id: UInt32) throws(LMDBError) -> Bool {
    let prefix = CatalogRecord.key(CatalogRecord.quarantineKind, id)
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    return try cursor.seek(atLeast: prefix.span)?.key.starts(with: prefix.span) ?? false
  }

  /// Adds quarantined rows of a collection, after the existing quarantined rows.
  func addQuarantine(
    _ rows: [FailedRow], of id: UInt32, in batch: BatchState
  ) throws(StoreError) {
    let prefix = CatalogRecord.key(CatalogRecord.quarantineKind, id)
    let first = try quarantineEnd(prefix)
    for (index, row) in rows.enumerated() {
      guard let number = UInt32(exactly: first + index) else { throw damaged() }
      try batch.errors { () throws(LMDBError) in
        try put(CatalogRecord.encode(row), prefix + CatalogRecord.withBytes(of: number.bigEndian))
      }
    }
  }

  /// Returns the number of the next quarantined row of a collection, from 0.
  private func quarantineEnd(_ prefix: [UInt8]) throws(StoreError) -> Int {
    // This key is greater than the key of every record, because numbers have four bytes.
    let end = prefix + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let last = try storeErrors { () throws(LMDBError) -> [UInt8]? in
      let cursor = try CursorHandle(transaction, over: table.place)
      defer { cursor.close() }
      guard let last = try cursor.seek(lessThan: end.span) else { return nil }
      return last.key.starts(with: prefix.span) ? last.key.copied() : nil
    }
    guard let last else { return 0 }
    guard last.count == 9 else { throw damaged() }
    return Int(last.span.extracting(5..<9).littleEndianUInt32(at: 0).byteSwapped) + 1
  }

  /// Deletes the records of all quarantined rows of a collection.
  ///
  /// The rows stay in the collection.
  func clearQuarantine(of id: UInt32) throws(LMDBError) {
    let prefix = CatalogRecord.key(CatalogRecord.quarantineKind, id)
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    while try cursor.seek(atLeast: prefix.span)?.key.starts(with: prefix.span) == true {
      _ = try cursor.deleteCurrent()
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
