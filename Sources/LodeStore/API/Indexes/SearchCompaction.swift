internal import LodeLMDB

/// The progress of the compaction of a full-text index.
public struct SearchCompaction: Sendable, Hashable {
  /// The name of the collection.
  public let collection: String
  /// The name of the index.
  public let index: String
  /// The number of dead documents: deleted rows and replaced versions of rows whose postings
  /// remain.
  public let dead: Int
}

extension Store {
  /// Removes the postings of dead documents from full-text indexes, and merges the segments of each
  /// index.
  ///
  /// ```swift
  /// try store.compactSearch(of: "articles") { print("\($0.index): \($0.dead) left") }
  /// ```
  ///
  /// Deleting or replacing a row makes the row's document dead, and searches skip dead documents.
  /// If an index has many dead documents, the store compacts the index in small batches between
  /// other writes. This call compacts all documents that were dead before the call.
  ///
  /// Each batch is one write transaction. After an error or a crash, the next call continues after
  /// the last batch. Loss of power can undo the last batches.
  ///
  /// - Parameters:
  ///   - collection: The name of a collection, or `nil` for all collections.
  ///   - blocks: The number of blocks that each batch reads. A block has about one kilobyte.
  ///   - progress: Called after each batch, on the calling thread. An error of the closure ends the
  ///     work.
  /// - Complexity: O(b) for b bytes of the indexes that need compaction.
  /// - Throws: Any error that `progress` throws; ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `readOnly` if the store is open read-only.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `readersFull` if no reader slot is free.
  ///   - `diskFull` if the disk is full.
  ///   - `inputOutput` if reading or writing fails.
  ///   - `busy` if the map must grow, and an open snapshot or read prevents the growth.
  ///   - `mapFull` if the map has its maximum size of 64 TiB.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `damaged` if stored data is damaged.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  public func compactSearch(
    of collection: String? = nil, blocks: Int = 20_000,
    progress: (SearchCompaction) throws -> Void = { _ in }
  ) throws {
    let tables = try read { transaction in
      transaction.catalog.catalog.collections.values
        .filter { collection == nil || $0.name == collection }
        .sorted { $0.name < $1.name }.map(\.id)
    }
    for table in tables {
      var round = CompactionRound(takesFew: true)
      var done: SearchCompaction?
      repeat {
        (done, round) = try write(.visible) { transaction in
          transaction.context.changesContent = false
          // A write can run more than once, so the loop keeps only the round of the committed run.
          var next = round
          let done = try CompactionWriting(transaction.context).compactPart(
            ofTable: table, blocks: max(blocks, 1), &next)
          return (done, next)
        }
        if let done { try progress(done) }
      } while done != nil
    }
  }
}

extension WriteQueue {
  /// The number of blocks that a background write reads.
  private static let idleBlocks = 1000

  /// Compacts a batch in its own write transaction, and returns whether batches remain.
  func compactIndexPart(ofTable id: UInt32) throws -> Bool {
    try run(.visible) { session in
      session.changesContent = false
      var round = CompactionRound(takesFew: false)
      return try CompactionWriting(session).compactPart(
        ofTable: id, blocks: Self.idleBlocks, &round) != nil
    }
  }
}

/// The compaction of full-text indexes inside a write.
struct CompactionWriting {
  private let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// Compacts the next blocks of a collection's full-text indexes, or returns `nil` if no work
  /// remains.
  func compactPart(
    ofTable id: UInt32, blocks: Int, _ round: inout CompactionRound
  ) throws(StoreError) -> SearchCompaction? {
    try Interruption.suspended { () throws(StoreError) in
      try compactNext(ofTable: id, blocks: blocks, &round)
    }
  }

  private func compactNext(
    ofTable id: UInt32, blocks: Int, _ round: inout CompactionRound
  ) throws(StoreError) -> SearchCompaction? {
    guard let info = context.catalog.collection(ofTable: id) else { return nil }
    // Compaction needs the tokens of this write in the table, and makes the writers' copies of the
    // state invalid.
    try context.known(TokenWriters.self)?.flush()
    for index in info.indexes where index.definition.kind == .search && index.hasEntries {
      let reader = try TokenIndexReader(
        index, of: info.name, context.handle, wantsTokenizers: false)
      defer { reader.close() }
      guard round.takes(index, reader.state) else { continue }
      context.hasChanges = true
      let (dead, isFinished) = try compact(index, of: info, reader, blocks)
      if isFinished { round.finish(index) }
      return SearchCompaction(collection: info.name, index: index.name, dead: dead)
    }
    return nil
  }

  /// Compacts the next blocks of an index.
  ///
  /// Returns the number of remaining dead documents, and whether the compaction is finished.
  private func compact(
    _ index: IndexRuntime, of info: CollectionRuntime, _ reader: TokenIndexReader, _ blocks: Int
  ) throws(StoreError) -> (dead: Int, isFinished: Bool) {
    let handle = context.handle
    let cursor = try context.batch.errors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(handle, over: index.table.place)
    }
    defer { cursor.close() }
    var work = TokenIndexCompaction(TokenIndexTable(cursor: cursor, index: index), reader)
    do throws(LMDBError) {
      return (Int(try work.run(blocks: blocks)), work.isFinished)
    } catch {
      throw context.batch.failure(error, collection: info.name)
    }
  }
}

/// The compactions of one call.
///
/// The call begins at most one compaction of each index, so the call ends even if other writes keep
/// changing rows.
struct CompactionRound {
  /// Whether a compaction begins even if few documents are dead.
  let takesFew: Bool
  /// The indexes whose compaction began in this round, and the indexes whose compaction also
  /// finished.
  private var begun: Set<UInt32> = []
  private var finished: Set<UInt32> = []

  init(takesFew: Bool) { self.takesFew = takesFew }

  /// Returns whether an index needs work in this round, and records the beginning of a compaction.
  mutating func takes(_ index: IndexRuntime, _ state: TokenIndexState) -> Bool {
    if finished.contains(index.id) { return false }
    if state.compaction != .none { return true }
    guard takesFew ? state.canCompact : state.needsCompaction else { return false }
    begun.insert(index.id)
    return true
  }

  /// Records the end of a compaction.
  ///
  /// A compaction that began before the round misses later deletions, so a second compaction can
  /// follow.
  mutating func finish(_ index: IndexRuntime) {
    if begun.contains(index.id) { finished.insert(index.id) }
  }
}

extension TokenIndexState {
  /// Whether a compaction would change the index.
  fileprivate var canCompact: Bool { dead > 0 || segments.count > 1 || !retired.isEmpty }

  /// Whether a compaction has begun, or at least 1,000 documents and a quarter of the number of
  /// live documents are dead.
  var needsCompaction: Bool {
    compaction != .none || dead >= 1000 && UInt64(dead) * 4 >= documents
  }
}
