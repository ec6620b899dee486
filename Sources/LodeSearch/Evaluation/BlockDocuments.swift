internal import LodeStore

/// The documents of the block on which a cursor stands, taken apart as far as they are asked for.
struct BlockDocuments {
  let cursor: PostingCursor
  private var documents: [UInt32] = []
  private var frequencies: [UInt32] = []
  private var positions = PostingPositions()
  private var index = 0
  private var hasDocuments = false
  private var hasPositions = false

  init(_ cursor: PostingCursor) { self.cursor = cursor }

  /// Begins with the first document of the block to which the cursor has gone.
  mutating func begin() { (index, hasDocuments, hasPositions) = (0, false, false) }

  /// Goes on to the first document that is not below a number, which is not above the block's last, and returns it.
  mutating func seek(_ target: UInt32) throws -> UInt32 {
    if !hasDocuments { try readDocuments() }
    index = documents.place(of: target, from: index)
    return documents[index]
  }

  /// Goes on to the first document, up to one with a number, in which the term is so often at least; `nil` when there is none, and then it
  /// stands on the first document behind.
  mutating func seek(frequency least: UInt32, upTo end: UInt32) throws -> UInt32? {
    if !hasDocuments { try readDocuments() }
    index = place(ofFrequency: least, upTo: end)
    return index < documents.count && documents[index] <= end ? documents[index] : nil
  }

  private func place(ofFrequency least: UInt32, upTo end: UInt32) -> Int {
    let (documents, frequencies) = (documents.span, frequencies.span)
    var place = index
    while place < documents.count, documents[place] <= end, frequencies[place] < least {
      place += 1
    }
    return place
  }

  /// Goes on to the next document.
  mutating func step() { index += 1 }

  /// How often the term is in the document.
  mutating func frequency() throws -> UInt32 {
    if !hasDocuments { try readDocuments() }
    return frequencies[index]
  }

  /// Where the term is in the document.
  mutating func places() throws -> ArraySlice<UInt64> {
    if !hasPositions {
      if !hasDocuments { try readDocuments() }
      try cursor.positions(frequencies: frequencies, into: &positions)
      hasPositions = true
    }
    return positions.places[positions.range(of: index)]
  }

  private mutating func readDocuments() throws {
    try cursor.documents(into: &documents, frequencies: &frequencies)
    hasDocuments = true
  }
}

extension [UInt32] {
  /// The place of the first number that is not below a target, from a place on; or the last place.
  fileprivate func place(of target: UInt32, from start: Int) -> Int {
    // Targets are mostly near; else halves are cut off.
    let numbers = span
    var low = start
    var step = 1
    while low + step < numbers.count {
      if numbers[low + step] >= target { break }
      low += step
      step *= 2
    }
    var high = Swift.min(low + step, numbers.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < target { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
