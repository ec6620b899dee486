// Decoding blocks of postings.
extension PostingHeader {
  /// Decodes the documents of a block, and the frequency of the term in each document.
  ///
  /// After success, each array has one element for each document of the block.
  ///
  /// - Returns: `false` if the bytes are damaged.
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
    // The differences are positive, and their sum must lead from the first document to the last.
    // The check therefore refuses document numbers that overflow.
    return place == part.count && sum == UInt64(span)
  }

  /// Decodes the positions of the term in all documents, with the frequencies from `readDocuments`.
  ///
  /// - Returns: `false` if the bytes are damaged.
  func readPositions(
    _ bytes: Span<UInt8>, at start: Int, frequencies: [UInt32],
    into positions: inout PostingPositions
  ) -> Bool {
    let part = bytes.extracting((start + Int(documentBytes))..<bytes.count)
    return positions.read(part, frequencies: frequencies, baseColumn: baseColumn)
  }
}

extension Array where Element: FixedWidthInteger {
  /// Sets the number of elements.
  ///
  /// The values of the elements are unspecified.
  mutating func resize(to count: Int) {
    if self.count > count {
      removeLast(self.count - count)
    } else {
      for _ in self.count..<count { append(0) }
    }
  }
}
