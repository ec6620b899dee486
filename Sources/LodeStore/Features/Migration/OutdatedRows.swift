package import LodeCoding
internal import LodeLMDB

/// An iteration over the rows of a collection that contain objects of given schemas, in the order
/// of the table keys.
///
/// The caller must not write to the collection during the iteration.
package struct OutdatedRows: ~Copyable {
  /// The keys and the errors of unreadable rows.
  package private(set) var damaged: [(key: RowKey, error: any Error)] = []
  /// The number of scanned rows.
  package private(set) var scanned = 0
  /// The table key (``TableKey``) after which the next iteration begins.
  ///
  /// The value is `nil` before a limit is reached, and at the end of the table.
  package private(set) var position: [UInt8]?
  private let access: CollectionAccess
  private let schemas: Set<UInt32>
  /// The collection with an open cursor; `nil` if the collection does not exist.
  private let table: (info: CollectionRuntime, cursor: CursorHandle)?
  private var limits: Limits
  private var start: [UInt8]?
  private var buffer = RowBuffer()

  /// The limits of an iteration: returned rows, scanned rows, and stored bytes of scanned rows.
  package struct Limits {
    package var (rows, scanned, bytes): (Int, Int, Int)

    package init(rows: Int = .max, scanned: Int = .max, bytes: Int = .max) {
      (self.rows, self.scanned, self.bytes) = (rows, scanned, bytes)
    }
  }

  fileprivate init(
    of access: CollectionAccess, _ schemas: Set<UInt32>, after position: [UInt8]?, _ limits: Limits
  ) throws {
    (self.access, self.schemas, self.limits) = (access, schemas, limits)
    start = position.map { $0 + [0] } ?? []
    table = try access.info.map { info in
      let cursor = try storeErrors(collection: access.name) { () throws(LMDBError) in
        try CursorHandle(access.handle, over: info.table.place)
      }
      return (info, cursor)
    }
  }

  deinit { table?.cursor.close() }

  /// Returns the next row with its stored archive; `nil` at the end of the table, or after a limit.
  ///
  /// - Complexity: O(log n + size of the scanned rows) for n rows.
  /// - Throws: ``StoreError`` if the table cannot be read.
  package mutating func next() throws -> (key: RowKey, archive: Archive)? {
    guard let (info, cursor) = table, position == nil else { return nil }
    while let row = try cursor.step(from: start, collection: access.name) {
      start = nil
      scanned += 1
      limits.scanned -= 1
      limits.bytes -= row.value.count
      let found = outdated(row, info)
      if found != nil { limits.rows -= 1 }
      let isLast = limits.rows <= 0 || limits.scanned <= 0 || limits.bytes <= 0
      if isLast { position = row.key.copied() }
      if let found { return found }
      if isLast { return nil }
    }
    return nil
  }

  /// Returns a row that contains an object of the schemas; `nil` for another or a damaged row.
  private mutating func outdated(
    _ entry: borrowing Entry, _ info: CollectionRuntime
  ) -> (key: RowKey, archive: Archive)? {
    var key = entry.key
    do {
      let record = try info.record(entry.value, at: key)
      key = record.key(at: key)
      try access.reader.check(record, at: key, of: info, &buffer)
      guard record.header.type == .archive else { return nil }
      try access.reader.decompress(record, at: key, of: info, into: &buffer)
      let value = buffer.value(of: record)
      guard try Unarchiver.refers(stored: value, toAny: schemas) else { return nil }
      return (info.key(key), try access.reader.archive(value, of: info))
    } catch {
      damaged.append((info.key(key), error))
      return nil
    }
  }
}

extension CollectionAccess {
  /// Returns the rows that contain an object of the given schemas, up to the limits.
  ///
  /// The iteration begins after the given table key, or at the first row if the key is `nil`.
  ///
  /// - Throws: ``StoreError`` if the table cannot be opened.
  package func outdatedRows(
    of schemas: Set<UInt32>, after position: [UInt8]? = nil,
    _ limits: OutdatedRows.Limits = OutdatedRows.Limits()
  ) throws -> OutdatedRows {
    try OutdatedRows(of: self, schemas, after: position, limits)
  }
}
