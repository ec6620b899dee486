/// A block of postings, valid only inside the closure that receives the view.
package struct PostingBlockView {
  /// The properties of the block, from the block's header.
  package let block: PostingBlock
  private let row: [UInt8]
  /// The range of the block in the row.
  private let range: Range<Int>
  private let header: PostingHeader
  private let place: Int
  private let reader: TokenIndexReader

  /// Creates the view of a cursor's current block; `nil` if the block is damaged.
  init?(_ walk: borrowing SegmentCursor, _ reader: TokenIndexReader) {
    let (row, range) = (walk.row, walk.block)
    var place = 0
    guard
      let header = PostingHeader(row.span.extracting(range), first: walk.first, end: &place)
    else { return nil }
    block = header.block(first: walk.first)
    if !walk.piece.documents.contains(block.first) || !walk.piece.documents.contains(block.last) {
      return nil
    }
    (self.row, self.range) = (row, range)
    self.header = header
    self.place = place
    self.reader = reader
  }

  /// Reads the documents of the block, and the frequency of the term in each document.
  ///
  /// - Throws: ``StoreError`` with `damaged` if the block is damaged.
  package func documents(
    into documents: inout [UInt32], frequencies: inout [UInt32]
  ) throws(StoreError) {
    guard
      header.readDocuments(
        row.span.extracting(range), at: place, first: block.first, into: &documents,
        frequencies: &frequencies)
    else { throw reader.damaged() }
  }

  /// Reads the positions of the term in each document, with the frequencies from
  /// ``documents(into:frequencies:)``.
  ///
  /// - Throws: ``StoreError`` with `damaged` if the block is damaged.
  package func positions(
    frequencies: [UInt32], into positions: inout PostingPositions
  ) throws(StoreError) {
    guard
      header.readPositions(
        row.span.extracting(range), at: place, frequencies: frequencies, into: &positions)
    else { throw reader.damaged() }
  }
}
