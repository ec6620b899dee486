internal import LodeCoding

/// The entries of copied rows in ordered and unique indexes, which a helper thread has computed and
/// sorted.
struct EntriesAhead: Sendable {
  /// The sorted entries of each index, and whether an entry does not contain the exact values.
  private(set) var indexes: [(runs: [EntryRun], isLossy: Bool)] = []
  let rows: RowList
  /// The rows without entries: damaged rows, and rows that need another dictionary.
  private(set) var rest: [Int] = []

  /// Checks rows, and computes their entries.
  ///
  /// - Throws: ``StoreError`` if the archive of a row is invalid.
  init(
    _ rows: RowList, in indexes: [IndexRuntime], of info: CollectionRuntime,
    _ schemas: SchemaCatalog, _ dictionary: CompressionDictionary?
  ) throws {
    self.rows = rows
    let reader = FieldReader(indexes, of: info, nil)
    let gatherers = indexes.map { EntryGatherer($0, reader) }
    var buffer = DecompressionBuffer()
    for number in 0..<rows.count {
      let tableKey = rows.keys[number]
      guard let record = RowRecord(rows[number]) else {
        rest.append(number)
        continue
      }
      let key = record.key(at: tableKey)
      guard record.isSound(key: key, table: info.id) else {
        rest.append(number)
        continue
      }
      guard record.header.type == .archive else { continue }
      do {
        if !record.header.isCompressed {
          try gatherers.add(key, record.stored, schemas, reader)
          continue
        }
        // Entries of fixed-width fields need no decompression.
        if let fixed = BlockHeader.plainBytes(of: record.stored),
          try reader.withFixedPart(
            fixed, schemas, { try gatherers.add(key, fixed, schemas, reader) })
        {
          continue
        }
        guard buffer.decompresses(record, dictionary) else {
          rest.append(number)
          continue
        }
        try gatherers.add(key, buffer.bytes, schemas, reader)
      } catch {
        throw info.naming(error, at: key)
      }
    }
    self.indexes = gatherers.map { $0.finish() }
  }
}

extension DecompressionBuffer {
  /// Decompresses the value of a record, and returns `false` if the value needs another dictionary
  /// or is damaged.
  fileprivate mutating func decompresses(
    _ record: borrowing RowRecord, _ dictionary: CompressionDictionary?
  ) -> Bool {
    do {
      let header = try BlockHeader(record.stored)
      try decompress(record.stored, header, dictionary: dictionary, limit: RowRecord.longestValue)
      return true
    } catch {
      return false
    }
  }
}

/// Computes the entries of rows in one index, in sorted runs.
private final class EntryGatherer {
  private let index: IndexRuntime
  private let shape: EntryShape
  private var computed = ComputedEntries()
  private var runs: [EntryRun] = []

  init(_ index: IndexRuntime, _ reader: FieldReader) {
    self.index = index
    shape = EntryShape(index.definition, reader)
  }

  func add(_ row: inout IndexedRow) throws {
    try computed.add(of: &row, shape)
    if computed.entries.fillsRun { endRun() }
  }

  private func endRun() {
    if computed.entries.places.isEmpty { return }
    runs.append(EntryRun(computed.entries.bytes.bytes, computed.entries.places, of: index))
    computed.entries.removeAll()
  }

  func finish() -> (runs: [EntryRun], isLossy: Bool) {
    endRun()
    return (runs, computed.isLossy)
  }
}

extension [EntryGatherer] {
  /// Computes the entries of an archive in each index.
  fileprivate func add(
    _ key: Span<UInt8>, _ archive: Span<UInt8>, _ schemas: SchemaCatalog, _ reader: FieldReader
  ) throws {
    var row = IndexedRow(
      key: key, archive: archive, schemas: schemas, reader: reader, properties: nil)
    for gatherer in self { try gatherer.add(&row) }
  }
}
