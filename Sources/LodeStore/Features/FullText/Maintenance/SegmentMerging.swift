internal import LodeCoding
internal import LodeLMDB

/// One batch of a merge, which writes the postings of live documents, term by term.
///
/// A document is live until its row is changed or deleted, and dead afterwards.
struct SegmentMerging: ~Copyable {
  private let reader: TokenIndexReader
  private var walks: SegmentCursors
  private var rows: SegmentWriter
  private var block = BlockBuilder()
  private var term: [UInt8] = []
  /// The approximate number of bytes that the batch has read.
  private(set) var read = 0
  // Scratch buffers.
  private var documents: [UInt32] = []
  private var frequencies: [UInt32] = []
  private var positions = PostingPositions()

  init(
    _ inputs: [SegmentPiece], from term: [UInt8], _ rows: consuming SegmentWriter,
    _ table: TokenIndexTable, _ reader: TokenIndexReader
  ) throws(LMDBError) {
    self.reader = reader
    walks = try SegmentCursors(inputs, from: term, table.cursor, of: table.index)
    self.rows = rows
  }

  /// Merges terms until the batch has read about the given number of bytes.
  ///
  /// Returns the first remaining term, or `nil` at the end.
  mutating func run(bytes: Int) throws(LMDBError) -> [UInt8]? {
    while !walks.least.isEmpty {
      if read >= bytes {
        try rows.finish()
        return walks.term
      }
      try mergeTerm()
      walks.findLeast()
    }
    try rows.finish()
    return nil
  }

  /// Writes the postings of the smallest term.
  private mutating func mergeTerm() throws(LMDBError) {
    let walks = walks
    noteTerm(of: walks.walks[walks.least[0]])
    for place in walks.least { try addBlocks(of: walks.walks[place]) }
    try finishBlock()
  }

  /// Copies the term of a cursor, because the cursor advances later.
  private mutating func noteTerm(of walk: SegmentCursor) {
    let least = walk.term
    term.removeAll(keepingCapacity: true)
    term.append(copying: least.span)
  }

  private mutating func addBlocks(of walk: SegmentCursor) throws(LMDBError) {
    repeat {
      try addBlock(of: walk)
      read += walk.block.count + 8
      try walk.next()
    } while !walk.isAtEnd && !walk.isNewTerm
  }

  private mutating func addBlock(of walk: SegmentCursor) throws(LMDBError) {
    let (row, first) = (walk.row, walk.first)
    let bytes = row.span.extracting(walk.block)
    var place = 0
    guard let header = PostingHeader(bytes, first: first, end: &place),
      walk.piece.documents.contains(first),
      walk.piece.documents.contains(first + header.span), block.isEmpty || first > block.last
    else { throw reader.damagedTable() }
    if try hasDead(bytes, header, place, first) || !block.canTake(header) {
      return try addLiving(bytes, header, place, first)
    }
    if try append(bytes, header, place, first) { return }
    try finishBlock()
    _ = try append(bytes, header, place, first)
  }

  private mutating func append(
    _ bytes: Span<UInt8>, _ header: PostingHeader, _ place: Int, _ first: UInt32
  ) throws(LMDBError) -> Bool {
    guard let isDone = block.appendIfRoom(bytes, header, at: place, first: first) else {
      throw reader.damagedTable()
    }
    return isDone
  }

  /// Returns whether a block contains dead documents.
  private mutating func hasDead(
    _ bytes: Span<UInt8>, _ header: PostingHeader, _ place: Int, _ first: UInt32
  ) throws(LMDBError) -> Bool {
    if !reader.hasDead { return false }
    if header.count == 1 { return try isDead(first) }
    guard
      header.readDocuments(
        bytes, at: place, first: first, into: &documents, frequencies: &frequencies)
    else { throw reader.damagedTable() }
    for document in documents where try isDead(document) { return true }
    return false
  }

  /// Adds the live documents of a block, one by one.
  private mutating func addLiving(
    _ bytes: Span<UInt8>, _ header: PostingHeader, _ place: Int, _ first: UInt32
  ) throws(LMDBError) {
    guard
      header.readDocuments(
        bytes, at: place, first: first, into: &documents, frequencies: &frequencies),
      header.readPositions(bytes, at: place, frequencies: frequencies, into: &positions)
    else { throw reader.damagedTable() }
    for place in documents.indices where try !isDead(documents[place]) {
      let document = documents[place]
      let length = try length(document)
      let (places, range) = (positions.places, positions.range(of: place))
      if block.addIfRoom(document, length: length, places: places.span.extracting(range)) {
        continue
      }
      try finishBlock()
      _ = block.addIfRoom(document, length: length, places: places.span.extracting(range))
    }
  }

  private mutating func finishBlock() throws(LMDBError) {
    if block.isEmpty { return }
    let term = term
    try rows.add(block, of: term.span)
    block.removeAll()
  }

  private func isDead(_ document: UInt32) throws(LMDBError) -> Bool {
    do throws(StoreError) {
      return try reader.isDeleted(document)
    } catch {
      throw reader.damagedTable()
    }
  }

  private func length(_ document: UInt32) throws(LMDBError) -> UInt32 {
    do throws(StoreError) {
      return UInt32(clamping: try reader.length(of: document))
    } catch {
      throw reader.damagedTable()
    }
  }
}
