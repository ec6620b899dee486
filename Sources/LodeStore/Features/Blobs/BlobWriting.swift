internal import Foundation
internal import LodeCoding
internal import LodeLMDB

/// The blobs of a store inside a write.
///
/// The table contains all state, so undoing a savepoint or a write also undoes the changes of
/// blobs.
struct BlobWriting {
  let context: WriteSession
  let table: BlobTable

  private init(_ session: WriteSession, _ info: CollectionRuntime) {
    context = session
    table = BlobTable(handle: session.handle, info: info)
  }

  /// Returns `nil` if the store has no blob table.
  init?(_ session: WriteSession) {
    guard let info = session.catalog.schemas.blobs else { return nil }
    self.init(session, info)
  }

  /// Returns the blobs of the store, and creates the blob table if necessary.
  static func make(in session: WriteSession) throws(StoreError) -> BlobWriting {
    if let blobs = BlobWriting(session) { return blobs }
    try session.checkOpen()
    let (id, table) = try StoreTables(session).take()
    let info = CollectionRuntime.blobTable(id, table, session.store.registries)
    session.catalog.schemas = session.catalog.schemas.with(blobs: info)
    session.noteCatalogChange()
    return BlobWriting(session, info)
  }

  /// The minimum size of a stored blob, in bytes.
  ///
  /// Storing fewer bytes outside of the row would not save space.
  static let threshold = 512

  /// Returns the number of the blob with the given bytes, and stores a new blob if necessary.
  ///
  /// A new blob has no references yet. The call appends the number of a new blob to `made`.
  ///
  /// - Complexity: O(b + log n) for b bytes and n rows of the blob table.
  func number(of bytes: Span<UInt8>, made: inout [UInt64]) throws(StoreError) -> UInt64 {
    let hash = BlobRecord.hash(bytes)
    for number in try table.candidates(hash) {
      // An unreadable blob does not match. The write then stores the bytes again, so that new rows
      // refer to an intact blob.
      if (try? table.has(bytes, as: number)) == true { return number }
    }
    var totals = try table.totals()
    let number = totals.next
    made.append(number)
    for (index, place) in BlobRecord.pieces(of: bytes.count) {
      let key = BlobRecord.pieceKey(number, index)
      try put(bytes.extracting(place), at: key, compressing: true)
    }
    let entry = BlobEntry(references: 0, size: UInt64(bytes.count), hash: hash)
    try put(entry.bytes, at: BlobRecord.entryKey(number))
    try put([], at: BlobRecord.hashKey(hash, number))
    totals.next &+= 1
    totals.count &+= 1
    totals.size &+= entry.size
    try put(totals.bytes, at: BlobRecord.totalsKey)
    return number
  }

  /// Deletes the listed blobs that have no references.
  func removeUnused(_ numbers: [UInt64]) throws(StoreError) {
    for number in numbers where try table.entry(number)?.references == 0 {
      try change([number: 0])
    }
  }

  /// Adjusts the reference counts after the insert, replacement, or deletion of a row.
  ///
  /// - Parameters:
  ///   - old: The blobs that the old row refers to; empty for an inserted row.
  ///   - new: The blobs that the new row refers to; empty for a deleted row.
  func exchange(_ old: [UInt64], for new: [UInt64]) throws(StoreError) {
    var changes: [UInt64: Int] = [:]
    for number in new where !old.contains(number) { changes[number] = 1 }
    for number in old where !new.contains(number) { changes[number] = -1 }
    try change(changes)
  }

  /// Changes the reference counts of blobs, and deletes the blobs whose counts become 0.
  ///
  /// The method skips a missing or unreadable blob, so that a write can delete damaged rows.
  /// `verify` reports missing and unreadable blobs.
  ///
  /// - Parameter changes: The number to add to each reference count, by blob number.
  func change(_ changes: [UInt64: Int]) throws(StoreError) {
    if changes.isEmpty { return }
    var totals = try table.totals()
    for (number, change) in changes.sorted(by: { $0.key < $1.key }) {
      guard var entry = (try? table.entry(number)) ?? nil else { continue }
      // A damaged entry can have any number of references.
      let (sum, isOver) = Int(clamping: entry.references).addingReportingOverflow(change)
      let left = isOver ? .max : max(sum, 0)
      totals.references &-= entry.references &- UInt64(left)
      entry.references = UInt64(left)
      if left > 0 {
        try put(entry.bytes, at: BlobRecord.entryKey(number))
      } else {
        try remove(number, entry, &totals)
      }
    }
    try put(totals.bytes, at: BlobRecord.totalsKey)
  }

  /// Deletes the rows of a blob, and subtracts the blob from the totals.
  private func remove(
    _ number: UInt64, _ entry: BlobEntry, _ totals: inout BlobTotals
  ) throws(StoreError) {
    for (index, _) in BlobRecord.pieces(of: Int(clamping: entry.size)) {
      if try !delete(BlobRecord.pieceKey(number, index)) { break }
    }
    try delete(BlobRecord.entryKey(number))
    try delete(BlobRecord.hashKey(entry.hash, number))
    totals.count &-= 1
    totals.size &-= entry.size
  }

