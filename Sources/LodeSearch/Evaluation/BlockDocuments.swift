internal import LodeCoding
internal import LodeStore

/// A source of postings in blocks, with one current block.
///
/// A block contains consecutive postings that Lode encodes together. The frequency of a term in a
/// document is the number of occurrences.
protocol BlockSource: AnyObject {
  /// Reads the documents of the current block, and the frequency of the term in each document.
  ///
  /// A source without frequencies makes `frequencies` empty. The frequency of the term is then the
  /// number of positions.
  func documents(into documents: inout [UInt32], frequencies: inout [UInt32]) throws
  /// Reads the positions of the term in each document of the current block.
  ///
  /// `frequencies` is the result of `documents(into:frequencies:)` for the same block.
  func positions(frequencies: [UInt32], into positions: inout PostingPositions) throws
}

extension PostingCursor: BlockSource {}

/// The documents of a source's current block, decoded on demand.
struct BlockDocuments<Source: BlockSource> {
  let source: Source
  private(set) var documents: [UInt32] = []
  private var frequencies: [UInt32] = []
  private var positions = PostingPositions()
  /// The lengths of the documents of a short block; empty before the first request.
  private var lengths: [Int] = []
  /// The index of the current document.
  private(set) var index = 0
  private var hasDocuments = false
  private var hasPositions = false

  init(_ source: Source) { self.source = source }

  /// Moves to the first document of the source's current block.
  mutating func begin() {
    (index, hasDocuments, hasPositions) = (0, false, false)
    if !lengths.isEmpty { lengths.removeAll(keepingCapacity: true) }
  }

  /// Decodes the documents and the frequencies of the block, unless the block is decoded.
  @inline(__always)
  private mutating func read() throws {
    if hasDocuments { return }
    try source.documents(into: &documents, frequencies: &frequencies)
    hasDocuments = true
  }

  /// Moves forward to the first document at or after `target`, and returns the document.
  ///
  /// `target` must not be after the last document of the block.
  mutating func seek(_ target: UInt32) throws -> UInt32 {
    try read()
    index = documents.place(of: target, from: index)
    return documents[index]
  }

  /// Fills `documents` with the documents of the block from `document` up to and including `end`.
  ///
  /// The call discards the earlier contents of `documents`, and moves forward to the first document
  /// at or after `document`. `document` must not be after the last document of the block.
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

  /// Moves forward to the first document with a frequency of at least `least`, and returns the
  /// document.
  ///
  /// Returns `nil` if no document up to and including `end` has this frequency. The call then moves
  /// to the first document after `end`, or to the end of the block. The source must have
  /// frequencies.
  mutating func seek(frequency least: UInt32, upTo end: UInt32) throws -> UInt32? {
    try read()
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

  /// Returns the length of the current document.
  ///
  /// The first call in a short block looks up the lengths of all documents of the block together.
  mutating func length(in reader: TokenIndexReader) throws -> Int {
    try read()
    if documents.count > KeyList.groupSize { return try reader.length(of: documents[index]) }
    if lengths.isEmpty { lengths = try reader.lengths(of: documents) }
    return lengths[index]
  }

  /// Moves to the next document.
  mutating func step() { index += 1 }

  /// Returns the frequency of the term in the current document.
  mutating func frequency() throws -> UInt32 {
    try read()
    return frequencies.isEmpty ? UInt32(clamping: try places().count) : frequencies[index]
  }

  /// Returns the positions of the term in the current document.
  mutating func places() throws -> ArraySlice<UInt64> {
    let all = try allPlaces()
    return all.places[all.range(of: index)]
  }

  /// Returns the positions of the term in each document of the block.
  mutating func allPlaces() throws -> PostingPositions {
    if !hasPositions {
      try read()
      try source.positions(frequencies: frequencies, into: &positions)
      hasPositions = true
    }
    return positions
  }
}

extension [UInt32] {
  /// Returns the first index at or after `start` with an element of at least `target`, or the last
  /// index if all elements are lower.
  ///
  /// The elements must be ascending, and `start` must be a valid index.
  func place(of target: UInt32, from start: Int) -> Int {
    // Most targets are near the start, so growing steps come before the binary search.
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
