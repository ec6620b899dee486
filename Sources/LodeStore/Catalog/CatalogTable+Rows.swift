internal import LodeCoding
internal import LodeLMDB

// The rows of one kind; `Docs/Format/Catalog.md` specifies the kinds.
extension CatalogTable {
  /// Calls `body` with the key and the checked value of each row of a kind, in key order.
  ///
  /// - Parameter start: The key at which the iteration begins; by default, the first key of the
  ///   kind.
  /// - Throws: ``StoreError`` with `damaged` if a checksum does not match.
  func forEachRow(
    ofKind kind: UInt8, from start: [UInt8]? = nil,
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(StoreError) -> Void
  ) throws(StoreError) {
    try forEachRow(withPrefix: [kind], from: start ?? [kind], body)
  }

  /// Calls `body` with the key and the checked value of each row whose key has a prefix.
  func forEachRow(
    withPrefix prefix: [UInt8], from start: [UInt8],
    _ body: (_ key: Span<UInt8>, _ value: Span<UInt8>) throws(StoreError) -> Void
  ) throws(StoreError) {
    let cursor = try storeErrors { () throws(LMDBError) in
      try CursorHandle(transaction, over: table.place)
    }
    defer { cursor.close() }
    var start: [UInt8]? = start
    while let row = try cursor.step(from: start), row.key.starts(with: prefix.span) {
      start = nil
      guard let value = CatalogRecord.open(row.value, key: row.key) else { throw damaged() }
      try body(row.key, value)
    }
  }

  /// Decodes the table number in a key of five bytes, after the kind.
  func tableNumber(_ key: Span<UInt8>) throws(StoreError) -> UInt32 {
    guard key.count == 5 else { throw damaged() }
    return key.extracting(1..<5).littleEndianUInt32(at: 0).byteSwapped
  }

  /// Loads the rows of a kind, by the names in their keys; `decode` returns `nil` for a damaged
  /// value.
  func load<Record>(
    _ kind: UInt8, _ decode: ([UInt8]) -> Record?
  ) throws(StoreError) -> [String: Record] {
    var records: [String: Record] = [:]
    try forEachRow(ofKind: kind) { (key, value) throws(StoreError) in
      guard let name = String(validating: Array(copying: key).dropFirst(), as: UTF8.self),
        let record = decode(Array(copying: value))
      else { throw damaged() }
      records[name] = record
    }
    return records
  }

  /// Writes a row, or deletes the row if the value is empty.
  func putOrDelete(
    _ value: [UInt8], _ key: [UInt8], in place: Table? = nil
  ) throws(LMDBError) {
    if value.isEmpty {
      _ = try transaction.delete(key.span, in: place ?? table)
    } else {
      try put(value, key, in: place)
    }
  }

  /// Deletes the rows whose keys have a prefix, except one row.
  func deleteRows(withPrefix prefix: [UInt8], except kept: [UInt8] = []) throws(LMDBError) {
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    var next = prefix
    while let row = try cursor.seek(atLeast: next.span), row.key.starts(with: prefix.span) {
      if Array(copying: row.key) == kept {
        next = kept + [0]
      } else {
        _ = try cursor.deleteCurrent()
      }
    }
  }
}
