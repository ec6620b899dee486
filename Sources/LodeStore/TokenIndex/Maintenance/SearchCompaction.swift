internal import LodeLMDB

/// The progress of a full-text index compaction.
public struct SearchCompaction: Sendable, Hashable {
  /// The name of the collection.
  public let collection: String
  /// The name of the index.
  public let index: String
  /// The number of deleted rows, and of replaced versions of rows, that the index still contains.
  public let dead: Int
}

extension Store {
  /// Removes the postings of deleted and replaced rows from full-text indexes, and merges the
  /// segments of the indexes.
  ///
  /// ```swift
  /// try store.compactSearch(of: "articles") { print("\($0.index): \($0.dead) left") }
  /// ```
  ///
  /// A write only marks the postings of a deleted or replaced row, and searches skip marked
  /// postings. If many rows are marked, the store removes their postings in small batches between
  /// other writes. This call removes all postings that writes marked before the call, so that
  /// scores ignore these postings. Finished batches survive an error or a crash of the process, and
  /// the next call continues after these batches. Loss of power can undo the last batches, which
  /// the next call then repeats.
  ///
  /// - Parameters:
  ///   - collection: The name of a collection, or `nil` for all collections.
  ///   - blocks: The number of blocks of about one kilobyte that each write reads; other writes
  ///     run in between.
  ///   - progress: Called after each batch, on the calling thread; an error ends the work.
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
          // A write may run more than once, so the loop keeps only the round of the committed run.
          var next = round
          let done = try transaction.context.compactPart(
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
    let box = ResultBox<Bool>()
    let round = CompactionRound(takesFew: false)
    let ticket = WriteTicket()
    let request = WriteRequest(
      durability: .visible,
      body: { transaction in
        transaction.context.changesContent = false
        var next = round
        let done = try transaction.context.compactPart(
          ofTable: id, blocks: Self.idleBlocks, &next)
        box.value = done != nil
      },
      finish: { ticket.finish($0) })
    _ = try submit(request, mayRunHere: true)
    try ticket.wait()
    return box.value ?? false
  }
}

extension WriteContext {
  /// Compacts the next blocks of a collection's full-text indexes; returns `nil` if no work
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
    guard let info = catalog.collection(ofTable: id) else { return nil }
    // Compaction needs the gathered tokens in the table, and invalidates the writers' copies of the
    // state.
    try flushTokens()
    tokenWriters.removeAll()
    for index in info.indexes where index.definition.kind == .search && index.hasEntries {
      let reader = try TokenIndexReader(index, of: info.name, handle, wantsTokenizers: false)
      defer { reader.close() }
      guard round.takes(index, reader.state) else { continue }
      hasChanges = true
      let (dead, isFinished) = try compact(index, of: info, reader, blocks)
      if isFinished { round.finish(index) }
      return SearchCompaction(collection: info.name, index: index.name, dead: dead)
    }
    return nil
  }

  /// Compacts the next blocks of an index; returns the number of deleted documents left, and
  /// whether the compaction is finished.
  private func compact(
    _ index: IndexInfo, of info: CollectionInfo, _ reader: TokenIndexReader, _ blocks: Int
  ) throws(StoreError) -> (dead: Int, isFinished: Bool) {
    let handle = handle
    let cursor = try batch.errors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(handle, over: index.table.place)
    }
    defer { cursor.close() }
    var work = TokenIndexCompaction(TokenIndexTable(cursor: cursor, index: index), reader)
    do throws(LMDBError) {
      return (Int(try work.run(blocks: blocks)), work.isFinished)
    } catch {
      throw batch.failure(error, collection: info.name)
    }
  }
}

/// The compactions of one call, which end even if rows keep changing.
struct CompactionRound {
  /// Whether a compaction begins even if few documents are deleted.
  let takesFew: Bool
  /// The tables of indexes whose compaction has begun in this round, and the tables whose
  /// compaction has also finished.
  private var begun: Set<UInt32> = []
  private var finished: Set<UInt32> = []

  init(takesFew: Bool) { self.takesFew = takesFew }

  /// Returns whether an index needs work in this round, and records the beginning of a compaction.
  mutating func takes(_ index: IndexInfo, _ state: TokenIndexState) -> Bool {
    if finished.contains(index.id) { return false }
    if state.compaction != .none { return true }
    guard takesFew ? state.canCompact : state.needsCompaction else { return false }
    begun.insert(index.id)
    return true
  }

  /// Records the end of a compaction.
  ///
  /// A compaction that began before the round misses later deletions, so another compaction can
  /// follow.
  mutating func finish(_ index: IndexInfo) {
    if begun.contains(index.id) { finished.insert(index.id) }
  }
}

extension TokenIndexState {
  /// Whether a compaction would change anything.
  fileprivate var canCompact: Bool { dead > 0 || segments.count > 1 || !retired.isEmpty }

  /// Whether enough documents are deleted for a compaction, or a compaction has begun.
  var needsCompaction: Bool {
    compaction != .none || dead >= 1000 && UInt64(dead) * 4 >= documents
  }
}
