/// Where a term is in the documents of a block.
///
/// A place is one number, the column in its upper half and the offset in its lower, so that what follows directly has the next number.
package struct PostingPositions: Sendable {
  /// The places of all documents, one document after the other, ascending in each.
  package private(set) var places: [UInt64] = []
  /// Where the places of each document end.
  private var ends: [Int] = []

  package init() {}

  /// How many documents there are.
  package var count: Int { ends.count }

  /// Which of the places are those of a document, by its place in the block.
  package func range(of document: Int) -> Range<Int> {
    (document == 0 ? 0 : ends[document - 1])..<ends[document]
  }

  /// The column of a place.
  @inline(__always)
  package static func column(_ place: UInt64) -> Int { Int(place >> 32) }

  /// The offset of a place.
  @inline(__always)
  package static func offset(_ place: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: place) }

  /// The place of an offset in a column.
  @inline(__always)
  package static func place(column: Int, offset: UInt32) -> UInt64 {
    UInt64(column) << 32 | UInt64(offset)
  }

  package mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  package mutating func append(column: UInt8, offset: UInt32) {
    places.append(UInt64(column) << 32 | UInt64(offset))
  }

  package mutating func endDocument() { ends.append(places.count) }
}
