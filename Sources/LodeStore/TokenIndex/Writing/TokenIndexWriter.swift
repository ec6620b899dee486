internal import LodeCoding
internal import LodeLMDB

/// What one write, or a savepoint of it, makes of one search index.
///
/// Words of new documents are gathered and written as a segment by `flush`: when they are many,
/// before the index is read, before a savepoint begins, and before the write ends.
final class TokenIndexWriter {
  /// How many bytes are gathered: the more are written at once, the less is merged.
  private static let mostBytes = 128 << 20

  private let index: IndexInfo
  private let collection: CollectionInfo
  private let context: WriteContext
  private var state: TokenIndexState
  private var gathering = TokenGathering()
  /// The number of the first gathered document.
  private var first: UInt32
  /// Written documents that have become dead.
  private var dead: [UInt32] = []
  /// What went wrong: then the index is half written, and the write must not be committed.
  private var failure: StoreError?
  private var tokens: TextTokens

  init(
    _ index: IndexInfo, of collection: CollectionInfo, in context: WriteContext
  ) throws(StoreError) {
    self.index = index
    self.collection = collection
    self.context = context
    state = try TokenIndexState(index, of: collection.name, context.handle)
    first = state.next
    tokens = TextTokens(try index.tokenizers(in: collection.name))
  }

  /// Whether the gathered tokens are enough to be written.
  var isFull: Bool { gathering.size >= Self.mostBytes }

  /// Makes a row a document, which it was not.
  func add(_ key: Span<UInt8>, _ texts: borrowing FieldTexts) throws(StoreError) {
    if state.next >= .max - 1 || state.nextSegment >= .max - 100 {
      // There are no more numbers; they begin anew when the index is made anew.
      context.batch.collectionsToReindex.insert(collection.id)
      return
    }
    let number = state.next
    let tableKey = TokenKey.row(key)
    let value = CatalogRecord.withBytes(of: number)
    let (handle, table) = (context.handle, index.table)
    try errors { () throws(LMDBError) in
      _ = try handle.put(value.span, forKey: tableKey.span, in: table, mode: .overwrite)
    }
    state.next += 1
    state.documents += 1
    gathering.beginDocument(key)
    var length: UInt32 = 0
    for column in texts.columns.indices {
      length = length &+ gather(texts, column)
    }
    state.tokens &+= UInt64(length)
    if isFull { try flush() }
  }

  /// Gathers the words of a column; returns how many count.
  private func gather(_ texts: borrowing FieldTexts, _ column: Int) -> UInt32 {
    // Copies of what is changed, so that it is not looked up for each word.
    var gathered = TokenGathering()
    swap(&gathered, &gathering)
    let length = tokens.forEach(in: texts, column: column) { term, offset in
      gathered.add(term, offset: offset)
    }
    gathered.endText(column: UInt8(column), length: length)
    swap(&gathered, &gathering)
    return length
  }

  /// Lets the document of a row go.
  func remove(_ key: Span<UInt8>) throws(StoreError) {
    let tableKey = TokenKey.row(key)
    let (handle, table) = (context.handle, index.table)
    // The row of an index that does not fit its rows is missing; to verify tells that.
    let number = try errors { () throws(LMDBError) -> UInt32? in
      guard let value = try handle.get(tableKey.span, in: table), value.count == 4 else {
        return nil
      }
      let number = value.littleEndianUInt32(at: 0)
      _ = try handle.delete(tableKey.span, in: table)
      return number
    }
    guard let number else { return }
    if number < first {
      dead.append(number)
    } else if number < state.next, let length = gathering.kill(Int(number - first)) {
      state.tokens &-= UInt64(length)
      state.documents &-= 1
    }
  }

  /// Writes what was gathered.
  func flush() throws(StoreError) {
    if let failure { throw failure }
    if gathering.isEmpty && dead.isEmpty { return }
    do throws(StoreError) {
      try writeAll()
    } catch {
      failure = error
      throw error
    }
  }

  private func writeAll() throws(StoreError) {
    let (handle, table) = (context.handle, index.table)
    let cursor = try errors { () throws(LMDBError) in try CursorHandle(handle, over: table.place) }
    defer { cursor.close() }
    let index = index
    let rows = TokenIndexTable(cursor: cursor, index: index)
    let (first, dead) = (first, dead)
    var (state, gathering) = (state, TokenGathering())
    swap(&gathering, &self.gathering)
    let written = try errors { () throws(LMDBError) in
      try rows.kill(dead, &state)
      try rows.write(gathering, from: first)
      return try rows.writeSegment(of: gathering, from: first, &state)
    }
    let reader = try TokenIndexReader(
      index, of: collection.name, handle, wantsTokenizers: false, state: state)
    defer { reader.close() }
    var maintenance = SegmentMaintenance(table: rows, reader: reader, state: state)
    try errors { () throws(LMDBError) in
      try maintenance.run(written: written)
      try rows.put(maintenance.state.bytes, TokenKey.state)
    }
    state = maintenance.state
    if state.needsCompaction { context.batch.collectionsToCompact.insert(collection.id) }
    self.state = state
    self.first = state.next
    self.dead.removeAll(keepingCapacity: true)
  }

  private func errors<R>(_ body: () throws(LMDBError) -> R) throws(StoreError) -> R {
    try context.batch.errors(collection: collection.name, body)
  }
}
