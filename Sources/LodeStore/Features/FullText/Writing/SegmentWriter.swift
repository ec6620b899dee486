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
    let size = block.size
    if !value.isEmpty {
      let last = self.term
      let shared = last.span.commonPrefix(term, from: 0)
      let step = documentStep(from: first, to: block.first)
      let front =
        varintSize(UInt32(shared)) + varintSize(UInt32(term.count - shared)) + term.count - shared
        + varintSize(step) + varintSize(UInt32(size))
      if key.count + value.count + front + size + EntryCheck.byteCount <= TokenKey.mostRowBytes {
        value.appendVarint(UInt32(shared))
        value.appendVarint(UInt32(term.count - shared))
        value.append(copying: term.extracting(shared..<term.count))
        value.appendVarint(step)
        append(block, of: term, size)
        return
      }
      try finish()
    }
    key = TokenKey.postings(segment, term, from: block.first)
    append(block, of: term, size)
  }

  private mutating func append(
    _ block: borrowing BlockBuilder, of term: Span<UInt8>, _ size: Int
  ) {
    value.appendVarint(UInt32(size))
    block.append(to: &value)
    self.term.removeAll(keepingCapacity: true)
    self.term.append(copying: term)
    first = block.first
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
