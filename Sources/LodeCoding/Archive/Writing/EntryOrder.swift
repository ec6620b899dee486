/// The positions of the entries of a set or a dictionary.
///
/// A writer appends the entries in any order, and then sorts the entries by their keys' bytes. The
/// entries of a set are its elements.
@usableFromInline
struct EntryOrder {
  /// The position of one entry.
  struct Entry {
    let range: Range<Int>
    /// The bytes by which the entries are sorted: the element or the key.
    let payload: Range<Int>
  }

  /// The offset after the last entry.
  private var end: Int
  /// Whether a length precedes each element or key.
  private let isPrefixed: Bool
  private(set) var entries: [Entry] = []
  /// The number of schemas that the archive used before the entries.
  fileprivate let schemaCount: Int

  fileprivate init(start: Int, count: Int, isPrefixed: Bool, schemaCount: Int) {
    end = start
    self.schemaCount = schemaCount
    self.isPrefixed = isPrefixed
    entries.reserveCapacity(count)
  }

  /// Records an entry that begins where the previous entry ends.
  @usableFromInline
  mutating func append(end: Int, payloadCount: Int) {
    let prefix = isPrefixed ? (31 - UInt32(payloadCount | 1).leadingZeroBitCount) / 7 + 1 : 0
    let payload = self.end + prefix
    entries.append(Entry(range: self.end..<end, payload: payload..<payload + payloadCount))
    self.end = end
  }
}

extension ArchiveWriter {
  /// The offset of the next byte.
  @inlinable var position: Int { output.count }

  /// Appends bytes.
  @inlinable
  mutating func append(copying bytes: Span<UInt8>) { output.append(copying: bytes) }

  /// Begins entries that the caller appends in any order and then sorts.
  @usableFromInline
  func beginEntries(count: Int, isPrefixed: Bool) -> EntryOrder {
    EntryOrder(
      start: position, count: count, isPrefixed: isPrefixed, schemaCount: schemas.count)
  }

  /// Sorts the entries by the bytes of their elements or keys.
  ///
  /// Throws `equalElements` if two entries have the same bytes, because readers refuse duplicates.
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
    // Sorting compares every entry with its neighbors, so equal entries were found.
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
