internal import LodeCoding
internal import LodeLMDB

/// Checks the rows of one collection, for ``Store/verify()``.
struct RowCheck {
  /// The result of the check of one row.
  enum Finding {
    /// The row cannot be read.
    case damaged(VerifyReport.UnreadableRow)
    /// The row can be read, and has another problem.
    case problem(String)
    /// The row's bytes are intact.
    ///
    /// `bytes` is the size of the value without compression, in bytes. `sum` is the row's
    /// contribution to the content sum, which is the sum of all rows' checksums. `foreign`
    /// describes a row that the model of the collection cannot read; otherwise, `foreign` is `nil`.
    case sound(bytes: Int, sum: UInt64, foreign: VerifyReport.UnreadableRow?)
  }

  private let info: CollectionRuntime
  private let reader: RowReader
  private var rowGuard: RowGuard?

  /// Creates a check of one collection's rows.
  ///
  /// - Parameter owners: The types that the rows may have, by their names in archives; `nil` allows
  ///   all rows.
  init(
    _ info: CollectionRuntime, owners: [String]?, _ handle: TransactionHandle,
    _ schemas: SchemaCatalog
  ) {
    self.info = info
    reader = RowReader(handle, schemas)
    rowGuard = owners.map(RowGuard.init)
  }

  /// Checks one row, its index entries, and its references to blobs.
  mutating func run(
    _ entry: borrowing Entry, _ indexes: [IndexVerification], _ blobs: inout BlobCheck,
    _ buffer: inout RowBuffer
  ) -> Finding {
    do throws(StoreError) {
      let record = try info.record(entry.value, at: entry.key)
      let key = record.key(at: entry.key)
      try reader.check(record, at: key, of: info, &buffer)
      if TableKey.isShortened(entry.key), !TableKey.isForm(entry.key, of: key) {
        return .damaged(unreadable(entry.key, "\(place(key)) is stored under another key"))
      }
      try reader.decompress(record, at: key, of: info, into: &buffer)
      let value = buffer.value(of: record)
      for index in indexes { index.check(record, key, value, at: entry.key) }
      return try check(value, of: record, key, at: entry.key, &blobs)
    } catch {
      return .damaged(unreadable(entry.key, "\(error)"))
    }
  }

  /// Checks the value of a row: the archive, the references to blobs, and the type.
  private mutating func check(
    _ value: Span<UInt8>, of record: borrowing RowRecord, _ key: Span<UInt8>,
    at tableKey: Span<UInt8>, _ blobs: inout BlobCheck
  ) throws(StoreError) -> Finding {
    if record.header.type == .archive {
      let numbers = try namedBlobs(value, at: key)
      if let problem = try blobs.note(numbers, isFlagged: record.header.hasBlobs, in: info) {
        return .problem("\(place(key)) \(problem)")
      }
    }
    var foreign: VerifyReport.UnreadableRow?
    if let refusal = rowGuard?.refusal(of: value, record.header.type, reader.schemas) {
      let owner = rowGuard?.owner ?? ""
      foreign = unreadable(tableKey, "\(place(key)) is \(refusal), not a \"\(owner)\"", key)
    }
    return .sound(bytes: value.count, sum: record.sum, foreign: foreign)
  }

  /// Decodes every field of an archive, and returns the numbers of the referenced blobs.
  private func namedBlobs(
    _ value: Span<UInt8>, at key: Span<UInt8>
  ) throws(StoreError) -> [UInt64] {
    do {
      let archive = try Archive(stored: value) { reader.schemas.schema($0) }
      return reader.schemas.mayNameBlobs(value) ? try archive.blobNumbers() : []
    } catch {
      throw StoreError(
        .damaged, collection: info.name,
        context: "\(describe(key, info.keyFormat ?? .raw)): \(error)")
    }
  }

  private func place(_ key: Span<UInt8>) -> String {
    "\(info.name): \(describe(key, info.keyFormat ?? .raw))"
  }

  private func unreadable(_ tableKey: Span<UInt8>, _ problem: String) -> VerifyReport.UnreadableRow
  {
    unreadable(tableKey, problem, tableKey)
  }

  private func unreadable(
    _ tableKey: Span<UInt8>, _ problem: String, _ key: Span<UInt8>
  ) -> VerifyReport.UnreadableRow {
    VerifyReport.UnreadableRow(
      collection: info.name, key: RowKey(bytes: key.copied(), format: info.keyFormat ?? .raw),
      problem: problem, tableKey: tableKey.copied())
  }
}
