internal import LodeCoding
internal import LodeLMDB

/// A full-text index in the snapshot of a transaction, valid inside
/// ``CollectionAccess/withTokenIndex(_:_:)``.
package final class TokenIndexReader {
  /// The definition of the index; the columns are `definition.search`.
  package let definition: IndexDefinition
  /// The name of the collection.
  package let collection: String
  /// The tokenizers for queries, one for each column.
  package let tokenizers: [any Tokenizer]
  private let handle: TransactionHandle
  let index: IndexInfo
  let state: TokenIndexState
  /// The pieces that together contain all postings.
  let pieces: [SegmentPiece]
  private var isOpen = true
  private var interruption = Interruption.current
  /// All cursors, which the reader closes, and the unused cursors.
  private var cursors: [CursorHandle] = []
  private var idleCursors: [CursorHandle] = []
  /// The pages of lengths that the reader has read, and the current page.
  ///
  /// Searches mostly request documents in order.
  private var lengths: [UInt32: [UInt8]] = [:]
  private var lengthPage: [UInt8] = []
  private var lengthPageNumber = UInt32.max
  private var dead: [[UInt8]] = []
  /// The last page of row keys.
  ///
  /// Searches mostly request documents in order.
  private var keyPage: KeyPage?

  init(
    _ index: IndexInfo, of collection: String, _ handle: TransactionHandle,
    wantsTokenizers: Bool = true, state: TokenIndexState? = nil
  ) throws(StoreError) {
    definition = index.definition
    self.collection = collection
    tokenizers = wantsTokenizers ? try index.tokenizers(in: collection) : []
    self.handle = handle
    self.index = index
    if let state {
      self.state = state
    } else {
      self.state = try TokenIndexState(index, of: collection, handle)
    }
    pieces = self.state.pieces
    try interruption?.check()
  }

  /// Closes the reader and its cursors.
  func close() {
    isOpen = false
    for cursor in cursors { cursor.close() }
    cursors = []
    idleCursors = []
  }

  /// The number of documents that are not deleted.
  package var documentCount: Int { Int(clamping: state.documents) }
  /// The sum of the lengths of all documents that are not deleted.
  package var tokenCount: Int { Int(clamping: state.tokens) }
  /// The number of fields.
  package var columnCount: Int { definition.search.count }
  /// The number of the next document; all documents have lower numbers.
  package var documentLimit: UInt32 { state.next }
  /// Whether postings of deleted documents may remain.
  package var hasDead: Bool { state.dead > 0 }

  // Terms.

  /// Returns the postings of a term, or `nil` if no document contains the term.
  ///
  /// - Complexity: O(log n) for each segment, in an index of n table rows.
  package func postings(_ term: Span<UInt8>) throws(StoreError) -> PostingCursor? {
    try PostingCursor(TokenKey.stored(term), self)
  }

  /// Returns the pieces that may contain a term.
  func pieces(of term: [UInt8]) -> [SegmentPiece] {
    state.merges.isEmpty ? pieces : pieces.filter { $0.has(term.span) }
  }

  /// Calls `body` with each term and its number of documents, in byte order from `first` on, until
  /// `body` returns `false`.
  ///
  /// The numbers include deleted documents until their compaction.
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
      for walk in walks.least { count += try countBlocks(of: walks.walks[walk]) }
      if try !body(term.span, count) { return }
      walks.findLeast()
    }
  }

  /// Advances a cursor over all blocks of its current term, and returns their number of documents.
  private func countBlocks(of walk: SegmentCursor) throws(StoreError) -> Int {
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
  /// Blocks come segment by segment, and in the order of terms within each segment.
  package func forEachBlock(
    prefix: Span<UInt8>, _ body: (PostingBlockView) throws -> Bool
  ) throws {
    let prefix = TokenKey.stored(prefix)
    let cursor = try takeCursor()
    defer { giveBack(cursor) }
    for piece in pieces {
      let walk = try errors { () throws(LMDBError) in
        try SegmentCursor(piece, from: prefix, cursor, of: index)
      }
      while !walk.isAtEnd, walk.term.span.starts(with: prefix.span) {
        guard let view = PostingBlockView(walk, self) else { throw damaged() }
        if try !body(view) { return }
        try errors { () throws(LMDBError) in try walk.next() }
      }
    }
  }

  /// Returns the number of documents that contain a term, including deleted documents until their
  /// compaction.
  func countDocuments(_ term: [UInt8]) throws(StoreError) -> Int {
    guard let postings = try PostingCursor(term, self) else { return 0 }
    var count = postings.block.count
    while try postings.nextBlock() { count += postings.block.count }
    return count
  }
}

