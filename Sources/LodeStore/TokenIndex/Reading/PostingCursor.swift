internal import LodeCoding
internal import LodeLMDB

/// The postings of one term, block after block, in the order of documents.
///
/// It stands on the first block when it is made. It can be used as long as its reader, and not after its transaction has written.
package final class PostingCursor {
  private let reader: TokenIndexReader
  private let cursor: CursorHandle
  /// What the keys of the term's blocks begin with.
  private let prefix: [UInt8]
  /// What is known of the block on which the cursor stands; after the last one, that one.
  package private(set) var block: PostingBlock
  /// Whether the cursor stands on the block; after the last one it stands behind it.
  private var isThere = true
  private var knownCount: Int?
  // Memory to work in.
  private var someDocuments: [UInt32] = []
  private var someFrequencies: [UInt32] = []

  /// Goes to a term; `nil` when the index does not have it.
  init?(_ prefix: [UInt8], _ reader: TokenIndexReader) throws(StoreError) {
    let cursor = try reader.takeCursor()
    let block: PostingBlock?
    do throws(StoreError) {
      block = try reader.block(atLeast: prefix, prefix, cursor)
    } catch {
      reader.giveBack(cursor)
      throw error
    }
    guard let block else {
      reader.giveBack(cursor)
      return nil
    }
    self.block = block
    self.prefix = prefix
    self.reader = reader
    self.cursor = cursor
  }

  deinit { reader.giveBack(cursor) }

  /// In how many documents the term is, dead ones among them until they are compacted.
  ///
  /// - Complexity: O(blocks), once.
  package var documentCount: Int {
    get throws(StoreError) {
      if let knownCount { return knownCount }
      let count = try reader.countDocuments(prefix)
      knownCount = count
      return count
    }
  }

  /// Goes to the next block; says whether there is one.
  package func nextBlock() throws(StoreError) -> Bool {
    isThere = false
    guard let next = try reader.block(after: prefix, cursor) else { return false }
    if next.first <= block.last { throw reader.damaged() }
    block = next
    isThere = true
    return true
  }

  /// Goes on to the first block whose last document is not below this one; says whether there is one.
  package func seekBlock(_ document: UInt32) throws(StoreError) -> Bool {
    if block.last >= document { return true }
    guard try nextBlock() else { return false }
    if block.last >= document { return true }
    let key = prefix + CatalogRecord.withBytes(of: document.bigEndian)
    isThere = false
    if let found = try reader.block(atLeast: key, prefix, cursor), found.first == document {
      block = found
      isThere = true
      return true
    }
    // The block before may reach so far.
    guard let found = try reader.block(before: key, prefix, cursor) else { throw reader.damaged() }
    block = found
    isThere = true
    if found.last >= document { return true }
    return try nextBlock()
  }

  /// The documents of the block, and how often the term is in each.
  package func documents(
    into documents: inout [UInt32], frequencies: inout [UInt32]
  ) throws(StoreError) {
    let first = block.first
    try withBlock { (bytes, place, header) in
      header.readDocuments(
        bytes, at: place, first: first, into: &documents, frequencies: &frequencies)
    }
  }

  /// Where the term is in each document of the block, whose documents were read before.
  package func positions(
    frequencies: [UInt32], into positions: inout PostingPositions
  ) throws(StoreError) {
    try withBlock { (bytes, place, header) in
      header.readPositions(bytes, at: place, frequencies: frequencies, into: &positions)
    }
  }

  /// Where the term is in each document of the block.
  package func positions(into positions: inout PostingPositions) throws(StoreError) {
    var (documents, frequencies) = (someDocuments, someFrequencies)
    (someDocuments, someFrequencies) = ([], [])
    defer { (someDocuments, someFrequencies) = (documents, frequencies) }
    let first = block.first
    try withBlock { (bytes, place, header) in
      header.readDocuments(
        bytes, at: place, first: first, into: &documents, frequencies: &frequencies)
        && header.readPositions(bytes, at: place, frequencies: frequencies, into: &positions)
    }
  }

  private func withBlock(
    _ body: (Span<UInt8>, Int, PostingHeader) -> Bool
  ) throws(StoreError) {
    try reader.checkOpen()
    let isSound: Bool
    do throws(LMDBError) {
      isSound = try readCurrent(body)
    } catch {
      throw reader.failure(error)
    }
    if !isSound { throw reader.damaged() }
  }

  private func readCurrent(
    _ body: (Span<UInt8>, Int, PostingHeader) -> Bool
  ) throws(LMDBError) -> Bool {
    if isThere {
      guard let entry = try cursor.move(.current) else { return false }
      return read(entry, body)
    }
    let key = prefix + CatalogRecord.withBytes(of: block.first.bigEndian)
    guard let entry = try cursor.seek(key.span) else { return false }
    return read(entry, body)
  }

  private func read(
    _ entry: borrowing Entry, _ body: (Span<UInt8>, Int, PostingHeader) -> Bool
  ) -> Bool {
    var place = 0
    guard let header = PostingHeader(entry.value, first: block.first, end: &place) else {
      return false
    }
    return body(entry.value, place, header)
  }
}
