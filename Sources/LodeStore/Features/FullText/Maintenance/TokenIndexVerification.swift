internal import LodeCoding
internal import LodeLMDB

/// A comparison of a full-text index with the rows of its collection, in both directions.
///
/// Each token of a row adds a hash of term, document, and position to a sum. Each posting of a live
/// document subtracts the hash. If rows and postings contain the same tokens, the sum is zero. The
/// comparison also checks the headers of blocks.
final class TokenIndexVerification: IndexVerifier {
  // Documents are compared as a whole, so no entry is missing alone.
  let missing = 0
  let surplus = 0
  private let reader: TokenIndexReader
  private let handle: TransactionHandle
  private let table: Table
  private let state: TokenIndexState
  private let shape: TextShape
  private var texts: FieldTexts
  private var tokens: TextTokens
  private var documents: UInt64 = 0
  private var length: UInt64 = 0
  private var sum: UInt64 = 0
  private var firstProblem: String?
  /// The number of live documents with a key.
  private var keyed: UInt64 = 0
  private var counts = (rows: UInt64(0), dead: UInt64(0))
  // Scratch buffers.
  private var blockDocuments: [UInt32] = []
  private var frequencies: [UInt32] = []
  private var positions = PostingPositions()

  init(
    _ index: IndexRuntime, of collection: CollectionRuntime, _ handle: TransactionHandle,
    _ fields: FieldReader
  ) throws(StoreError) {
    reader = try TokenIndexReader(index, of: collection.name, handle)
    state = try TokenIndexState(index, of: collection.name, handle)
    self.handle = handle
    table = index.table
    shape = TextShape(index.definition, fields)
    texts = FieldTexts(columnCount: index.definition.search.count)
    tokens = TextTokens(reader.tokenizers)
  }

  deinit { reader.close() }

  /// Checks the document of a row.
  func check(_ row: inout IndexedRow) {
    guard (try? shape.take(&row, into: &texts)) != nil, texts.isDocument else { return }
    documents += 1
    do throws(StoreError) {
      guard let document = try reader.document(of: row.key) else {
        return note("a row has no document")
      }
      try check(document, row.key)
    } catch {
      note("\(error)")
    }
  }

  private func check(_ document: UInt32, _ key: Span<UInt8>) throws(StoreError) {
    guard document < state.next, let stored = try reader.key(of: document),
      stored.span.byteOrder(key) == 0
    else { return note("document \(document) has another key than its row") }
    if try reader.isDeleted(document) { note("document \(document) is both in use and deleted") }
    var length: UInt32 = 0
    for column in texts.columns.indices { length &+= addWords(column, of: document) }
    if Int(length) != (try reader.length(of: document)) {
      note("document \(document) has another length than its row")
    }
    self.length &+= UInt64(length)
  }

  private func addWords(_ column: Int, of document: UInt32) -> UInt32 {
    var sum: UInt64 = 0
    let length = tokens.forEach(in: texts, column: column) { term, offset in
      sum &+= Self.hash(
        TermWord(term).hash, document, PostingPositions.place(column: column, offset: offset))
    }
    self.sum &+= sum
    return length
  }

  /// Returns the first problem of the index, or `nil`, after the check of all rows.
  func problem() -> String? {
    if firstProblem == nil {
      do throws(StoreError) {
        try checkTable()
      } catch {
        note("\(error)")
      }
    }
    if let firstProblem { return firstProblem }
    if documents != state.documents || keyed != documents || counts.rows != documents {
      return "\(state.documents) documents, but the rows need \(documents)"
    }
    if counts.dead != UInt64(state.dead) {
      return "the recorded number of deleted documents is wrong"
    }
    if length != state.tokens { return "\(state.tokens) tokens, but the rows have \(length)" }
    return sum == 0 ? nil : "its tokens differ from the tokens of the rows"
  }

  private func note(_ problem: String) {
    if firstProblem == nil { firstProblem = problem }
  }