// Cursors.
extension TokenIndexReader {
  /// Performs a read, and converts errors of LMDB to errors of the store.
  func errors<R>(_ body: () throws(LMDBError) -> R) throws(StoreError) -> R {
    try checkOpen()
    do throws(LMDBError) {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  func takeCursor() throws(StoreError) -> CursorHandle {
    try checkOpen()
    if let idle = idleCursors.popLast() { return idle }
    do throws(LMDBError) {
      let cursor = try CursorHandle(handle, over: index.table.place)
      cursors.append(cursor)
      return cursor
    } catch {
      throw failure(error)
    }
  }

  /// Returns a cursor to the pool of unused cursors.
  func giveBack(_ cursor: CursorHandle) {
    if isOpen { idleCursors.append(cursor) }
  }

  func checkOpen() throws(StoreError) {
    if !isOpen { throw StoreError(.closed, context: "the search of this view has ended") }
    try interruption?.step()
  }

  /// Counts a step of a search, such as a candidate; a time limit or a cancelled task ends the
  /// search.
  package func step() throws(StoreError) { try interruption?.step() }

  func damaged() -> StoreError {
    StoreError(.damaged, collection: collection, context: "index \(definition.name)")
  }

  func damagedTable() -> LMDBError {
    index.damagedTable()
  }

  func failure(_ error: LMDBError) -> StoreError { StoreError(error, collection: collection) }
}

// Documents.
extension TokenIndexReader {
  /// Returns the number of positions with tokens in a document, or 0 if the document does not
  /// exist.
  ///
  /// - Complexity: In an index of n table rows, O(1), and O(log n) once for each 512 documents.
  ///   Always O(log n) for a document with 65,535 positions or more.
  package func length(of document: UInt32) throws(StoreError) -> Int {
    let page = document / TokenKey.lengthsPerPage
    if page != lengthPageNumber { try turn(toLengths: page) }
    let place = 2 * Int(document % TokenKey.lengthsPerPage)
    if place >= lengthPage.count { return 0 }
    let length = Int(lengthPage[place]) | Int(lengthPage[place + 1]) << 8
    return length < UInt16.max ? length : try longLength(of: document)
  }

  private func turn(toLengths page: UInt32) throws(StoreError) {
    if let known = lengths[page] {
      lengthPage = known
    } else {
      let bytes = try content(TokenKey.page(TokenKey.lengths, page)) ?? [0, 0]
      if bytes.count % 2 != 0 || bytes.count > 2 * Int(TokenKey.lengthsPerPage) || bytes.isEmpty {
        throw damaged()
      }
      if lengths.isEmpty { lengths.reserveCapacity(16) }
      lengths[page] = bytes
      lengthPage = bytes
    }
    lengthPageNumber = page
  }

  private func longLength(of document: UInt32) throws(StoreError) -> Int {
    guard let bytes = try content(TokenKey.page(TokenKey.longLength, document)), bytes.count == 4
    else { throw damaged() }
    return Int(bytes.span.littleEndianUInt32(at: 0))
  }

  /// Returns whether a document was deleted, so that searches ignore the document's postings.
  ///
  /// - Complexity: In an index of n table rows, O(1), and O(log n) once for each 8,192 documents.
  package func isDeleted(_ document: UInt32) throws(StoreError) -> Bool {
    if state.dead == 0 { return false }
    let page = Int(document / TokenKey.bitsPerPage)
    if page >= dead.count || dead[page].isEmpty { try loadDead(page) }
    let place = Int(document % TokenKey.bitsPerPage)
    return dead[page][place / 8] & 1 << (place % 8) != 0
  }

  private func loadDead(_ page: Int) throws(StoreError) {
    while dead.count <= page { dead.append([]) }
    let size = Int(TokenKey.bitsPerPage / 8)
    let bytes = try content(TokenKey.page(TokenKey.dead, UInt32(page)))
    if let bytes, bytes.count != size { throw damaged() }
    dead[page] = bytes ?? Array(repeating: 0, count: size)
  }

  /// Returns the row key of a document, or `nil` if the document does not exist.
  ///
  /// - Complexity: O(1) if the last requested document is in the same page of 64 documents;
  ///   otherwise O(log n) in an index of n table rows.
  package func key(of document: UInt32) throws(StoreError) -> [UInt8]? {
    let number = document / TokenKey.keysPerPage
    if keyPage?.number != number {
      keyPage = KeyPage(
        number: number, bytes: try content(TokenKey.page(TokenKey.keys, number)) ?? [])
    }
    switch keyPage?.key(Int(document % TokenKey.keysPerPage)) {
    case .found(let key): return key
    case .damaged: throw damaged()
    case .missing, nil: return nil
    }
  }

  /// Returns the document of a row, or `nil` if the index does not contain the row.
  ///
  /// - Complexity: O(log n) in an index of n table rows.
  package func document(of key: Span<UInt8>) throws(StoreError) -> UInt32? {
    let tableKey = TokenKey.row(key)
    guard let bytes = try content(tableKey) else { return nil }
    guard bytes.count == 4 else { throw damaged() }
    let document = bytes.span.littleEndianUInt32(at: 0)
    if TableKey.isShortened(tableKey.span) {
      // The key of another row may have the same shortened form.
      guard let whole = try self.key(of: document), whole.span.byteOrder(key) == 0 else {
        return nil
      }
    }
    return document
  }

  private func content(_ key: [UInt8]) throws(StoreError) -> [UInt8]? {
    try checkOpen()
    do throws(LMDBError) {
      return try index.content(of: key.span, in: handle)
    } catch {
      throw failure(error)
    }
  }
}
