/// Where the entries of a set or a dictionary lie, which are written in any order and then sorted.
@usableFromInline
struct EntryOrder {
  struct Entry {
    let range: Range<Int>
    /// The bytes by which entries are sorted.
    let payload: Range<Int>
  }

  private var end: Int
  /// Whether a length stands before each payload.
  private let isPrefixed: Bool
  private(set) var entries: [Entry] = []
  /// How many schemas the archive had before the entries.
  fileprivate let schemaCount: Int

  fileprivate init(start: Int, count: Int, isPrefixed: Bool, schemaCount: Int) {
    end = start
    self.schemaCount = schemaCount
    self.isPrefixed = isPrefixed
    entries.reserveCapacity(count)
  }

  /// Notes an entry that begins where the one before it ended.
  @usableFromInline
  mutating func append(end: Int, payloadCount: Int) {
    let prefix = isPrefixed ? (31 - UInt32(payloadCount | 1).leadingZeroBitCount) / 7 + 1 : 0
    let payload = self.end + prefix
    entries.append(Entry(range: self.end..<end, payload: payload..<payload + payloadCount))
    self.end = end
  }
}

extension ArchiveWriter {
  /// Where the next byte goes.
  @inlinable var position: Int { output.count }

  @inlinable
  mutating func append(copying bytes: Span<UInt8>) { output.append(copying: bytes) }

  /// Begins entries that are written in any order and sorted at the end.
  @usableFromInline
  func beginEntries(count: Int, isPrefixed: Bool) -> EntryOrder {
    EntryOrder(
      start: position, count: count, isPrefixed: isPrefixed, schemaCount: schemas.count)
  }

  /// Sorts entries by their payloads' bytes.
  ///
  /// Two of the same bytes are refused here, since no reader would take them.
  @usableFromInline
  mutating func sort(_ order: EntryOrder) throws {
    let entries = order.entries
    if schemas.count > order.schemaCount + 1 { hasChanceNumbers = true }
    guard entries.count > 1, let base = entries.first?.range.lowerBound else { return }
    let bytes = output.bytes.extracting(base..<output.count).copied()
    var areEqual = false
    let sorted = entries.sorted { a, b in
      let order = bytes.span.extracting(a.payload.shifted(by: -base))
        .byteOrder(bytes.span.extracting(b.payload.shifted(by: -base)))
      if order == 0 { areEqual = true }
      return order < 0
    }
    // To sort, each was compared with its neighbours.
    guard !areEqual else {
      throw ArchiveError(
        .equalElements, "two elements of a set, or keys of a dictionary, have the same bytes")
    }
    output.count = base
    for entry in sorted {
      output.append(copying: bytes.span.extracting(entry.range.shifted(by: -base)))
    }
  }
}

extension Range<Int> {
  fileprivate func shifted(by amount: Int) -> Range<Int> {
    lowerBound + amount..<upperBound + amount
  }
}
