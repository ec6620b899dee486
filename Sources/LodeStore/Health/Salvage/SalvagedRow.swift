internal import LodeCoding
internal import LodeLMDB

/// A row with valid checksums.
struct SalvagedRow {
  /// The number of the collection, or of the blob table.
  let id: UInt32
  /// The number of the row's table.
  let table: UInt32
  let tableKey: [UInt8]
  /// The whole key.
  let key: [UInt8]
  let record: [UInt8]
  let revision: UInt64
  let sum: UInt64

  /// Creates a row, or returns `nil` if the checksums do not match the bytes, the number, and the
  /// key.
  ///
  /// - Parameter prefix: The number of bytes before the row's key in `tableKey`, which only the
  ///   shared table has.
  init?(
    _ record: [UInt8], at tableKey: [UInt8], id: UInt32, table: UInt32, prefix: Int = 0
  ) {
    let stored = tableKey.span.extracting(prefix..<tableKey.count)
    guard let row = RowRecord(record.span) else { return nil }
    var whole = stored
    if let long = row.longKeyBytes { whole = long }
    guard whole.count > 0, row.hasSoundValue(key: whole, table: id),
      row.hasSoundMetadata(key: whole, table: id)
    else { return nil }
    if TableKey.isShortened(stored), !TableKey.isForm(stored, of: whole) { return nil }
    (self.id, self.table, self.tableKey, self.record) = (id, table, tableKey, record)
    key = whole.copied()
    revision = row.header.revision
    sum = row.sum
  }
}

extension SalvagedCatalog {
  /// Returns the row of an entry, or `nil` if the entry is not a row of the table `number`.
  func row(_ entry: SalvagedEntry, inTable number: UInt32) -> SalvagedRow? {
    guard case .bytes(let record) = entry.value,
      let row = row(record, at: entry.key, inTable: number)
    else { return nil }
    if entry.isInPlace { return row }
    // Outside the trees, the key must also have the format of the collection.
    if collections[row.id]?.keyFormat == .tuple, (try? Key(encoded: row.key.span)) == nil {
      return nil
    }
    return SealedRows.isCatalogRow(entry) ? nil : row
  }

  private func row(_ record: [UInt8], at key: [UInt8], inTable number: UInt32) -> SalvagedRow? {
    if number == sharedTable {
      guard let id = Self.number(key, at: 0).flatMap(Self.possible), key.count > 4,
        collections[id]?.sharesTable ?? !isWhole
      else { return nil }
      return SalvagedRow(record, at: key, id: id, table: number, prefix: 4)
    }
    return SalvagedRow(record, at: key, id: number, table: number)
  }

  /// Returns the problem of a row with a lost dictionary or schema, or `nil` for a readable row.
  ///
  /// The new store must not contain such a row, because another schema has the number of the lost
  /// schema.
  func obstacle(to row: SalvagedRow, _ buffer: inout DecompressionBuffer) -> String? {
    guard !isWhole, let record = RowRecord(row.record.span) else { return nil }
    if !record.header.isCompressed {
      return record.header.type == .archive ? obstacle(toArchive: record.stored) : nil
    }
    do {
      let header = try BlockHeader(record.stored)
      var dictionary: CompressionDictionary?
      if let number = header.dictionaryID {
        guard let bytes = dictionaries[.init(collection: row.id, number: number)] else {
          return "dictionary \(number) is lost"
        }
        dictionary = try CompressionDictionary(bytes, id: number)
      }
      try buffer.decompress(
        record.stored, header, dictionary: dictionary, limit: RowRecord.longestValue)
    } catch {
      return "\(error)"
    }
    return record.header.type == .archive ? obstacle(toArchive: buffer.bytes) : nil
  }

  private func obstacle(toArchive archive: Span<UInt8>) -> String? {
    do throws(ArchiveError) {
      for number in try Unarchiver.schemaNumbers(stored: archive) where schemas[number] == nil {
        return "schema \(number) is lost"
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
