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

/// Compacts full-text indexes, in batches between other writes.
struct SearchCompacting {
  let queue: WriteQueue
  /// The number of blocks that each batch reads.
  let blocks: Int

  /// Compacts the indexes of a collection, or of all collections.
  ///
  /// - Parameter progress: Called after each batch.
  func run(of collection: String?, progress: (SearchCompaction) throws -> Void) throws {
    let tables = try queue.store.read { (_, snapshot) in
      snapshot.catalog.collections(named: collection).map(\.id)
    }
    for table in tables {
      var round = CompactionRound(takesFew: true)
      while let done = try part(ofTable: table, &round) { try progress(done) }
    }
  }

  /// Compacts a batch in its own write transaction, or returns `nil` if no work remains.
  fileprivate func part(
    ofTable id: UInt32, _ round: inout CompactionRound
  ) throws -> SearchCompaction? {
    // A write can run more than once, so the caller keeps only the round of the committed run.
    let before = round
    let (done, next) = try queue.write(.visible) { session in
      session.changesContent = false
      var next = before
      return (try CompactionWriting(session).compactPart(ofTable: id, blocks: blocks, &next), next)
    }
    round = next
    return done
  }
}

extension WriteQueue {
  /// The number of blocks that a background write reads.
  private static let idleBlocks = 1000

  /// Compacts full-text indexes, on a background thread.
  func compactIndexes() {
    let compacting = SearchCompacting(queue: self, blocks: Self.idleBlocks)
    while let table = store.compacting.next() {
      // `nil` after an error.
      var hasMore: Bool? = true
      while !isClosed, hasMore == true {
        var round = CompactionRound(takesFew: false)
        hasMore = try? compacting.part(ofTable: table, &round) != nil
      }
      if hasMore == false { store.compacting.finish(table) }
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
    let cursor = try context.batch.errors(collection: info.name) { () throws(LMDBError) in
      try CursorHandle(context.handle, over: index.table.place)
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
