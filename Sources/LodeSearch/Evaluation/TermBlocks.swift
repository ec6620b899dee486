internal import LodeCoding
internal import LodeStore

/// The blocks of postings of all terms at a position of a phrase.
///
/// A block contains consecutive postings that Lode encodes together.
struct TermBlocks {
  let term: ResolvedTerm
  let reader: TokenIndexReader

  /// Calls `body` with the documents, frequencies, and positions of each block.
  ///
  /// If `withPlaces` is `false`, the positions are empty.
  ///
  /// Several blocks can contain the same document. If a term matches several alternatives, `body`
  /// receives the blocks of the term once for each alternative.
  func forEach(
    withPlaces: Bool = false,
    _ body: (_ documents: [UInt32], _ frequencies: [UInt32], PostingPositions) throws -> Void
  ) throws {
    for meant in term.alternatives {
      switch meant.match {
      case .exact: try forEachBlock(of: meant.term, withPlaces, body)
      case .prefix: try forEachBlock(prefix: meant.term, withPlaces, body)
      case .fuzzy(let distance):
        for near in try reader.terms(near: meant.term, bound: distance) {
          try forEachBlock(of: near.term, withPlaces, body)
        }
      }
    }
  }

  private func forEachBlock(
    of term: [UInt8], _ withPlaces: Bool,
    _ body: ([UInt32], [UInt32], PostingPositions) throws -> Void
  ) throws {
    guard let cursor = try PostingCursor(term.span, reader) else { return }
    var (documents, frequencies): ([UInt32], [UInt32]) = ([], [])
    var positions = PostingPositions()
    repeat {
      try cursor.documents(into: &documents, frequencies: &frequencies)
      if withPlaces { try cursor.positions(frequencies: frequencies, into: &positions) }
      try body(documents, frequencies, positions)
    } while try cursor.nextBlock()
  }

  private func forEachBlock(
    prefix: [UInt8], _ withPlaces: Bool,
    _ body: ([UInt32], [UInt32], PostingPositions) throws -> Void
  ) throws {
    var (documents, frequencies): ([UInt32], [UInt32]) = ([], [])
    var positions = PostingPositions()
    try reader.forEachBlock(prefix: prefix.span) { block in
      try block.documents(into: &documents, frequencies: &frequencies)
      if withPlaces { try block.positions(frequencies: frequencies, into: &positions) }
      try body(documents, frequencies, positions)
      return true
    }
  }
}
