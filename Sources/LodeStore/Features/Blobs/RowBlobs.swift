internal import Foundation
internal import LodeCoding
internal import LodeLMDB

/// An archive whose blobs are in the blob table.
struct RowBlobs {
  /// The bytes of the archive.
  var bytes: [UInt8]
  /// The numbers of the blobs that the archive refers to, in ascending order.
  var numbers: [UInt64]
  /// The numbers of the new blobs, which have no references yet.
  var made: [UInt64]
}

// Stores the blobs of an archive before the write of the row.
extension WriteSession {
  /// Stores the large blobs of an archive, and returns the archive with the numbers of the blobs.
  ///
  /// Returns `nil` if the returned archive would refer to no blob, or if the bytes are not an
  /// archive.
  ///
  /// - Throws: ``StoreError`` with `blobNotFound` if the archive refers to a missing blob, or
  ///   `typeMismatch` if a value of the archive is malformed. After a failure, no new blob remains.
  func moveBlobs(of value: Span<UInt8>) throws(StoreError) -> RowBlobs? {
    let schemas = catalog.schemas
    guard let archive = try? Unarchiver().archive(stored: value, schema: { schemas.schema($0) })
    else { return nil }
    var made: [UInt64] = []
    do {
      return try moveBlobs(of: archive, value, &made)
    } catch {
      if !made.isEmpty { try makeBlobs().removeUnused(made) }
      throw error
    }
  }

  private func moveBlobs(
    of archive: Archive, _ value: Span<UInt8>, _ made: inout [UInt64]
  ) throws(StoreError) -> RowBlobs? {
    do {
      var hasMoved = false
      let moved = try archive.movingBlobs { data in
        if data.count < BlobWriting.threshold { return nil }
        hasMoved = true
        return try makeBlobs().number(of: data.span, made: &made)
      }
      if moved.numbers.isEmpty { return nil }
      try checkBlobs(moved.numbers)
      let bytes =
        hasMoved
        ? try moved.archive.forStore().stored { try states.schemas.number(of: $0) } : value.copied()
      return RowBlobs(bytes: bytes, numbers: moved.numbers, made: made)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(
        .typeMismatch, context: "\(error)", cause: StoreError.codingCause(error))
    }
  }

  /// Runs `body`, which writes a row that refers to blobs, and then deletes the new blobs without
  /// references.
  func using<R>(
    _ moved: RowBlobs, _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let result: R
    do throws(StoreError) {
      result = try body()
    } catch {
      try removeUnused(moved)
      throw error
    }
    try removeUnused(moved)
    return result
  }

  private func removeUnused(_ moved: RowBlobs) throws(StoreError) {
    if !moved.made.isEmpty { try blobs?.removeUnused(moved.made) }
  }

  /// Throws `blobNotFound` if a blob does not exist.
  private func checkBlobs(_ numbers: [UInt64]) throws(StoreError) {
    for number in numbers where try blobs?.table.entry(number) == nil {
      throw StoreError(.blobNotFound, context: "blob \(number)")
    }
  }
}

// Changes of the references to blobs when rows change.
extension CollectionState {
  /// Returns the numbers of the blobs that a row refers to; empty for an unreadable row, whose
  /// blobs stay.
  @inline(__always)
  func blobs(of record: borrowing RowRecord, _ key: Span<UInt8>) -> [UInt64] {
    guard record.header.hasBlobs, let info else { return [] }
    return info.blobs(of: record, key, context.handle, context.catalog.schemas)
  }

  /// Adjusts the reference counts after the insert, replacement, or deletion of a row.
  @inline(__always)
  func exchangeBlobs(_ old: [UInt64], for new: [UInt64]) throws(StoreError) {
    if old.isEmpty && new.isEmpty { return }
    try changeBlobs(old, new)
  }

  private func changeBlobs(_ old: [UInt64], _ new: [UInt64]) throws(StoreError) {
    guard let info, let blobs = context.blobs else { return }
    if old.isEmpty { try blobs.mark(info.id) }
    try blobs.exchange(old, for: new)
  }
}

// Changes of the references to blobs when a write empties a table.
extension WriteSession {
  /// Returns the number of rows of a collection that refer to each blob, by blob number.
  ///
  /// Returns `nil` if the blob table does not mark the collection's table.
  func blobReferences(of info: CollectionRuntime) throws(StoreError) -> [UInt64: Int]? {
    guard let blobs, try blobs.table.isMarked(info.id) else { return nil }
    var references: [UInt64: Int] = [:]
    try info.forEachRow(namingBlobsIn: handle, catalog.schemas) { _, numbers in
      for number in numbers { references[number, default: 0] += 1 }
      return true
    }
    return references
  }

  /// Records the number of rows that refer to each blob, and deletes blobs without rows.
  func recountBlobs() throws(StoreError) {
    guard let blobs else { return }
    var references: [UInt64: UInt64] = [:]
    var tables: Set<UInt32> = []
    for info in catalog.collections.values {
      try info.forEachRow(namingBlobsIn: handle, catalog.schemas) { _, numbers in
        tables.insert(info.id)
        for number in numbers { references[number, default: 0] += 1 }
        return true
      }
    }
    try blobs.recount(references, tables: tables)
    hasChanges = true
  }

  /// Subtracts the references of a collection's rows after the write has emptied the table.
  func release(_ references: [UInt64: Int]?, of info: CollectionRuntime) throws(StoreError) {
    guard let references, let blobs else { return }
    try blobs.change(references.mapValues { -$0 })
    try blobs.unmark(info.id)
  }
}

extension CollectionRuntime {
  /// Returns the numbers of the blobs that a row refers to; empty for an unreadable row.
  func blobs(
    of record: borrowing RowRecord, _ key: Span<UInt8>, _ handle: TransactionHandle,
    _ schemas: SchemaCatalog
  ) -> [UInt64] {
    guard record.hasSoundValue(key: key, table: id) else { return [] }
    var buffer = RowBuffer()
    do {
      try RowReader(handle, schemas).decompress(record, at: key, of: self, into: &buffer)
    } catch {
      return []
    }
    return schemas.blobNumbers(buffer.value(of: record))
  }

  /// Calls `body` with the key and the blob numbers of each row that refers to blobs.
  ///
  /// The scan ends when `body` returns `false`. No time limit or cancellation ends the scan,
  /// because the callers count references, or describe damage.
  func forEachRow(
    namingBlobsIn handle: TransactionHandle, _ schemas: SchemaCatalog,
    _ body: (Span<UInt8>, [UInt64]) -> Bool
  ) throws(StoreError) {
    try Interruption.suspended { () throws(StoreError) in
      var walk = try TableScan(handle, table, name, KeyBounds(.all), reversed: false)
      while let entry = try walk.step() {
        guard let record = RowRecord(entry.value), record.header.hasBlobs else { continue }
        let key = record.key(at: entry.key)
        if !body(key, blobs(of: record, key, handle, schemas)) { return }
      }
    }
  }
}

extension SchemaCatalog {
  /// Returns the numbers of the blobs that an archive refers to, in ascending order.
  ///
  /// The result is empty for an unreadable archive.
  func blobNumbers(_ archive: Span<UInt8>) -> [UInt64] {
    let numbers = try? Unarchiver().archive(stored: archive, schema: { schema($0) }).blobNumbers()
    return numbers ?? []
  }
}
