internal import LodeCoding
internal import LodeLMDB

/// A reader of a full-text index in one transaction, valid inside
/// ``CollectionAccess/withTokenIndex(_:_:)``.
package final class TokenIndexReader {
  /// The definition of the index; the columns are `definition.search`.
  package let definition: IndexDefinition
  /// The name of the collection.
  package let collection: String
  /// The tokenizers for queries, one for each column.
  package let tokenizers: [any Tokenizer]
  private let handle: TransactionHandle
  let index: IndexRuntime
  let state: TokenIndexState
  /// The pieces that together contain all postings.
  private(set) lazy var pieces = state.pieces
  private var isOpen = true
  private var interruption = Interruption.current
  /// All open cursors, and the unused cursors among them.
  private var cursors: [CursorHandle] = []
  private var idleCursors: [CursorHandle] = []
  /// The pages of lengths that the reader has read, and the page of the last requested document.
  private var lengths: [UInt32: [UInt8]] = [:]
  private var lengthPage: [UInt8] = []
  private var lengthPageNumber = UInt32.max
  private var dead: [[UInt8]] = []
  /// The page of row keys of the last requested document.
  private var keyPage: KeyPage?

  init(
    _ index: IndexRuntime, of collection: String, _ handle: TransactionHandle,
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
    try interruption?.check()
  }

  /// Closes the reader and its cursors.
  package func close() {
    isOpen = false
    for cursor in cursors { cursor.close() }
    cursors = []
    idleCursors = []
  }

  /// The number of live documents, whose rows were neither changed nor deleted.
  package var documentCount: Int { Int(clamping: state.documents) }
  /// The sum of the lengths of all live documents.
  package var tokenCount: Int { Int(clamping: state.tokens) }
  /// The number of the next document; all documents have lower numbers.
  package var documentLimit: UInt32 { state.next }
  /// Whether postings of dead documents can remain.
  package var hasDead: Bool { state.dead > 0 }
}

// Cursors.
extension TokenIndexReader {
  /// Runs `body`, and converts errors of LMDB to errors of the store.
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

  /// Adds a cursor to the unused cursors.
  func giveBack(_ cursor: CursorHandle) {
    if isOpen { idleCursors.append(cursor) }
  }

  func checkOpen() throws(StoreError) {
    if !isOpen { throw StoreError(.closed, context: "the search of this view has ended") }
    try interruption?.step()
  }

  /// Counts a step of a search.
  ///
  /// Throws `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
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
  /// Returns the length of a document: the number of positions with tokens.
  ///
  /// Returns 0 if the document does not exist.
  ///
  /// - Complexity: O(log n) for the first request in a page of 512 documents, and for documents
  ///   with 65,535 or more positions; otherwise O(1). n is the number of table rows of the index.
  package func length(of document: UInt32) throws(StoreError) -> Int {
    let page = document / TokenKey.lengthsPerPage
    if page != lengthPageNumber { try turn(toLengths: page) }
    let place = 2 * Int(document % TokenKey.lengthsPerPage)
    if place >= lengthPage.count { return 0 }
    let length = Int(lengthPage[place]) | Int(lengthPage[place + 1]) << 8
    return length < UInt16.max ? length : try longLength(of: document)
  }

  /// Returns the length of a document from the content of its page, or `nil` if another row has the
  /// length.
  private func shortLength(
    of document: UInt32, in page: Span<UInt8>
  ) throws(StoreError) -> Int? {
    try checkLengths(page)
    let place = 2 * Int(document % TokenKey.lengthsPerPage)
    if place >= page.count { return 0 }
    let length = Int(page[place]) | Int(page[place + 1]) << 8
    return length < UInt16.max ? length : nil
  }

  private func checkLengths(_ page: Span<UInt8>) throws(StoreError) {
    let most = 2 * Int(TokenKey.lengthsPerPage)
    if page.count % 2 != 0 || page.count > most || page.isEmpty { throw damaged() }
  }

  private func turn(toLengths page: UInt32) throws(StoreError) {
    if let known = lengths[page] {
      lengthPage = known
    } else {
      let bytes = try content(TokenKey.page(TokenKey.lengths, page)) ?? [0, 0]
      try checkLengths(bytes.span)
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

  /// Returns whether a document is dead.
  ///
  /// - Complexity: O(log n) for the first request in a page of 8,192 documents; otherwise O(1). n
  ///   is the number of table rows of the index.
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
      // Two long keys can have the same shortened form.
      guard let whole = try self.key(of: document), whole.span.byteOrder(key) == 0 else {
        return nil
      }
    }
    return document
  }

  /// Returns the row keys of documents, with an empty key for a document that does not exist.
  ///
  /// - Complexity: O(k log n) for k documents in an index of n table rows.
  package func keys(of documents: [UInt32]) throws -> [[UInt8]] {
    var keys = [[UInt8]](repeating: [], count: documents.count)
    _ = try withPages(TokenKey.keys, TokenKey.keysPerPage, of: documents) { place, page in
      var page = KeyPage(number: 0, bytes: page.copied())
      switch page.key(Int(documents[place] % TokenKey.keysPerPage)) {
      case .found(let key): keys[place] = key
      case .damaged: throw damaged()
      case .missing: break
      }
    }
    // Documents of the same page follow each other.
    let missing = keys.indices.filter { keys[$0].isEmpty }
    for place in missing.sorted(by: { documents[$0] < documents[$1] }) {
      keys[place] = try key(of: documents[place]) ?? []
    }
    return keys
  }

  /// Returns the lengths of documents, as ``length(of:)`` does.
  ///
  /// - Complexity: O(k log n) for k documents in an index of n table rows.
  package func lengths(of documents: [UInt32]) throws -> [Int] {
    var lengths = [Int?](repeating: nil, count: documents.count)
    _ = try withPages(TokenKey.lengths, TokenKey.lengthsPerPage, of: documents) { place, page in
      lengths[place] = try shortLength(of: documents[place], in: page)
    }
    return try documents.indices.map { try lengths[$0] ?? length(of: documents[$0]) }
  }

  /// Calls `body` with the place of each document and the content of the document's page.
  ///
  /// One search finds the pages. The call passes no page that is missing.
  ///
  /// - Returns: `false`, without a call of `body`, if one search cannot find the pages.
  private func withPages(
    _ kind: UInt8, _ perPage: UInt32, of documents: [UInt32],
    _ body: (_ place: Int, Span<UInt8>) throws -> Void
  ) throws -> Bool {
    guard (2...KeyList.groupSize).contains(documents.count) else { return false }
    try checkOpen()
    var keys = KeyList()
    var key = KeyBuffer()
    keys.reserveCapacity(documents.count, bytes: 5 * documents.count)
    for document in documents {
      key.removeAll()
      key.append(code: kind, UInt64(document / perPage), byteCount: 4)
      keys.append(key.bytes)
    }
    return try handle.get(keys.bytes.span, ends: keys.ends.span, in: index.table) { place, value in
      guard let value else { return }
      guard let content = index.content(keys[place], value) else { throw damaged() }
      try body(place, content)
    }
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
