internal import LodeCoding

/// A block in a row of postings, and how its term differs from that of the block before.
struct RowEntry {
  /// How many bytes its term has in common with the one before.
  var shared: Int
  /// Where the rest of its term lies.
  var rest: Range<Int>
  /// The first document.
  var first: UInt32
  /// Where the block lies.
  var block: Range<Int>

  /// Whether the term equals the term of the previous block, which has the given length.
  func hasSameTerm(_ count: Int) -> Bool { rest.isEmpty && shared == count }
}

extension Span<UInt8> {
  /// The first entry of a row, whose first document is this; `nil` when it is damaged.
  @inline(__always)
  func firstEntry(_ document: UInt32) -> RowEntry? {
    var place = 0
    guard let size = varint(at: &place), Int(size) <= count &- place else { return nil }
    return RowEntry(
      shared: 0, rest: 0..<0, first: document, block: place..<place &+ Int(size))
  }

  /// The entry at a place of a row, behind one whose first document is this; `nil` when it is
  /// damaged.
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

/// The number that stands for the difference of two documents.
@inline(__always)
func documentStep(from: UInt32, to: UInt32) -> UInt32 {
  let difference = Int32(bitPattern: to &- from)
  return UInt32(bitPattern: difference &<< 1 ^ difference &>> 31)
}

/// What a row has of a term.
enum RowFinding {
  /// The first of its blocks that reaches to the document.
  case found(RowEntry, PostingHeader)
  /// None, and the next row may have one.
  case atEnd
  /// No match, and later terms: the following rows have no match either.
  case beyond
  case damaged
}

extension Span<UInt8> {
  /// Looks in a row, whose first term and document are these, for the first block of a term that
  /// reaches to a document.
  func find(
    _ term: Span<UInt8>, reaching document: UInt32, rowTerm: Span<UInt8>, rowFirst: UInt32
  ) -> RowFinding {
    guard var entry = firstEntry(rowFirst) else { return .damaged }
    // Of the entry's term: how long it is, how many bytes of it are those of the term, and how it
    // lies to that.
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
      // With more in common with a lower term than that with ours it is lower too, with less it is
      // greater.
      if next.shared < matched { return .beyond }
      if next.shared == matched {
        let rest = extracting(next.rest)
        let more = rest.commonPrefix(term, from: matched)
        order = rest.order(term, more, matched &+ more)
        matched &+= more
      }
    }
  }

  /// The number of bytes that equal another span, starting at an offset.
  @inline(__always)
  func commonPrefix(_ other: Span<UInt8>, from start: Int) -> Int {
    let most = Swift.min(count, other.count &- start)
    var index = 0
    while index < most, self[index] == other[start &+ index] { index &+= 1 }
    return index
  }

  /// How it lies to another span, both from places on before which they are the same.
  @inline(__always)
  fileprivate func order(_ other: Span<UInt8>, _ place: Int, _ otherPlace: Int) -> Int {
    if place == count { return otherPlace == other.count ? 0 : -1 }
    if otherPlace == other.count { return 1 }
    return self[place] < other[otherPlace] ? -1 : 1
  }
}
