internal import LodeCoding

/// The values of the compressed rows of one part of a read, which a helper thread has checked and
/// decompressed.
struct DecompressedRows: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each value in `bytes`, and the sum of the row's checksums.
  private var values: [(end: Int, sum: UInt64)] = []
  /// The index of the next value.
  private var next = 0

  /// Creates an empty list.
  init() {}

  /// Checks and decompresses the compressed rows among copied records.
  ///
  /// The result lacks damaged rows, and rows that need another dictionary.
  init(_ rows: RowList, of info: CollectionRuntime, _ dictionary: CompressionDictionary?) {
    var buffer = DecompressionBuffer()
    for index in 0..<rows.count {
      guard let record = RowRecord(rows[index]), record.header.isCompressed else { continue }
      guard record.isSound(key: record.key(at: rows.keys[index]), table: info.id) else { continue }
      do {
        let header = try BlockHeader(record.stored)
        try buffer.decompress(
          record.stored, header, dictionary: dictionary, limit: RowRecord.longestValue)
      } catch {
        continue
      }
      append(buffer.bytes, record.sum)
    }
  }

  /// Appends the value of a compressed row.
  mutating func append(_ row: borrowing RowValue) {
    if let sum = row.sumOfCompressed { append(row.bytes, sum) }
  }

  private mutating func append(_ value: Span<UInt8>, _ sum: UInt64) {
    bytes.append(copying: value)
    values.append((bytes.count, sum))
  }

  /// Returns the index of a row's value, and moves to the next value.
  ///
  /// Rows must come in the order of the part. If the row's value is missing, the method returns
  /// `nil`, and does not move.
  @inline(__always)
  mutating func index(of record: borrowing RowRecord) -> Int? {
    guard next < values.count, values[next].sum == record.sum else { return nil }
    next += 1
    return next - 1
  }

  /// The value at an index.
  subscript(index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let start = index == 0 ? 0 : values[index - 1].end
      return bytes.span.extracting(start..<values[index].end)
    }
  }
}