  private static func hash(_ term: UInt64, _ document: UInt32, _ place: UInt64) -> UInt64 {
    let product = (term ^ UInt64(document) &* 0x9E37_79B9_7F4A_7C15)
      .multipliedFullWidth(by: place &* 0xD6E8_FEB8_6659_FD93 | 1)
    return (product.high ^ product.low) &* 0xA076_1D64_78BD_642F
  }
}

// Checks of the table.
extension TokenIndexVerification {
  private func checkTable() throws(StoreError) {
    let cursor = try reader.errors { () throws(LMDBError) in
      try CursorHandle(handle, over: table.place)
    }
    defer { cursor.close() }
    for piece in reader.pieces { try checkBlocks(of: piece, cursor) }
    let segments = Set(
      state.segments.map(\.number) + state.merges.map(\.output) + state.retired)
    if segments.count < state.segments.count + state.merges.count + state.retired.count {
      note("two segments have the same number")
    }
    var start: [UInt8]? = []
    while firstProblem == nil, let row = try cursor.step(from: start) {
      start = nil
      guard let content = reader.index.content(row.key, row.value) else {
        return note("a row is damaged")
      }
      switch row.key.isEmpty ? nil : row.key[0] {
      case nil: return note("a row of the index has an unknown key")
      case TokenKey.segment:
        guard let key = TokenKey.split(row.key), segments.contains(key.segment) else {
          return note("a row of the index has an unknown form")
        }
      case TokenKey.row: counts.rows += 1
      default: try checkPage(row.key, content)
      }
    }
  }

  private func checkPage(_ key: Span<UInt8>, _ content: Span<UInt8>) throws(StoreError) {
    if key.count == 1, key[0] == TokenKey.state[0] { return }
    guard let number = TokenKey.pageNumber(key) else {
      return note("a row of the index has an unknown key")
    }
    switch key[0] {
    case TokenKey.dead:
      for index in content.indices { counts.dead += UInt64(content[index].nonzeroBitCount) }
    case TokenKey.keys:
      guard let keys = DocumentKeys(content) else { return note("keys are damaged") }
      for (place, range) in keys.ranges.enumerated() where !range.isEmpty {
        let document = number &* TokenKey.keysPerPage &+ UInt32(place)
        if try !reader.isDeleted(document) { keyed += 1 }
      }
    case TokenKey.lengths, TokenKey.longLength: break
    case TokenKey.removed where state.compaction != .none: break
    default: note("a row of the index has an unknown form")
    }
  }

  private func checkBlocks(of piece: SegmentPiece, _ cursor: CursorHandle) throws(StoreError) {
    var walk = try reader.errors { () throws(LMDBError) in
      try SegmentCursor(piece, from: [], cursor, of: reader.index)
    }
    var last: UInt32 = 0
    while !walk.isAtEnd, firstProblem == nil {
      guard let view = PostingBlockView(walk, reader) else { return note("a block is damaged") }
      if !walk.isNewTerm && view.block.first <= last { note("blocks of a term overlap") }
      last = view.block.last
      try check(view, TermWord(walk.term.span).hash)
      try reader.errors { () throws(LMDBError) in try walk.next() }
    }
  }

  private func check(_ view: PostingBlockView, _ term: UInt64) throws(StoreError) {
    try view.documents(into: &blockDocuments, frequencies: &frequencies)
    try view.positions(frequencies: frequencies, into: &positions)
    for (place, document) in blockDocuments.enumerated() where try !reader.isDeleted(document) {
      try check(view.block, document, term, place)
    }
  }

  /// Subtracts a posting from the sum, and compares the posting with the header of the block.
  private func check(
    _ block: PostingBlock, _ document: UInt32, _ term: UInt64, _ place: Int
  ) throws(StoreError) {
    let length = try reader.length(of: document)
    if Int(frequencies[place]) > block.maximumFrequency || length < block.minimumLength {
      note("the bounds of a block do not cover its documents")
    }
    for index in positions.range(of: place) {
      let found = positions.places[index]
      let column = UInt8(truncatingIfNeeded: PostingPositions.column(found))
      if block.columns & PostingHeader.bit(of: column) == 0 {
        note("the mask of a block does not cover its columns")
      }
      sum &-= Self.hash(term, document, found)
    }
  }
}
