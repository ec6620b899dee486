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
  private let cursor: PostingCursor
  /// The columns of which a block has to have one.
  private let columns: UInt8
  private var documents: BlockDocuments

  init(_ cursor: PostingCursor, columns: UInt8 = .max, limit: UInt32) throws {
    self.cursor = cursor
    self.columns = columns
    documents = BlockDocuments(cursor)
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
    documents.begin()
  }

  override func seek(_ target: UInt32) throws {
    if target <= document { return }
    if target > cursor.block.last {
      guard try cursor.seekBlock(target) else { return document = Self.end }
      begin()
      try skipBlocks()
      if target <= document { return }
    }
    document = try documents.seek(target)
  }

  override func frequency() throws -> Int { Int(try documents.frequency()) }

  override func places(into places: inout [UInt64]) throws {
    for place in try documents.places() { places.append(place) }
  }
}
