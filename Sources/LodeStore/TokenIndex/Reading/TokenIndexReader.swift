internal import LodeCoding
internal import LodeLMDB

/// One search index as a transaction sees it, for the time of ``CollectionAccess/withTokenIndex(_:_:)``.
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
  private var isOpen = true
  /// All cursors, closed by the reader, and those that nobody uses.
  private var cursors: [CursorHandle] = []
  private var idleCursors: [CursorHandle] = []
  /// The bytes of the pages that were needed; of lengths also the page that was last, because documents are mostly asked for in their order.
  private var lengths: [UInt32: [UInt8]] = [:]
  private var lengthPage: [UInt8] = []
  private var lengthPageNumber = UInt32.max
  private var dead: [[UInt8]] = []
  /// The page of rows' keys that was read last: documents are mostly asked for in their order.
  private var keyPage: KeyPage?

  init(
    _ index: IndexInfo, of collection: String, _ handle: TransactionHandle,
    wantsTokenizers: Bool = true
  ) throws(StoreError) {
    definition = index.definition
    self.collection = collection
    tokenizers = wantsTokenizers ? try index.tokenizers(in: collection) : []
    self.handle = handle
    table = index.table
    state = try TokenIndexState(index, of: collection, handle)
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
  /// - Complexity: O(log n).
  package func postings(_ term: Span<UInt8>) throws(StoreError) -> PostingCursor? {
    try PostingCursor(TokenKey.prefix(TokenKey.stored(term).span), self)
  }

  /// Calls `body` with each term from one on, in the order of bytes, and in how many documents it is, until it says false.
  package func forEachTerm(
    from first: Span<UInt8>, _ body: (Span<UInt8>, _ documentCount: Int) throws -> Bool
  ) throws {
    var term: [UInt8] = []
    var count = 0
    var isStopped = false
    try forEachBlock(from: first) { view in
      if view.term.byteOrder(term.span) == 0 {
        count += view.block.count
        return true
      }
      if count > 0, try !body(term.span, count) {
        isStopped = true
        return false
      }
      term = view.term.copied()
      count = view.block.count
      return true
    }
    if count > 0 && !isStopped { _ = try body(term.span, count) }
  }

  /// Calls `body` with each block of the terms that begin with a prefix, in the order of terms, until it says false.
  package func forEachBlock(
    prefix: Span<UInt8>, _ body: (borrowing PostingBlockView) throws -> Bool
  ) throws {
    let prefix = TokenKey.stored(prefix)
    try forEachBlock(from: prefix.span) { view in
      try view.term.starts(with: prefix.span) && body(view)
    }
  }

  /// Calls `body` with each block of the terms from one on, until it says false.
  private func forEachBlock(
    from first: Span<UInt8>, _ body: (borrowing PostingBlockView) throws -> Bool
  ) throws {
    let cursor = try takeCursor()
    defer { giveBack(cursor) }
    let start = [TokenKey.term] + TokenKey.stored(first)
    var entry = try cursor.seek(atLeast: start.span)
    while let row = entry, row.key[0] == TokenKey.term {
      guard let view = PostingBlockView(row, self) else { throw damaged() }
      if try !body(view) { return }
      try checkOpen()
      entry = try cursor.move(.next)
    }
  }

  /// In how many documents a term is.
  func countDocuments(_ prefix: [UInt8]) throws(StoreError) -> Int {
    let cursor = try takeCursor()
    defer { giveBack(cursor) }
    guard var block = try block(atLeast: prefix, prefix, cursor) else { return 0 }
    var count = block.count
    while let next = try self.block(after: prefix, cursor) {
      if next.first <= block.last { throw damaged() }
      count += next.count
      block = next
    }
    return count
  }
}

// Blocks and cursors.
extension TokenIndexReader {
  func block(
    atLeast key: [UInt8], _ prefix: [UInt8], _ cursor: CursorHandle
  ) throws(StoreError) -> PostingBlock? {
    try checkOpen()
    do throws(LMDBError) {
      return try read(cursor.seek(atLeast: key.span), prefix)
    } catch {
      throw failure(error)
    }
  }

  func block(
    before key: [UInt8], _ prefix: [UInt8], _ cursor: CursorHandle
  ) throws(StoreError) -> PostingBlock? {
    try checkOpen()
    do throws(LMDBError) {
      return try read(cursor.seek(lessThan: key.span), prefix)
    } catch {
      throw failure(error)
    }
  }

  func block(
    after prefix: [UInt8], _ cursor: CursorHandle
  ) throws(StoreError) -> PostingBlock? {
    try checkOpen()
    do throws(LMDBError) {
      return try read(cursor.move(.next), prefix)
    } catch {
      throw failure(error)
    }
  }

  /// What a row says of the block that it is; `nil` when it is none of the term.
  private func read(
    _ entry: borrowing Entry?, _ prefix: [UInt8]
  ) throws(LMDBError) -> PostingBlock? {
    guard let entry = copy entry, entry.key.count == prefix.count + 4,
      entry.key.starts(with: prefix.span)
    else { return nil }
    let first = entry.key.littleEndianUInt32(at: prefix.count).byteSwapped
    var place = 0
    // Memory is taken for as many documents as there were.
    guard let header = PostingHeader(entry.value, first: first, end: &place),
      header.block(first: first).last < state.next
    else { throw LMDBError(.damaged, context: "index \(definition.name)") }
    return header.block(first: first)
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

  /// Whether a document is gone, so that its postings do not count.
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

  /// The document of a row; `nil` when the index has none.
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
