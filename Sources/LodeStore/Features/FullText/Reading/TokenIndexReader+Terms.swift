internal import LodeCoding
internal import LodeLMDB

extension TokenIndexReader {
  /// Returns the pieces that can contain a term.
  func pieces(of term: [UInt8]) -> [SegmentPiece] {
    state.merges.isEmpty ? pieces : pieces.filter { $0.has(term.span) }
  }

  /// Calls `body` with each term from `first` on, in byte order, until `body` returns `false`.
  ///
  /// `documentCount` is the number of documents with the term, including dead documents before
  /// compaction.
  package func forEachTerm(
    from first: Span<UInt8>, _ body: (Span<UInt8>, _ documentCount: Int) throws -> Bool
  ) throws {
    let cursor = try takeCursor()
    defer { giveBack(cursor) }
    let start = TokenKey.stored(first)
    var walks = try errors { () throws(LMDBError) in
      try SegmentCursors(pieces, from: start, cursor, of: index)
    }
    while let term = walks.term {
      var count = 0
      for place in walks.least { count += try countBlocks(of: &walks.walks[place]) }
      if try !body(term.span, count) { return }
      walks.findLeast()
    }
  }

  /// Advances a cursor over all blocks of its current term, and returns the number of documents in
  /// the blocks.
  private func countBlocks(of walk: inout SegmentCursor) throws(StoreError) -> Int {
    var count = 0
    repeat {
      guard let view = PostingBlockView(walk, self) else { throw damaged() }
      count += view.block.count
      try errors { () throws(LMDBError) in try walk.next() }
    } while !walk.isAtEnd && !walk.isNewTerm
    return count
  }

  /// Calls `body` with each block of the terms with a prefix, until `body` returns `false`.
  ///
  /// The order is by segment, and in each segment by term.
  package func forEachBlock(
    prefix: Span<UInt8>, _ body: (PostingBlockView) throws -> Bool
  ) throws {
    let prefix = TokenKey.stored(prefix)
    let cursor = try takeCursor()
    defer { giveBack(cursor) }
    for piece in pieces {
      var walk = try errors { () throws(LMDBError) in
        try SegmentCursor(piece, from: prefix, cursor, of: index)
      }
      while !walk.isAtEnd, walk.term.span.starts(with: prefix.span) {
        guard let view = PostingBlockView(walk, self) else { throw damaged() }
        if try !body(view) { return }
        try errors { () throws(LMDBError) in try walk.next() }
      }
    }
  }
}
