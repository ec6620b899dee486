internal import LodeCoding
internal import LodeLMDB

/// One search index as a transaction sees it, for the time of
/// ``CollectionAccess/withTokenIndex(_:_:)``.
package final class TokenIndexReader {
  /// What the index is made of; its columns are `definition.search`.
  package let definition: IndexDefinition
  /// The collection.
  package let collection: String
  /// What makes the tokens of a query, for each column.
  package let tokenizers: [any Tokenizer]
  private let handle: TransactionHandle
  private let table: Table
  let state: TokenIndexState
  /// What is to be read for postings.
  let pieces: [SegmentPiece]
  private var isOpen = true
  /// All cursors, closed by the reader, and those that nobody uses.
  private var cursors: [CursorHandle] = []
  private var idleCursors: [CursorHandle] = []
  /// The bytes of the pages that were needed; of lengths also the page that was last, because
  /// documents are mostly asked for in their order.
  private var lengths: [UInt32: [UInt8]] = [:]
  private var lengthPage: [UInt8] = []
  private var lengthPageNumber = UInt32.max
  private var dead: [[UInt8]] = []
  /// The page of rows' keys that was read last: documents are mostly asked for in their order.
  private var keyPage: KeyPage?

  init(
    _ index: IndexInfo, of collection: String, _ handle: TransactionHandle,
    wantsTokenizers: Bool = true, state: TokenIndexState? = nil
  ) throws(StoreError) {
    definition = index.definition
    self.collection = collection
    tokenizers = wantsTokenizers ? try index.tokenizers(in: collection) : []
    self.handle = handle
    table = index.table
    if let state {
      self.state = state
    } else {
      self.state = try TokenIndexState(index, of: collection, handle)
    }
    pieces = self.state.pieces
  }

  /// Ends the use of the reader and its cursors.
  func close() {
    isOpen = false
    for cursor in cursors { cursor.close() }
    cursors = []
    idleCursors = []
  }

  /// How many documents there are.
  package var documentCount: Int { Int(clamping: state.documents) }
  /// The sum of their lengths.
  package var tokenCount: Int { Int(clamping: state.tokens) }
  /// How many fields the index has.
  package var columnCount: Int { definition.search.count }
  /// One more than the greatest number of a document.
  package var documentLimit: UInt32 { state.next }
  /// Whether documents are dead whose postings are still there.
  package var hasDead: Bool { state.dead > 0 }

  // Terms.

  /// The postings of a term; `nil` when no document has it.
  ///
  /// - Complexity: O(log n) for each segment.
  package func postings(_ term: Span<UInt8>) throws(StoreError) -> PostingCursor? {
    try PostingCursor(TokenKey.stored(term), self)
  }

  /// The segments where a term may be.
  func pieces(of term: [UInt8]) -> [SegmentPiece] {
    state.merges.isEmpty ? pieces : pieces.filter { $0.has(term.span) }
  }

  /// Calls `body` with each term from one on, in the order of bytes, and in how many documents it
  /// is, until it says false.
  package func forEachTerm(
    from first: Span<UInt8>, _ body: (Span<UInt8>, _ documentCount: Int) throws -> Bool
  ) throws {
    let cursor = try takeCursor()
    defer { giveBack(cursor) }
    let start = TokenKey.stored(first)
    var walks = try errors { () throws(LMDBError) in
      try SegmentCursors(pieces, from: start, cursor, index: definition.name)
    }
    while let term = walks.term {
      var count = 0
      for walk in walks.least { count += try countBlocks(of: walks.walks[walk]) }
      if try !body(term.span, count) { return }
      walks.findLeast()
    }
  }

  /// Goes over the blocks of the term on which a walk stands; returns how many documents they have.
  private func countBlocks(of walk: SegmentCursor) throws(StoreError) -> Int {
    var count = 0
    repeat {
      guard let view = PostingBlockView(walk, self) else { throw damaged() }
      count += view.block.count
      try errors { () throws(LMDBError) in try walk.next() }
    } while !walk.isAtEnd && !walk.isNewTerm
    return count
  }

  /// Calls `body` with each block of the terms that begin with a prefix, segment after segment and
  /// in each in the order of terms, until it says false.
  package func forEachBlock(
    prefix: Span<UInt8>, _ body: (PostingBlockView) throws -> Bool
  ) throws {
    let prefix = TokenKey.stored(prefix)
    let cursor = try takeCursor()
    defer { giveBack(cursor) }
    for piece in pieces {
      let walk = try errors { () throws(LMDBError) in
        try SegmentCursor(piece, from: prefix, cursor, index: definition.name)
      }
      while !walk.isAtEnd, walk.term.span.starts(with: prefix.span) {
        guard let view = PostingBlockView(walk, self) else { throw damaged() }
        if try !body(view) { return }
        try errors { () throws(LMDBError) in try walk.next() }
      }
    }
  }

  /// In how many documents a term is.
  func countDocuments(_ term: [UInt8]) throws(StoreError) -> Int {
    guard let postings = try PostingCursor(term, self) else { return 0 }
    var count = postings.block.count
    while try postings.nextBlock() { count += postings.block.count }
    return count
  }
}

