internal import LodeCoding
internal import LodeStore

/// What stands on a block of postings.
protocol BlockSource: AnyObject {
  /// The documents of the block, and how often the term is in each; nothing of that when it takes
  /// the positions to know it.
  func documents(into documents: inout [UInt32], frequencies: inout [UInt32]) throws
  /// Where the term is in each document of the block.
  func positions(frequencies: [UInt32], into positions: inout PostingPositions) throws
}

extension PostingCursor: BlockSource {}

/// The documents of the block on which a source stands, taken apart as far as they are asked for.
struct BlockDocuments<Source: BlockSource> {
  let source: Source
  private(set) var documents: [UInt32] = []
  private var frequencies: [UInt32] = []
  private var positions = PostingPositions()
  /// The place of the document on which it stands.
  private(set) var index = 0
  private var hasDocuments = false
  private var hasPositions = false

  init(_ source: Source) { self.source = source }

  /// Begins with the first document of the source's current block.
  mutating func begin() { (index, hasDocuments, hasPositions) = (0, false, false) }

  /// Goes on to the first document that is not below a number, which is not above the block's last,
  /// and returns it.
  mutating func seek(_ target: UInt32) throws -> UInt32 {
    if !hasDocuments { try readDocuments() }
    index = documents.place(of: target, from: index)
    return documents[index]
  }

  /// Copies the documents from the current one up to a limit.
  mutating func copy(
    from document: UInt32, upTo end: UInt32, into documents: inout [UInt32]
  ) throws {
    _ = try seek(document)
    documents.removeAll(keepingCapacity: true)
    for place in index..<self.documents.count {
      if self.documents[place] > end { return }
      documents.append(self.documents[place])
    }
  }

  /// Goes on to the first document, up to one with a number, in which the term is so often at
  /// least; `nil` when there is none, and then it stands on the first document behind.
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
    return frequencies.isEmpty ? UInt32(clamping: try places().count) : frequencies[index]
  }

  /// Where the term is in the document.
  mutating func places() throws -> ArraySlice<UInt64> {
    let all = try allPlaces()
    return all.places[all.range(of: index)]
  }

  /// Where the term is in each document of the block.
  mutating func allPlaces() throws -> PostingPositions {
    if !hasPositions {
      if !hasDocuments { try readDocuments() }
      try source.positions(frequencies: frequencies, into: &positions)
      hasPositions = true
    }
    return positions
  }

  private mutating func readDocuments() throws {
    try source.documents(into: &documents, frequencies: &frequencies)
    hasDocuments = true
  }
}

extension [UInt32] {
  /// The place of the first number that is not below a target, from a place on; or the last place.
  func place(of target: UInt32, from start: Int) -> Int {
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
