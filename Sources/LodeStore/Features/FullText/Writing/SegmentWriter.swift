internal import LodeCoding
internal import LodeLMDB

/// A writer of a segment's table rows, which contain blocks in the order of terms.
struct SegmentWriter: ~Copyable {
  private let table: TokenIndexTable
  private let segment: UInt32
  private let mode: PutMode
  private var key: [UInt8] = []
  private var value: [UInt8] = []
  /// The term and the first document of the last block.
  private var term: [UInt8] = []
  private var first: UInt32 = 0
  /// The number of written bytes, keys included.
  private(set) var written = 0

  init(_ table: TokenIndexTable, _ segment: UInt32, mode: PutMode) {
    self.table = table
    self.segment = segment
    self.mode = mode
  }

  /// Appends a block, which must follow the last block in the order of terms and documents.
  mutating func add(_ block: borrowing BlockBuilder, of term: Span<UInt8>) throws(LMDBError) {
    try begin(of: term, first: block.first, size: block.size)
    block.append(to: &value)
  }

  /// Appends an encoded block, which must follow the last block in the order of terms and
  /// documents.
  mutating func add(
    _ block: Span<UInt8>, first: UInt32, of term: Span<UInt8>
  ) throws(LMDBError) {
    try begin(of: term, first: first, size: block.count)
    value.append(copying: block)
  }

  /// Appends what precedes the bytes of a block, in the unfinished row or in the next row.
  private mutating func begin(
    of term: Span<UInt8>, first: UInt32, size: Int
  ) throws(LMDBError) {
    var shared = 0
    if value.isEmpty {
      key = TokenKey.postings(segment, term, from: first)
    } else {
      shared = self.term.span.commonPrefix(term, from: 0)
      let rest = term.count - shared
      let step = documentStep(from: self.first, to: first)
      let front =
        varintSize(UInt32(shared)) + varintSize(UInt32(rest)) + rest + varintSize(step)
        + varintSize(UInt32(size))
      if key.count + value.count + front + size + EntryCheck.byteCount > TokenKey.mostRowBytes {
        try finish()
        return try begin(of: term, first: first, size: size)
      }
      value.appendVarint(UInt32(shared))
      value.appendVarint(UInt32(rest))
      value.append(copying: term.extracting(shared..<term.count))
      value.appendVarint(step)
    }
    value.appendVarint(UInt32(size))
    self.term.replaceBytes(from: shared, with: term.extracting(shared..<term.count))
    self.first = first
  }

  /// Writes the unfinished row, if one exists.
  mutating func finish() throws(LMDBError) {
    if value.isEmpty { return }
    let key = key
    table.index.appendCheck(to: &value, for: key.span)
    if try !table.cursor.put(value.span, forKey: key.span, mode: mode) { throw table.damaged() }
    written += key.count + value.count
    value.removeAll(keepingCapacity: true)
  }
}