// Cursors.
extension TokenIndexReader {
  /// Reads something, with errors of the store.
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
      let cursor = try CursorHandle(handle, over: table.place)
      cursors.append(cursor)
      return cursor
    } catch {
      throw failure(error)
    }
  }

  /// Takes a cursor that is not needed any more.
  func giveBack(_ cursor: CursorHandle) {
    if isOpen { idleCursors.append(cursor) }
  }

  func checkOpen() throws(StoreError) {
    if !isOpen { throw StoreError(.closed, context: "the search of this view has ended") }
  }

  func damaged() -> StoreError {
    StoreError(.damaged, collection: collection, context: "index \(definition.name)")
  }

  func damagedTable() -> LMDBError {
    LMDBError(.damaged, context: "index \(definition.name)")
  }

  func failure(_ error: LMDBError) -> StoreError { StoreError(error, collection: collection) }
}

// Documents.
extension TokenIndexReader {
  /// How many tokens a document has; 0 when there is no such document.
  ///
  /// - Complexity: O(1), and O(log n) for each 512 documents.
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
      let bytes = try value(TokenKey.page(TokenKey.lengths, page)) ?? [0, 0]
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
    guard let bytes = try value(TokenKey.page(TokenKey.longLength, document)), bytes.count == 4
    else { throw damaged() }
    return Int(bytes.span.littleEndianUInt32(at: 0))
  }

  /// Whether a document was deleted, so that its postings do not count.
  ///
  /// - Complexity: O(1), and O(log n) for each 8,192 documents.
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
    let bytes = try value(TokenKey.page(TokenKey.dead, UInt32(page)))
    if let bytes, bytes.count != size { throw damaged() }
    dead[page] = bytes ?? Array(repeating: 0, count: size)
  }

  /// The key of a document's row; `nil` when there is no such document.
  ///
  /// - Complexity: O(1) beside one of the same page of 64 documents, else O(log n).
  package func key(of document: UInt32) throws(StoreError) -> [UInt8]? {
    let number = document / TokenKey.keysPerPage
    if keyPage?.number != number {
      keyPage = KeyPage(
        number: number, bytes: try value(TokenKey.page(TokenKey.keys, number)) ?? [])
    }
    switch keyPage?.key(Int(document % TokenKey.keysPerPage)) {
    case .found(let key): return key
    case .damaged: throw damaged()
    case .missing, nil: return nil
    }
  }

  /// The document of a row, or `nil` if the index does not contain the row.
  ///
  /// - Complexity: O(log n).
  package func document(of key: Span<UInt8>) throws(StoreError) -> UInt32? {
    let tableKey = TokenKey.row(key)
    guard let bytes = try value(tableKey) else { return nil }
    guard bytes.count == 4 else { throw damaged() }
    let document = bytes.span.littleEndianUInt32(at: 0)
    if TableKey.isShortened(tableKey.span) {
      // Another row's key may have the same form.
      guard let whole = try self.key(of: document), whole.span.byteOrder(key) == 0 else {
        return nil
      }
    }
    return document
  }

  private func value(_ key: [UInt8]) throws(StoreError) -> [UInt8]? {
    try checkOpen()
    do throws(LMDBError) {
      return try handle.get(key.span, in: table)?.copied()
    } catch {
      throw failure(error)
    }
  }
}
