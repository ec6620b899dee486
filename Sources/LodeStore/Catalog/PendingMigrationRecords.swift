internal import LodeCoding
internal import LodeLMDB

/// A quarantined row: a row whose migration failed, with the message of the error.
package struct FailedRow: Sendable, Hashable {
  package var key: RowKey
  /// The stored name of the type whose step failed, or an empty text if unknown.
  package var type: String
  /// The versions before and after the step; 0 if unknown.
  package var (from, to): (UInt32, UInt32)
  /// The message of the error.
  package var message: String

  package init(key: RowKey, type: String, from: UInt32, to: UInt32, message: String) {
    (self.key, self.type, self.message) = (key, type, message)
    (self.from, self.to) = (from, to)
  }
}

/// The catalog's records of the pending migration of one collection: the position and the
/// quarantined rows.
///
/// `Docs/Format/Migrations.md` specifies the bytes.
struct PendingMigrationRecords {
  private let catalog: CatalogTable
  private let positionKey: [UInt8]
  /// The prefix of the keys of quarantined rows.
  private let prefix: [UInt8]

  /// Gives access to the records of the collection with a table number.
  init(_ catalog: CatalogTable, of id: UInt32) {
    self.catalog = catalog
    positionKey = CatalogRecord.key(CatalogRecord.positionKind, id)
    prefix = CatalogRecord.key(CatalogRecord.quarantineKind, id)
  }

  /// Returns the last table key (``TableKey``) that the migration has passed, or `nil` before the
  /// first batch.
  func position() throws(StoreError) -> [UInt8]? { try catalog.value(positionKey) }

  /// Records the last table key that the migration has passed.
  func put(position: [UInt8]) throws(LMDBError) { try catalog.put(position, positionKey) }

  /// Deletes all records; the rows stay in the collection.
  func clear() throws(LMDBError) {
    try catalog.putOrDelete([], positionKey)
    try catalog.deleteRows(withPrefix: prefix)
  }

  /// Returns the quarantined rows, in the order of their insertion.
  func quarantine() throws(StoreError) -> [FailedRow] {
    var rows: [FailedRow] = []
    try catalog.forEachRow(withPrefix: prefix, from: prefix) { (_, value) throws(StoreError) in
      guard let row = CatalogRecord.decodeFailedRow(Array(copying: value)) else {
        throw catalog.damaged()
      }
      rows.append(row)
    }
    return rows
  }

  /// Returns whether the collection has quarantined rows.
  func hasQuarantine() throws(LMDBError) -> Bool {
    let cursor = try CursorHandle(catalog.transaction, over: catalog.table.place)
    defer { cursor.close() }
    return try cursor.seek(atLeast: prefix.span)?.key.starts(with: prefix.span) ?? false
  }

  /// Adds a quarantined row with the number that `quarantineEnd()` has returned.
  func put(_ row: FailedRow, number: UInt32) throws(LMDBError) {
    try catalog.put(
      CatalogRecord.encode(row), prefix + CatalogRecord.withBytes(of: number.bigEndian))
  }

  /// Returns the number of the next quarantined row, from 0.
  func quarantineEnd() throws(StoreError) -> UInt32 {
    // This key is greater than the key of every record, because numbers have four bytes.
    let end = prefix + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let last = try storeErrors { () throws(LMDBError) -> [UInt8]? in
      let cursor = try CursorHandle(catalog.transaction, over: catalog.table.place)
      defer { cursor.close() }
      guard let last = try cursor.seek(lessThan: end.span) else { return nil }
      return last.key.starts(with: prefix.span) ? last.key.copied() : nil
    }
    guard let last else { return 0 }
    guard last.count == 9 else { throw catalog.damaged() }
    let number = last.span.extracting(5..<9).littleEndianUInt32(at: 0).byteSwapped
    guard number < .max else { throw catalog.damaged() }
    return number + 1
  }
}

extension CatalogRecord {
  static let positionKind: UInt8 = 0x0e
  static let quarantineKind: UInt8 = 0x0f

  static func encode(_ row: FailedRow) -> [UInt8] {
    var bytes = [row.key.format.rawValue]
    for text in [row.key.bytes, Array(row.type.utf8)] {
      bytes += withBytes(of: UInt32(text.count).littleEndian) + text
    }
    bytes += withBytes(of: row.from.littleEndian) + withBytes(of: row.to.littleEndian)
    return bytes + row.message.utf8
  }

  static func decodeFailedRow(_ bytes: [UInt8]) -> FailedRow? {
    var bytes = bytes[...]
    guard let format = bytes.popFirst(), let key = takeBytes(&bytes, countSize: 4),
      let type = takeBytes(&bytes, countSize: 4), let from = takeNumber(&bytes, size: 4),
      let to = takeNumber(&bytes, size: 4)
    else { return nil }
    return FailedRow(
      key: RowKey(bytes: Array(key), format: KeyFormat(rawValue: format)),
      type: String(decoding: type, as: UTF8.self), from: UInt32(from), to: UInt32(to),
      message: String(decoding: bytes, as: UTF8.self))
  }
}
