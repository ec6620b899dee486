internal import LodeCoding
internal import LodeLMDB

/// The progress of an index build.
public struct IndexProgress: Sendable, Hashable {
  /// The name of the collection whose rows the build reads.
  public internal(set) var collection = ""
  /// The names of the indexes that the latest batch wrote.
  public internal(set) var indexes: [String] = []
  /// The number of rows of the collection that the call has read.
  public internal(set) var rows = 0
  /// The number of rows in the collection at the first batch of the call.
  public internal(set) var totalRows = 0
}

// Building indexes of existing rows, in batches between other writes.
extension Store {
  /// Builds unfinished indexes, and marks unique indexes without duplicates as ready.
  ///
  /// The build has many batches, and other writes run between the batches. After an error or a
  /// crash, the next call continues after the last batch. Loss of power can undo the last batches.
  ///
  /// Opening a store with models for writing builds the indexes of the models automatically.
  ///
  /// The call skips an index whose functions, tokenizers, or synonyms the program has not
  /// registered. Opening the store with models, or defining the index, registers all three. The
  /// call also skips a collection with a pending migration whose plan the program has not
  /// registered.
  ///
  /// ```swift
  /// try store.createIndex(IndexDefinition("city"), on: "people")
  /// try store.buildIndexes { print("\($0.rows) of \($0.totalRows)") }
  /// ```
  ///
  /// - Parameters:
  ///   - collection: The name of a collection, or `nil` for all collections.
  ///   - progress: Called after each batch, on the calling thread. An error of the closure ends the
  ///     work.
  /// - Complexity: O(n log n) for n rows of the collections with unfinished indexes.
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
  ///   - `outOfMemory` if the system has no memory for a row or a larger map.
  ///   - `damaged` if stored data is damaged.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  public func buildIndexes(
    of collection: String? = nil, progress: (IndexProgress) throws -> Void = { _ in }
  ) throws {
    for table in try tablesToBuild(of: collection) {
      var (done, batchSize) = (IndexProgress(), BuildBatchSize())
      while try buildPart(ofTable: table, &done, &batchSize) {
        try progress(done)
      }
      if !done.indexes.isEmpty { try progress(done) }
      // Other writes can have removed the duplicates that the build found.
      try Interruption.suspended { try resolveDuplicates(ofTable: table) }
    }
  }
}

extension Store {
  /// Returns the table numbers of the collections with unfinished indexes, or with duplicates in a
  /// unique index.
  func tablesToBuild(of collection: String?) throws -> [UInt32] {
    try read { transaction in
      transaction.catalog.catalog.collections.values
        .filter { collection == nil || $0.name == collection }
        .filter { info in
          info.indexes.contains { info.needsBuild($0) || $0.state == .hasDuplicates }
        }
        .sorted { $0.name < $1.name }.map(\.id)
    }
  }

  /// Writes the next batch of entries in its own write transaction.
  ///
  /// The write need not be durable, because the next build repeats a lost batch.
  ///
  /// - Returns: Whether batches remain.
  func buildPart(
    ofTable id: UInt32, _ done: inout IndexProgress, _ batchSize: inout BuildBatchSize
  ) throws -> Bool {
    try write(.visible) { transaction in
      transaction.context.changesContent = false
      let hasMore = try IndexBuilds(transaction.context).buildPart(ofTable: id, &done, batchSize)
      batchSize.note(othersWait: transaction.context.othersWait)
      return hasMore
    }
  }
}

extension WriteQueue {
  /// Writes the next batch of entries in its own write transaction, and returns whether batches
  /// remain.
  func buildIndexPart(ofTable id: UInt32, _ batchSize: inout BuildBatchSize) throws -> Bool {
    let before = batchSize
    let (hasMore, othersWait) = try run(.visible) { session in
      var done = IndexProgress()
      session.changesContent = false
      let hasMore = try IndexBuilds(session).buildPart(ofTable: id, &done, before)
      return (hasMore, session.othersWait)
    }
    batchSize.note(othersWait: othersWait)
    return hasMore
  }
}

/// The build of indexes inside a write.
struct IndexBuilds {
  private let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// Writes the entries of the next rows, and returns whether an index remains unfinished.
  ///
  /// A batch with a `batchSize` also ends early if other writes wait. Without `batchSize`, the
  /// batch has the maximum size.
  func buildPart(
    ofTable id: UInt32, _ done: inout IndexProgress, _ batchSize: BuildBatchSize? = nil
  ) throws -> Bool {
    guard let info = context.catalog.collection(ofTable: id) else { return false }
    context.states.forget(info.name)
    // A batch builds all indexes with the smallest progress together.
    let waiting = info.indexes.filter { info.needsBuild($0) }
    guard let start = waiting.map(\.progress).min(by: { $0.span.byteOrder($1.span) < 0 }) else {
      return false
    }
    let indexes = waiting.filter { $0.progress == start }
    let end = waiting.filter { $0.progress != start }.map(\.progress)
      .min(by: { $0.span.byteOrder($1.span) < 0 })
    if start.isEmpty {
      for index in indexes
      where context.store.indexKind(of: index.definition).hasEarlierLayouts {
        try IndexTables(context).empty(index, of: info.name)
      }
    }
    let builder = IndexBuilder(indexes, of: info, in: context)
    defer { builder.close() }
    let part = try builder.read(after: start, upTo: end, batchSize)
    try builder.write()
    done.collection = info.name
    done.indexes = indexes.map(\.name)
    done.rows += part.rows
    if done.totalRows == 0 { done.totalRows = try info.rowCount(in: context.handle) }
    // Reading can change the catalog, if the migration of a row fails.
    var changed = context.catalog.collection(ofTable: id) ?? info
    for index in builder.finished(upTo: part.last ?? end) {
      changed = changed.with(index: index, named: index.name)
    }
    context.update(changed)
    return changed.indexes.contains { changed.needsBuild($0) }
  }
}
