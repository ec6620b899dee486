internal import Foundation
internal import LodeCoding
internal import LodeLMDB

// Stores the blobs of an archive before the write of the row.
extension BlobWriting {
  /// Stores the large blobs of an archive, and passes the archive with the numbers of the blobs to
  /// `body`, which writes the row.
  ///
  /// Returns `nil` if the archive would refer to no blob, or if the bytes are not an archive.
  /// Afterwards, no new blob without references remains.
  ///
  /// - Throws: Any error that `body` throws; ``StoreError`` with `blobNotFound` if the archive
  ///   refers to a missing blob, or `typeMismatch` if a value of the archive is malformed.
  static func moving<R>(
    _ value: Span<UInt8>, in context: WriteSession,
    _ body: (Span<UInt8>, [UInt64]) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    let schemas = context.catalog.schemas
    guard let archive = try? Unarchiver().archive(stored: value, schema: { schemas.schema($0) })
    else { return nil }
    var made: [UInt64] = []
    let result: R?
    do throws(StoreError) {
      if let moved = try stored(archive, value, in: context, &made) {
        result = try body(moved.bytes.span, moved.numbers)
      } else {
        result = nil
      }
    } catch {
      if !made.isEmpty { try BlobWriting(context)?.removeUnused(made) }
      throw error
    }
    if !made.isEmpty { try BlobWriting(context)?.removeUnused(made) }
    return result
  }

  /// Stores the large blobs of an archive, and returns the archive with the numbers of the blobs in
  /// ascending order.
  ///
  /// - Parameter made: Gets the numbers of the new blobs, which have no references yet.
  private static func stored(
    _ archive: Archive, _ value: Span<UInt8>, in context: WriteSession, _ made: inout [UInt64]
  ) throws(StoreError) -> (bytes: [UInt8], numbers: [UInt64])? {
    do {
      var hasMoved = false
      let moved = try archive.movingBlobs { data in
        if data.count < threshold { return nil }
        hasMoved = true
        return try make(in: context).number(of: data.span, made: &made)
      }
      if moved.numbers.isEmpty { return nil }
      for number in moved.numbers where try BlobWriting(context)?.table.entry(number) == nil {
        throw StoreError(.blobNotFound, context: "blob \(number)")
      }
      if !hasMoved { return (value.copied(), moved.numbers) }
      let bytes = try moved.archive.forStore().stored {
        try context.states.schemas.number(of: $0)
      }
      return (bytes, moved.numbers)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(
        .typeMismatch, context: "\(error)", cause: StoreError.codingCause(error))
    }
  }
}

// The references to blobs when rows change.
extension CollectionState {
  /// Stores the blobs of an archive, and passes the archive and the numbers of the blobs to `body`.
  ///
  /// Returns `nil` if the archive would refer to no blob.
  func movingBlobs<R>(
    of value: Span<UInt8>, _ body: (Span<UInt8>, [UInt64]) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    try BlobWriting.moving(value, in: context, body)
  }

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
    guard let info, let blobs = BlobWriting(context) else { return }
    if old.isEmpty { try blobs.mark(info.id) }
    try blobs.exchange(old, for: new)
  }
}

// The references to blobs when a write empties a table.
extension BlobWriting {
  /// Returns the number of rows of a collection that refer to each blob, by blob number.
  ///
  /// Returns `nil` if the blob table does not mark the collection's table.
  func references(of info: CollectionRuntime) throws(StoreError) -> [UInt64: Int]? {
    guard try table.isMarked(info.id) else { return nil }
    var references: [UInt64: Int] = [:]
    try info.forEachRow(namingBlobsIn: context.handle, context.catalog.schemas) { _, numbers in
      for number in numbers { references[number, default: 0] += 1 }
      return true
    }
    return references
  }

  /// Subtracts the references of a collection's rows after the write has emptied the table.
  func release(_ references: [UInt64: Int]?, of info: CollectionRuntime) throws(StoreError) {
    guard let references else { return }
    try change(references.mapValues { -$0 })
    try unmark(info.id)
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
