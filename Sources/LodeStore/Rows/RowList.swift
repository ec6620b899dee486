internal import LodeCoding

/// The keys and the bytes of rows in shared buffers, without an allocation for each row.
struct RowList: Sendable {
  private(set) var keys = KeyList()
  private var bytes: [UInt8] = []
  /// The offset in `bytes` after the last byte of each row.
  private var ends: [Int] = []

  var isEmpty: Bool { ends.isEmpty }

  /// The number of rows.
  var count: Int { ends.count }

  /// The number of bytes of all rows, without the keys.
  var byteCount: Int { bytes.count }

  /// The bytes of the row at an index.
  subscript(index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index]) }
  }

  mutating func append(_ row: Span<UInt8>, _ key: Span<UInt8>) {
    keys.append(key)
    bytes.append(copying: row)
    ends.append(bytes.count)
  }
}
