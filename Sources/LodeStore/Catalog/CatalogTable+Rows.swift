internal import LodeCoding
internal import LodeLMDB

// Iteration over the rows of one kind; `Docs/Format/Catalog.md` specifies the kinds.
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

  /// Opens the table with a number, and converts errors of LMDB into errors of the store.
  func opened(
    _ id: UInt32, _ open: (UInt32) throws(LMDBError) -> Table
  ) throws(StoreError) -> Table {
    try storeErrors { () throws(LMDBError) in try open(id) }
  }
}
