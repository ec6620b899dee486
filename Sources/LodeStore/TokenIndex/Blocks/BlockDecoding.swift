internal import LodeCoding

// Reading the postings of a block. Whatever the bytes are, nothing traps: what they cannot be is
// told by `false`.
extension PostingHeader {
  /// Reads the documents and how often the term is in each; the arrays then have as many elements
  /// as the block documents.
  func readDocuments(
    _ bytes: Span<UInt8>, at start: Int, first: UInt32, into documents: inout [UInt32],
    frequencies: inout [UInt32]
  ) -> Bool {
    let count = Int(count)
    documents.resize(to: count)
    frequencies.resize(to: count)
    let part = bytes.extracting(start..<start + Int(documentBytes))
    var documentSpan = documents.mutableSpan
    var frequencySpan = frequencies.mutableSpan
    var place = 0
    var document = first
    var sum: UInt64 = 0
    for index in 0..<count {
      guard let word = part.varint(at: &place) else { return false }
      let delta = word &>> 1
      if index == 0 ? delta != 0 : delta == 0 { return false }
      document = document &+ delta
      sum &+= UInt64(delta)
      documentSpan[index] = document
      if word & 1 == 0 {
        frequencySpan[index] = 1
      } else {
        guard let more = part.varint(at: &place), more < .max - 1 else { return false }
        frequencySpan[index] = more &+ 2
      }
    }
    // Positive differences with this sum, which does not wrap around as documents may, lead from
    // the first to the last one.
    return place == part.count && sum == UInt64(span)
  }

  /// Reads the positions of all documents, whose numbers of occurrences were read before.
  func readPositions(
    _ bytes: Span<UInt8>, at start: Int, frequencies: [UInt32],
    into positions: inout PostingPositions
  ) -> Bool {
    let part = bytes.extracting((start + Int(documentBytes))..<bytes.count)
    return positions.read(part, frequencies: frequencies, baseColumn: baseColumn)
  }
}

extension Array where Element: FixedWidthInteger {
  /// Sets the number of elements, with unspecified values.
  mutating func resize(to count: Int) {
    if self.count > count {
      removeLast(self.count - count)
    } else {
      for _ in self.count..<count { append(0) }
    }
  }
}
