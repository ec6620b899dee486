internal import LodeStore

/// The documents of one place in a phrase, and where in them the place's terms are.
class TermPostings {
  static let end = DocumentIterator.end

  /// The document, or `end`.
  final var document: UInt32 = 0
  /// About how many documents there are.
  final var estimate = 0

  func seek(_ target: UInt32) throws {}
  /// How often the terms are in the document.
  func frequency() throws -> Int { 0 }
  /// Appends the places in the document, ascending.
  func places(into places: inout [UInt64]) throws {}
}

/// The postings of one term, block by block.
final class SingleTerm: TermPostings {
  let cursor: PostingCursor
  /// The columns of which a block has to have one.
  private let columns: UInt8
  private var documents: [UInt32] = []
  private var frequencies: [UInt32] = []
  private var positions = PostingPositions()
  private var index = 0
  private var hasDocuments = false
  private var hasPositions = false

  init(_ cursor: PostingCursor, columns: UInt8 = .max, limit: UInt32) throws {
    self.cursor = cursor
    self.columns = columns
    super.init()
    let block = cursor.block
    document = block.first
    let span = Int(block.last) - Int(block.first) + 1
    // As dense as the first block; exact if that is all.
    estimate = max(block.count, block.count * Int(limit) / max(1, span))
    try skipBlocks()
  }

  /// Goes to the block that has, or follows, a document, and skips those without the columns.
  private func skipBlocks() throws {
    while cursor.block.columns & columns == 0 {
      guard try cursor.nextBlock() else { return document = Self.end }
      begin()
    }
  }

  private func begin() {
    document = cursor.block.first
    (index, hasDocuments, hasPositions) = (0, false, false)
  }

  override func seek(_ target: UInt32) throws {
    if target <= document { return }
    if target > cursor.block.last {
      guard try cursor.seekBlock(target) else { return document = Self.end }
      begin()
      try skipBlocks()
      if target <= document { return }
    }
    if !hasDocuments { try readDocuments() }
    index = documents.place(of: target, from: index)
    document = documents[index]
  }

  private func readDocuments() throws {
    try cursor.documents(into: &documents, frequencies: &frequencies)
    hasDocuments = true
  }

  override func frequency() throws -> Int {
    if !hasDocuments { try readDocuments() }
    return Int(frequencies[index])
  }

  override func places(into places: inout [UInt64]) throws {
    if !hasPositions {
      if !hasDocuments { try readDocuments() }
      try cursor.positions(frequencies: frequencies, into: &positions)
      hasPositions = true
    }
    for place in positions.range(of: index) { places.append(positions.places[place]) }
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
