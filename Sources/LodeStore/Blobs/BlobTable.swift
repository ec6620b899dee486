internal import Foundation
internal import LodeCoding
internal import LodeLMDB

/// The blobs of a store inside one transaction.
///
/// The rows of the table have the layout of collection rows: checksums, compression where it saves
/// space, and a sum.
struct BlobTable {
  let handle: TransactionHandle
  let info: CollectionInfo

  private static let noSchemas = SchemaCatalog()

  /// Lends the value of a row, checked; `nil` when there is none.
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

  /// What is known of all blobs together.
  func totals() throws(StoreError) -> BlobTotals {
    let found = try withValue(BlobRecord.totalsKey) { (value) throws(StoreError) in
      BlobTotals(value)
    }
    guard let found else { return BlobTotals() }
    guard let totals = found else { throw damaged("totals") }
    return totals
  }

  /// What is known of one blob; `nil` when it is not there.
  func entry(_ number: UInt64) throws(StoreError) -> BlobEntry? {
    let found = try withValue(BlobRecord.entryKey(number)) { (value) throws(StoreError) in
      BlobEntry(value)
    }
    guard let found else { return nil }
    guard let entry = found else { throw damaged("blob \(number)") }
    return entry
  }

  /// The bytes of a blob; `nil` when it is not there, or not as a whole.
  func bytes(_ number: UInt64) throws(StoreError) -> Data? {
    guard let entry = try entry(number) else { return nil }
    let size = Int(clamping: entry.size)
    var data = Data()
    // A size that cannot be right is noticed at the first piece that is missing.
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

  /// Whether a blob has these bytes.
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

  /// Whether there may be rows with blobs in a collection's table.
  func isMarked(_ id: UInt32) throws(StoreError) -> Bool {
    try hasRow(BlobRecord.tableKey(id))
  }

  func hasRow(_ key: [UInt8]) throws(StoreError) -> Bool {
    try withValue(key) { (_) throws(StoreError) in true } ?? false
  }

  /// The numbers of blobs that may have bytes of a hash, the first few of them.
  func candidates(_ hash: UInt64) throws(StoreError) -> [UInt64] {
    var numbers: [UInt64] = []
    try forEachKey(BlobRecord.hashPrefix(hash)) { key in
      if let number = BlobRecord.number(atEndOf: key) { numbers.append(number) }
      return numbers.count < Self.mostCandidates
    }
    return numbers
  }

  /// The number of blobs that are compared byte by byte.
  ///
  /// The limit keeps crafted hash collisions from slowing every write.
  private static let mostCandidates = 16

  /// The blobs, in the order of their numbers.
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

  /// Calls `body` with each key that begins so, until it says that it is enough.
  private func forEachKey(
    _ prefix: [UInt8], _ body: (Span<UInt8>) -> Bool
  ) throws(StoreError) {
    try storeErrors(collection: info.name) { () throws(LMDBError) in
      let cursor = try CursorHandle(handle, over: info.table.place)
      defer { cursor.close() }
      var entry = try cursor.seek(atLeast: prefix.span)
      while let row = entry {
        guard row.key.count >= prefix.count,
          row.key.extracting(0..<prefix.count).byteOrder(prefix.span) == 0, body(row.key)
        else { return }
        entry = try cursor.move(.next)
      }
    }
  }

  func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, collection: info.name, context: what)
  }
}
