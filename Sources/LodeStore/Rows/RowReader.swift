internal import LodeCoding
internal import LodeLMDB

/// The forms in which reads pass the value of a row.
package enum RowForm {
  /// The stored form: the value of a compressed row is the compressed block.
  case stored
  /// The value before a pending migration.
  case unmigrated
  /// The value after a pending migration.
  case migrated
}

/// Decodes the stored rows of one transaction: checksums, compression, and pending migrations.
struct RowReader {
  let handle: TransactionHandle
  /// The schemas and blobs that the archives of the transaction refer to.
  let schemas: SchemaCatalog
  /// Counts the rows that a read skips because their migration fails.
  ///
  /// With `nil`, a read throws the error of the first such row.
  var skipped: SkippedRowCounter?

  init(_ handle: TransactionHandle, _ schemas: SchemaCatalog) {
    (self.handle, self.schemas) = (handle, schemas)
  }

  /// Checks and decodes the record of a single row, and passes the content of the row to `body`.
  ///
  /// The call does not pass a row that `skipped` counts.
  @inline(__always)
  func pass(
    _ record: borrowing RowRecord, at key: Span<UInt8>, of info: CollectionRuntime,
    as form: RowForm, _ body: (borrowing RowValue) throws -> Void
  ) throws {
    if !record.header.isCompressed, info.pending == nil {
      // The record contains the value, so the row needs no buffer.
      do {
        try info.check(record, at: key)
        return try body(RowValue(record, value: record.stored))
      } catch {
        throw info.naming(error, at: key)
      }
    }
    var buffer = RowBuffer()
    try pass(record, at: key, of: info, as: form, into: &buffer, body)
  }

  /// Checks and decodes a record, and passes the content of the row to `body`.
  ///
  /// The call does not pass a row that `skipped` counts.
  @inline(__always)
  func pass(
    _ record: borrowing RowRecord, at key: Span<UInt8>, of info: CollectionRuntime,
    as form: RowForm, into buffer: inout RowBuffer, _ body: (borrowing RowValue) throws -> Void
  ) throws {
    do {
      try check(record, at: key, of: info, &buffer)
      if try decode(record, at: key, of: info, as: form, into: &buffer) {
        try body(RowValue(record, value: buffer.value(of: record)))
      }
    } catch {
      throw info.naming(error, at: key)
    }
  }

  /// Checks a record, unless a helper thread has checked the record.
  ///
  /// After the call, the buffer has the stored form of the row, or the value from a helper thread.
  @inline(__always)
  func check(
    _ record: borrowing RowRecord, at key: Span<UInt8>, of info: CollectionRuntime,
    _ buffer: inout RowBuffer
  ) throws(StoreError) {
    if !buffer.findAhead(record) { try info.check(record, at: key) }
  }

  /// Decodes a checked record into the buffer, and returns `false` if `skipped` counts the row.
  @inline(__always)
  func decode(
    _ record: borrowing RowRecord, at key: Span<UInt8>, of info: CollectionRuntime,
    as form: RowForm, into buffer: inout RowBuffer
  ) throws -> Bool {
    if form == .stored { return true }
    if form == .migrated && info.pending != nil && record.header.type == .archive {
      return try migrate(record, at: key, of: info, into: &buffer)
    }
    if record.header.isCompressed {
      try decompress(record, at: key, of: info, into: &buffer)
    }
    return true
  }

  /// Decompresses the value of a checked record, unless the value is uncompressed or the buffer has
  /// the value.
  func decompress(
    _ record: borrowing RowRecord, at key: Span<UInt8>, of info: CollectionRuntime,
    into buffer: inout RowBuffer
  ) throws(StoreError) {
    guard record.header.isCompressed, buffer.isStored else { return }
    try info.decompress(record.stored, at: key, in: handle, into: &buffer.decompressed)
    buffer.location = .decompressed
  }

  /// Decodes a checked archive, and migrates the archive if its migration is pending.
  private func migrate(
    _ record: borrowing RowRecord, at key: Span<UInt8>, of info: CollectionRuntime,
    into buffer: inout RowBuffer
  ) throws -> Bool {
    try decompress(record, at: key, of: info, into: &buffer)
    do {
      if let new = try migrated(buffer.value(of: record), at: key, of: info) {
        buffer.migrated = new
        buffer.location = .migrated
      }
      return true
    } catch {
      guard let skipped, !Interruption.isCause(of: error) else { throw error }
      skipped.note(key)
      return false
    }
  }

