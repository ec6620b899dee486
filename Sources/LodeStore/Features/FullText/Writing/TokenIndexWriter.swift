internal import LodeCoding
internal import LodeLMDB

/// The changes of one full-text index in one write or savepoint.
///
/// The writer gathers the tokens of new documents in memory. ``flush()`` writes the gathered tokens
/// and the dead documents, and merges segments. A flush occurs, for example, before a read of the
/// index, before a savepoint, and at the end of the write or savepoint. Large gathered tokens also
/// cause a flush.
final class TokenIndexWriter {
  /// The size of gathered tokens that causes a flush, in bytes.
  private static let mostBytes = 128 << 20

  private let index: IndexRuntime
  private let collection: CollectionRuntime
  private let handle: TransactionHandle
  private let batch: BatchState
  private var state: TokenIndexState
  private var gathering = TokenGathering()
  /// The number of the first gathered document.
  private var first: UInt32
  /// The documents of earlier flushes and writes that this write made dead, because the write
  /// changed or deleted their rows.
  private var dead: [UInt32] = []
  /// The error of a failed flush, after which the store must not commit the write.
  private var failure: StoreError?
  private var tokens: TextTokens

  init(
    _ index: IndexRuntime, of collection: CollectionRuntime, _ handle: TransactionHandle,
    _ batch: BatchState
  ) throws(StoreError) {
    self.index = index
    self.collection = collection
    self.handle = handle
    self.batch = batch
    state = try TokenIndexState(index, of: collection.name, handle)
    first = state.next
    tokens = TextTokens(try index.tokenizers(in: collection.name))
  }

  /// Whether the gathered tokens are large enough for a flush.
  var isFull: Bool { gathering.size >= Self.mostBytes }

  /// Adds the document of a row, which must not have a document yet.
  func add(_ key: Span<UInt8>, _ texts: borrowing FieldTexts) throws(StoreError) {
    if state.next >= .max - 1 || state.nextSegment >= .max - 100 {
      // All numbers are used. A rebuild of the index begins again at 0.
      batch.collectionsToReindex.insert(collection.id)
      return
    }
    let number = state.next
    let tableKey = TokenKey.row(key)
    let value = index.value(CatalogRecord.withBytes(of: number), for: tableKey.span)
    let (handle, table) = (handle, index.table)
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

  /// Gathers the tokens of a column, and returns the number of positions that count for the length
  /// of the document.
  private func gather(_ texts: borrowing FieldTexts, _ column: Int) -> UInt32 {
    // A local variable makes the loop faster than the property.
    var gathered = TokenGathering()
    swap(&gathered, &gathering)
    let length = tokens.forEach(in: texts, column: column) { term, offset in
      gathered.add(term, offset: offset)
    }
    gathered.endText(column: UInt8(column), length: length)
    swap(&gathered, &gathering)
    return length
  }

  /// Makes the document of a row dead, if the row has a document.
  func remove(_ key: Span<UInt8>) throws(StoreError) {
    let tableKey = TokenKey.row(key)
    let (handle, table) = (handle, index.table)
    let index = index
    // If the index lacks the row without visible damage, the writer continues. Verification reports
    // the difference.
    let number = try errors { () throws(LMDBError) -> UInt32? in
      guard let content = try index.content(of: tableKey.span, in: handle), content.count == 4
      else { return nil }
      let number = content.span.littleEndianUInt32(at: 0)
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

  /// Writes the gathered tokens and the dead documents, and merges segments.
  func flush() throws(StoreError) {
    if let failure { throw failure }
    if gathering.isEmpty && dead.isEmpty { return }
    do throws(StoreError) {
      // An interruption would leave the index incomplete.
      try Interruption.suspended { () throws(StoreError) in try writeAll() }
    } catch {
      failure = error
      throw error
    }
  }

  private func writeAll() throws(StoreError) {
    let (handle, table) = (handle, index.table)
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
    if state.needsCompaction { batch.collectionsToCompact.insert(collection.id) }
    self.state = state
    self.first = state.next
    self.dead.removeAll(keepingCapacity: true)
  }

  private func errors<R>(_ body: () throws(LMDBError) -> R) throws(StoreError) -> R {
    try batch.errors(collection: collection.name, body)
  }
}
