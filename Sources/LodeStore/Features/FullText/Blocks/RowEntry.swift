/// A block in a table row of postings, with its prefix-compressed term.
struct RowEntry {
  /// The number of bytes at the beginning that the term shares with the previous term.
  var shared: Int
  /// The range of the term's remaining bytes in the row.
  var rest: Range<Int>
  /// The first document.
  var first: UInt32
  /// The range of the block in the row.
  var block: Range<Int>

  /// Returns whether the term equals the previous term, which has `count` bytes.
  func hasSameTerm(_ count: Int) -> Bool { rest.isEmpty && shared == count }
}

extension Span<UInt8> {
  /// Returns the first entry of a row, or `nil` if the entry is damaged.
  ///
  /// - Parameter document: The first document of the row, from the row's key.
  @inline(__always)
  func firstEntry(_ document: UInt32) -> RowEntry? {
    var place = 0
    guard let size = varint(at: &place), Int(size) <= count &- place else { return nil }
    return RowEntry(
      shared: 0, rest: 0..<0, first: document, block: place..<place &+ Int(size))
  }

  /// Returns the entry at an offset of a row, or `nil` if the entry is damaged.
  ///
  /// - Parameters:
  ///   - start: The offset of the entry in the row.
  ///   - document: The first document of the previous entry.
  @inline(__always)
  func entry(at start: Int, after document: UInt32) -> RowEntry? {
    var place = start
    guard let shared = varint(at: &place), let restCount = varint(at: &place),
      Int(restCount) <= count &- place
    else { return nil }
    let rest = place..<place &+ Int(restCount)
    place = rest.upperBound
    guard let step = varint(at: &place), let size = varint(at: &place),
      Int(size) <= count &- place
    else { return nil }
    let difference = step &>> 1 ^ (0 &- (step & 1))
    return RowEntry(
      shared: Int(shared), rest: rest, first: document &+ difference,
      block: place..<place &+ Int(size))
  }
}

/// Returns the zigzag code of the difference between two document numbers.
@inline(__always)
func documentStep(from: UInt32, to: UInt32) -> UInt32 {
  let difference = Int32(bitPattern: to &- from)
  return UInt32(bitPattern: difference &<< 1 ^ difference &>> 31)
}

/// The result of a search for a term in a table row of postings.
enum RowFinding {
  /// The first block of the term that ends at or after the document.
  case found(RowEntry, PostingHeader)
  /// No match in this row, but the next row can have a match.
  case atEnd
  /// No match in this row or a later row, because the row contains a greater term.
  case beyond
  case damaged
}

extension Span<UInt8> {
  /// Finds the first block of a term that ends at or after a document.
  ///
  /// - Parameters:
  ///   - term: The term to find.
  ///   - document: The number of the document.
  ///   - rowTerm: The term of the row's first block.
  ///   - rowFirst: The first document of the row's first block.
  func find(
    _ term: Span<UInt8>, reaching document: UInt32, rowTerm: Span<UInt8>, rowFirst: UInt32
  ) -> RowFinding {
    guard var entry = firstEntry(rowFirst) else { return .damaged }
    // The length of the entry's term, the number of bytes that the entry's term and the searched
    // term share, and the order of both terms.
    var length = rowTerm.count
    var matched = rowTerm.commonPrefix(term, from: 0)
    var order = rowTerm.order(term, matched, matched)
    while true {
      if order > 0 { return .beyond }
      if order == 0 {
        var place = 0
        guard
          let header = PostingHeader(extracting(entry.block), first: entry.first, end: &place)
        else { return .damaged }
        if entry.first + header.span >= document { return .found(entry, header) }
      }
      let end = entry.block.upperBound
      if end == count { return .atEnd }
      guard let next = self.entry(at: end, after: entry.first), next.shared <= length else {
        return .damaged
      }
      entry = next
      length = next.shared &+ next.rest.count
      // The previous term is not greater than the searched term, and both share `matched` bytes. If
      // the next term shares more bytes with the previous term, `order` stays the same. If the next
      // term shares fewer bytes, the next term is greater.
      if next.shared < matched { return .beyond }
      if next.shared == matched {
        let rest = extracting(next.rest)
        let more = rest.commonPrefix(term, from: matched)
        order = rest.order(term, more, matched &+ more)
        matched &+= more
      }
    }
  }

  /// Returns the length of the common prefix with the bytes of another span from an offset on.
  @inline(__always)
  func commonPrefix(_ other: Span<UInt8>, from start: Int) -> Int {
    let most = Swift.min(count, other.count &- start)
    var index = 0
    while index < most, self[index] == other[start &+ index] { index &+= 1 }
    return index
  }

  /// Returns the order relative to another span: negative, zero, or positive.
  ///
  /// The bytes before both offsets are equal.
  @inline(__always)
  fileprivate func order(_ other: Span<UInt8>, _ place: Int, _ otherPlace: Int) -> Int {
    if place == count { return otherPlace == other.count ? 0 : -1 }
    if otherPlace == other.count { return 1 }
    return self[place] < other[otherPlace] ? -1 : 1
  }
}
