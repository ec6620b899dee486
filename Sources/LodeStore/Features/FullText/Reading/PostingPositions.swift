/// The positions of a term in the documents of a block.
///
/// A position is a number with the column in the upper half, and the offset of the token in the
/// lower half. Adjacent words of a column have consecutive positions.
package struct PostingPositions: Sendable {
  /// The positions of all documents, document by document, in ascending order for each document.
  package private(set) var places: [UInt64] = []
  /// The end of each document's positions.
  private var ends: [Int] = []

  package init() {}

  /// Creates the value from the positions of all documents, and the end of each document's
  /// positions.
  package init(places: [UInt64], ends: [Int]) { (self.places, self.ends) = (places, ends) }

  /// The number of documents.
  package var count: Int { ends.count }

  /// Returns the range of a document's positions, by the document's index in the block.
  package func range(of document: Int) -> Range<Int> {
    (document == 0 ? 0 : ends[document - 1])..<ends[document]
  }

  /// Returns the column of a position.
  @inline(__always)
  package static func column(_ place: UInt64) -> Int { Int(place >> 32) }

  /// Returns the offset of a position.
  @inline(__always)
  package static func offset(_ place: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: place) }

  /// Returns the position of an offset in a column.
  @inline(__always)
  package static func place(column: Int, offset: UInt32) -> UInt64 {
    UInt64(column) << 32 | UInt64(offset)
  }

  /// Decodes the positions of a block's documents.
  ///
  /// Returns `false` if the bytes are damaged.
  mutating func read(_ part: Span<UInt8>, frequencies: [UInt32], baseColumn: UInt8) -> Bool {
    // Each position has at least one byte.
    let count = frequencies.reduce(0) { $0 &+ Int($1) }
    if count > part.count { return false }
    places.resize(to: count)
    ends.resize(to: frequencies.count)
    return Self.read(part, frequencies, baseColumn, &places, &ends)
  }

  private static func read(
    _ part: Span<UInt8>, _ frequencies: [UInt32], _ baseColumn: UInt8, _ places: inout [UInt64],
    _ ends: inout [Int]
  ) -> Bool {
    var placeSpan = places.mutableSpan
    var endSpan = ends.mutableSpan
    var (place, count) = (0, 0)
    for document in frequencies.indices {
      var column = UInt64(baseColumn) &<< 32
      var offset: UInt32 = 0
      for _ in 0..<frequencies[document] {
        guard var step = part.varint(at: &place) else { return false }
        if step == 0 {
          guard place < part.count else { return false }
          column = UInt64(part[place]) &<< 32
          place &+= 1
          offset = 0
          guard let next = part.varint(at: &place), next > 0 else { return false }
          step = next
        }
        let (sum, isTooGreat) = offset.addingReportingOverflow(step &- 1)
        if isTooGreat { return false }
        offset = sum
        placeSpan[count] = column | UInt64(offset)
        count &+= 1
      }
      endSpan[document] = count
    }
    return place == part.count
  }
}
