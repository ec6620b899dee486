internal import Foundation
internal import LodeCoding
internal import LodeLMDB

/// The table of a store's large blobs, inside one transaction.
///
/// The rows of the table have the layout of collection rows, with checksums and optional
/// compression. The table also has a content sum, the sum of the checksums of all rows.
struct BlobTable {
  let handle: TransactionHandle
  let info: CollectionRuntime

  private static let noSchemas = SchemaCatalog()

  /// Calls `body` with the verified value of a row, or returns `nil` if the row does not exist.
  func withValue<R>(
    _ key: [UInt8], _ body: (Span<UInt8>) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    let access = CollectionAccess(info, named: info.name, handle, Self.noSchemas)
    var result: R?
    do {
      _ = try access.withRow(key.span, .raw) { row in result = try body(row.bytes) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.damaged, collection: info.name, context: "\(error)")
    }
    return result
  }

  /// Returns the totals of all blobs; all counts are 0 if the table has no totals yet.
  func totals() throws(StoreError) -> BlobTotals {
    let found = try withValue(BlobRecord.totalsKey) { (value) throws(StoreError) in
      BlobTotals(value)
    }
    guard let found else { return BlobTotals() }
    guard let totals = found else { throw damaged("totals") }
    return totals
  }

  /// Returns the entry of a blob, or `nil` if the blob does not exist.
  func entry(_ number: UInt64) throws(StoreError) -> BlobEntry? {
    let found = try withValue(BlobRecord.entryKey(number)) { (value) throws(StoreError) in
      BlobEntry(value)
    }
    guard let found else { return nil }
    guard let entry = found else { throw damaged("blob \(number)") }
    return entry
  }

  /// Returns the bytes of a blob, or `nil` if the blob is missing or incomplete.
  func bytes(_ number: UInt64) throws(StoreError) -> Data? {
    guard let entry = try entry(number) else { return nil }
    let size = Int(clamping: entry.size)
    var data = Data()
    // A damaged size could exceed the memory, so the limit bounds the allocation. The first missing
    // piece reveals the damage.
    data.reserveCapacity(min(size, 1 << 26))
    for (index, place) in BlobRecord.pieces(of: size) {
      let key = BlobRecord.pieceKey(number, index)
      let isThere = try withValue(key) { (piece) throws(StoreError) in
        data.append(copying: piece)
        return piece.count == place.count
      }
      if isThere != true { return nil }
    }
    return data
  }

  /// Returns whether a blob has the given bytes.
  func has(_ bytes: Span<UInt8>, as number: UInt64) throws(StoreError) -> Bool {
    guard try entry(number)?.size == UInt64(bytes.count) else { return false }
    for (index, place) in BlobRecord.pieces(of: bytes.count) {
      let key = BlobRecord.pieceKey(number, index)
      let isSame = try withValue(key) { (piece) throws(StoreError) in
        piece.byteOrder(bytes.extracting(place)) == 0
      }
      if isSame != true { return false }
    }
    return true
  }

  /// Returns whether the collection with a table number may have rows with blobs.
  func isMarked(_ id: UInt32) throws(StoreError) -> Bool {
    try hasRow(BlobRecord.tableKey(id))
  }

  /// Returns whether the table has a row with a key.
  func hasRow(_ key: [UInt8]) throws(StoreError) -> Bool {
    try withValue(key) { (_) throws(StoreError) in true } ?? false
  }

  /// Returns the numbers of the first `mostCandidates` blobs with a hash.
  func candidates(_ hash: UInt64) throws(StoreError) -> [UInt64] {
    var numbers: [UInt64] = []
    try forEachKey(BlobRecord.hashPrefix(hash)) { key in
      if let number = BlobRecord.number(atEndOf: key) { numbers.append(number) }
      return numbers.count < Self.mostCandidates
    }
    return numbers
  }

  /// The maximum number of blobs that a write compares byte by byte.
  ///
  /// The limit bounds the time of a write if an attacker crafts blobs with equal hashes.
  private static let mostCandidates = 16

  /// Returns the keys of all rows of the table.
  func keys() throws(StoreError) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    for kind in BlobRecord.totalsKey[0]...BlobRecord.tableKind {
      try forEachKey([kind]) { key in
        keys.append(key.copied())
        return true
      }
    }
    return keys
  }

  /// Calls `body` with each blob entry, ordered by number.
  func forEachEntry(_ body: (UInt64, BlobEntry) -> Void) throws(StoreError) {
    var numbers: [UInt64] = []
    try forEachKey([BlobRecord.entryKind]) { key in
      if let number = BlobRecord.number(atEndOf: key) { numbers.append(number) }
      return true
    }
    for number in numbers {
      if let entry = try entry(number) { body(number, entry) }
    }
  }

  /// Calls `body` with each key that has a prefix, until `body` returns `false`.
  private func forEachKey(
    _ prefix: [UInt8], _ body: (Span<UInt8>) -> Bool
  ) throws(StoreError) {
    let cursor = try storeErrors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(handle, over: info.table.place)
    }
    defer { cursor.close() }
    var start: [UInt8]? = prefix
    while let row = try cursor.step(from: start, collection: info.name),
      row.key.starts(with: prefix.span), body(row.key)
    {
      start = nil
    }
  }

  /// Returns the error for a damaged row of the table.
  func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, collection: info.name, context: what)
  }
}
