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
    let least = walks.least
    if least.count == 1, !reader.hasDead { return try copyBlocks(of: least[0]) }
    let smallest = walks.walks[least[0]].term
    term.replaceBytes(from: 0, with: smallest.span)
    for place in least { try addBlocks(of: place) }
    try finishBlock()
  }

  /// Copies the blocks of a term that only one segment contains.
  private mutating func copyBlocks(of walk: Int) throws(LMDBError) {
    var last: UInt32?
    repeat {
      last = try copyBlock(of: walk, after: last)
      try advance(walk)
    } while isAtSameTerm(walk)
  }

  /// Copies the current block of a cursor, and returns the last document of the block.
  private mutating func copyBlock(of walk: Int, after last: UInt32?) throws(LMDBError) -> UInt32 {
    let (row, term) = (walks.walks[walk].row, walks.walks[walk].term)
    let (first, range) = (walks.walks[walk].first, walks.walks[walk].block)
    let bytes = row.span.extracting(range)
    let (header, _) = try header(of: bytes, walk, first)
    if let last, first <= last { throw reader.damagedTable() }
    try rows.add(bytes, first: first, of: term.span)
    return first + header.span
  }

  private mutating func addBlocks(of walk: Int) throws(LMDBError) {
    repeat {
      try addBlock(of: walk)
      try advance(walk)
    } while isAtSameTerm(walk)
  }

  private mutating func advance(_ walk: Int) throws(LMDBError) {
    read += walks.walks[walk].block.count + 8
    try walks.walks[walk].next()
  }

  private func isAtSameTerm(_ walk: Int) -> Bool {
    !walks.walks[walk].isAtEnd && !walks.walks[walk].isNewTerm
  }

  /// Decodes the header of a cursor's block, and returns the end of the header.
  private func header(
    of bytes: Span<UInt8>, _ walk: Int, _ first: UInt32
  ) throws(LMDBError) -> (PostingHeader, end: Int) {
    var end = 0
    guard let header = PostingHeader(bytes, first: first, end: &end),
      walks.walks[walk].piece.documents.contains(first),
      walks.walks[walk].piece.documents.contains(first + header.span)
    else { throw reader.damagedTable() }
    return (header, end)
  }

  private mutating func addBlock(of walk: Int) throws(LMDBError) {
    let (row, range, first) = (
      walks.walks[walk].row, walks.walks[walk].block, walks.walks[walk].first
    )
    let bytes = row.span.extracting(range)
    let (header, place) = try header(of: bytes, walk, first)
    if !block.isEmpty && first <= block.last { throw reader.damagedTable() }
    if try hasDead(bytes, header, place, first) || !block.canTake(header, bytes, at: place) {
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