  /// Repairs a table that has lost rows, so that the table contains exactly the complete blobs with
  /// references.
  ///
  /// - Parameters:
  ///   - references: The number of rows that refer to each blob, by blob number.
  ///   - tables: The table numbers of the collections with rows that refer to blobs.
  private func recount(_ references: [UInt64: UInt64], tables: Set<UInt32>) throws(StoreError) {
    var totals = BlobTotals()
    totals.next = max((try? table.totals())?.next ?? 1, (references.keys.max() ?? 0) &+ 1)
    var kept: [UInt64: BlobEntry] = [:]
    for (number, count) in references {
      guard let entry = (try? table.entry(number)) ?? nil,
        let bytes = (try? table.bytes(number)) ?? nil,
        BlobRecord.hash(bytes.span) == entry.hash
      else { continue }
      kept[number] = BlobEntry(references: count, size: entry.size, hash: entry.hash)
    }
    for key in try table.keys() {
      guard let number = BlobRecord.blobNumber(in: key.span) else {
        try delete(key)
        continue
      }
      totals.next = max(totals.next, number &+ 1)
      if kept[number] == nil { try delete(key) }
    }
    for (number, entry) in kept {
      totals.count &+= 1
      totals.size &+= entry.size
      totals.references &+= entry.references
      try put(entry.bytes, at: BlobRecord.entryKey(number))
      try put([], at: BlobRecord.hashKey(entry.hash, number))
    }
    if totals.next > 1 { try put(totals.bytes, at: BlobRecord.totalsKey) }
    for id in tables { try mark(id) }
  }

  // Marks of tables that have rows with blobs. To empty a table without a mark, a write need not
  // read the rows.

  /// Records that a table can have rows with blobs.
  func mark(_ id: UInt32) throws(StoreError) {
    if try !table.isMarked(id) { try put([], at: BlobRecord.tableKey(id)) }
  }

  /// Records that a table has no row with blobs.
  func unmark(_ id: UInt32) throws(StoreError) { try delete(BlobRecord.tableKey(id)) }

  // Rows of the table, and their contributions to the content sum.

  private func put(_ value: [UInt8], at key: [UInt8]) throws(StoreError) {
    try put(value.span, at: key, compressing: false)
  }

  private func put(
    _ value: Span<UInt8>, at key: [UInt8], compressing: Bool
  ) throws(StoreError) {
    let policy = table.info.compression
    var buffer = CompressionBuffer()
    var isCompressed = false
    if compressing, !policy.isOff, value.count >= policy.threshold {
      let compressor = try table.info.compressor(in: context.handle)
      isCompressed = buffer.compress(value, with: compressor.blocks)
    }
    let block = buffer.block
    try put(
      RecordEncoder(
        RecordHead(table: table.info.id, type: .bytes, revision: context.revision), key: key.span,
        value: value, block: isCompressed ? block : nil, .exactly(.none)))
  }

  private func put(_ encoder: borrowing RecordEncoder) throws(StoreError) {
    let (handle, info) = (context.handle, table.info)
    let size = encoder.count
    var (sum, oldSum): (UInt64, UInt64) = (0, 0)
    do throws(LMDBError) {
      if let old = try handle.get(encoder.key, in: info.table), let record = RowRecord(old) {
        oldSum = record.sum
      }
      _ = try handle.put(count: size, forKey: encoder.key, in: info.table, mode: .overwrite) {
        sum = encoder.write(into: &$0)
      }
    } catch {
      throw context.batch.failure(error, collection: info.name)
    }
    context.sums.add(sum &- oldSum, to: info.id)
  }

  /// Deletes a row of the table, and returns whether the row existed.
  @discardableResult
  private func delete(_ key: [UInt8]) throws(StoreError) -> Bool {
    let (handle, info) = (context.handle, table.info)
    do throws(LMDBError) {
      guard let old = try handle.get(key.span, in: info.table) else { return false }
      var sum: UInt64 = 0
      if let record = RowRecord(old) { sum = record.sum }
      _ = try handle.delete(key.span, in: info.table)
      context.sums.add(0 &- sum, to: info.id)
      return true
    } catch {
      throw context.batch.failure(error, collection: info.name)
    }
  }
}

extension BlobWriting {
  /// Records the number of rows that refer to each blob, and deletes blobs without rows.
  func recount() throws(StoreError) {
    var references: [UInt64: UInt64] = [:]
    var tables: Set<UInt32> = []
    let schemas = context.catalog.schemas
    for info in context.catalog.collections.values {
      try info.forEachRow(namingBlobsIn: context.handle, schemas) { _, numbers in
        tables.insert(info.id)
        for number in numbers { references[number, default: 0] += 1 }
        return true
      }
    }
    try recount(references, tables: tables)
    context.hasChanges = true
  }
}
