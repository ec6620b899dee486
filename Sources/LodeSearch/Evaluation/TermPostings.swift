internal import LodeStore

/// The postings at one position of a phrase, block by block.
///
/// A block contains consecutive postings that Lode encodes together.
class TermPostings: BlockSource {
  static let end = DocumentNumber.end

  /// The first document of the current block, or `end` after the last block.
  final var first: UInt32 = 0
  /// The last document of the current block, or `end` after the last block.
  final var last: UInt32 = 0
  /// The approximate number of documents.
  final var estimate = 0

  /// Moves forward to the first block that ends at or after `target`, or to the end.
  ///
  /// Returns whether the current block has changed.
  func seekBlock(_ target: UInt32) throws -> Bool { false }

  func documents(into documents: inout [UInt32], frequencies: inout [UInt32]) throws {}

  func positions(frequencies: [UInt32], into positions: inout PostingPositions) throws {}
}

/// The postings of one term.
final class SingleTerm: TermPostings {
  private let cursor: PostingCursor
  /// The mask of the phrase's columns, as in `ColumnSet.blockMask`.
  ///
  /// The iteration skips blocks without a column of the phrase.
  private let columns: UInt8

  init(_ cursor: PostingCursor, columns: UInt8 = .max, limit: UInt32) throws {
    self.cursor = cursor
    self.columns = columns
    super.init()
    let block = cursor.block
    let span = Int(block.last) - Int(block.first) + 1
    // The estimate assumes that the whole index has the density of the first block.
    estimate = max(block.count, block.count * Int(limit) / max(1, span))
    try skipBlocks()
  }

  /// Moves to the first block, from the current block on, that has a column of the phrase.
  private func skipBlocks() throws {
    var block = cursor.block
    while block.columns & columns == 0 {
      guard try cursor.nextBlock() else { return endBlocks() }
      block = cursor.block
    }
    (first, last) = (block.first, block.last)
  }

  private func endBlocks() { (first, last) = (Self.end, Self.end) }

  override func seekBlock(_ target: UInt32) throws -> Bool {
    if target <= last { return false }
    if try cursor.seekBlock(target) { try skipBlocks() } else { endBlocks() }
    return true
  }

  override func documents(into documents: inout [UInt32], frequencies: inout [UInt32]) throws {
    try cursor.documents(into: &documents, frequencies: &frequencies)
  }

  override func positions(frequencies: [UInt32], into positions: inout PostingPositions) throws {
    try cursor.positions(frequencies: frequencies, into: &positions)
  }
}
