internal import LodeCoding
internal import LodeLMDB

/// A block of postings, for the time of a closure.
package struct PostingBlockView: ~Copyable, ~Escapable {
  /// The term.
  package let term: Span<UInt8>
  /// What is known of the block.
  package let block: PostingBlock
  private let bytes: Span<UInt8>
  private let header: PostingHeader
  private let place: Int
  private let reader: TokenIndexReader

  @_lifetime(copy entry)
  init?(_ entry: borrowing Entry, _ reader: TokenIndexReader) {
    var place = 0
    guard let key = TokenKey.split(entry.key),
      let header = PostingHeader(entry.value, first: key.first, end: &place),
      header.block(first: key.first).last < reader.state.next
    else { return nil }
    term = key.term
    block = header.block(first: key.first)
    bytes = entry.value
    self.header = header
    self.place = place
    self.reader = reader
  }

  /// The documents of the block, and how often the term is in each.
  package func documents(
    into documents: inout [UInt32], frequencies: inout [UInt32]
  ) throws(StoreError) {
    guard
      header.readDocuments(
        bytes, at: place, first: block.first, into: &documents, frequencies: &frequencies)
    else { throw reader.damaged() }
  }

  /// Where the term is in each document of the block, whose documents were read before.
  package func positions(
    frequencies: [UInt32], into positions: inout PostingPositions
  ) throws(StoreError) {
    guard
      header.readPositions(bytes, at: place, frequencies: frequencies, into: &positions)
    else { throw reader.damaged() }
  }
}