  /// Returns the archive of a row after the pending migration.
  ///
  /// Returns `nil` if the archive needs no migration, or if the program has not registered the
  /// migration.
  ///
  /// Throws the error of `RowMigrating.failure` if the migration of the row fails.
  private func migrated(
    _ archive: Span<UInt8>, at key: Span<UInt8>, of info: CollectionRuntime
  ) throws -> [UInt8]? {
    guard let migration = info.migration, migration.concerns(archive, schemas.schemas)
    else { return nil }
    let key = info.key(key)
    do {
      let old = try self.archive(archive, of: info)
      return try migration.work.migrated(consume old, of: info.name, at: key)
        .stored { schemas.numberOfRead($0) }
    } catch {
      throw migration.work.failure(error, of: info.name, at: key)
    }
  }

  /// Calls `body` with the archive of a row after the pending migration, from which the indexes
  /// take their entries.
  ///
  /// - Returns: `false` if the migration of the row fails, so that the row has no entries.
  func withIndexed<E>(
    _ archive: Span<UInt8>, at key: Span<UInt8>, of info: CollectionRuntime,
    _ body: (Span<UInt8>) throws(E) -> Void
  ) throws(E) -> Bool {
    let new: [UInt8]?
    do {
      new = try migrated(archive, at: key, of: info)
    } catch {
      return false
    }
    if let new { try body(new.span) } else { try body(archive) }
    return true
  }

  /// Decodes an archive of a collection without its Swift type.
  func archive(_ bytes: Span<UInt8>, of info: CollectionRuntime) throws -> Archive {
    var unarchiver = Unarchiver()
    unarchiver.blobs = info.blobs(of: bytes, schemas, in: handle)
    return try unarchiver.archive(stored: bytes) { schemas.schema($0) }
  }
}

/// The memory for the decoded value of one row at a time, which the next row reuses.
struct RowBuffer: ~Copyable {
  /// The memory that has the value of the row.
  enum Location {
    /// The record itself.
    case stored
    case decompressed
    case migrated
    /// The value with an index in `ahead`.
    case ahead(Int)
  }

  var location = Location.stored
  var decompressed = DecompressionBuffer()
  var migrated: [UInt8] = []
  /// The values that a helper thread has checked and decompressed.
  var ahead = DecompressedRows()

  init(ahead: DecompressedRows = DecompressedRows()) { self.ahead = ahead }

  /// Whether the value has the stored form of the record.
  var isStored: Bool {
    if case .stored = location { true } else { false }
  }

  /// Returns whether a helper thread has checked and decompressed the row.
  @inline(__always)
  mutating func findAhead(_ record: borrowing RowRecord) -> Bool {
    location = .stored
    guard record.header.isCompressed, let index = ahead.index(of: record) else { return false }
    location = .ahead(index)
    return true
  }

  /// Returns the value of the row that the buffer has, from the row's record.
  @inline(__always)
  @_lifetime(copy record, borrow self)
  func value(of record: borrowing RowRecord) -> Span<UInt8> {
    switch location {
    case .stored: return record.stored
    case .decompressed: return decompressed.bytes
    case .migrated: return migrated.span
    case .ahead(let index): return ahead[index]
    }
  }
}

extension CollectionRuntime {
  /// Parses the record of a row.
  ///
  /// Throws `damaged` if the header or a length is invalid.
  @inline(__always)
  @_lifetime(copy bytes)
  func record(_ bytes: Span<UInt8>, at key: Span<UInt8>) throws(StoreError) -> RowRecord {
    guard let record = RowRecord(bytes) else { throw damaged(at: key) }
    return record
  }

  /// Throws `damaged` if a record is damaged, or belongs to another key or table.
  @inline(__always)
  func check(_ record: borrowing RowRecord, at key: Span<UInt8>) throws(StoreError) {
    if !record.isSound(key: key, table: id) { throw damaged(at: key) }
  }

  /// Returns the error for a damaged row.
  func damaged(at key: Span<UInt8>) -> StoreError {
    StoreError(.damaged, collection: name, context: describe(key, keyFormat ?? .raw))
  }

  /// Returns a copy of a key.
  func key(_ bytes: Span<UInt8>) -> RowKey {
    RowKey(bytes: Array(copying: bytes), format: keyFormat ?? .raw)
  }
}
