internal import Dispatch
internal import LodeCoding

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

/// Builds the unfinished indexes of existing rows, in batches between other writes.
struct IndexBuild {
  let queue: WriteQueue
  /// The size of the first batch of each collection.
  var firstBatch = BuildBatchSize.largest

  /// Builds the unfinished indexes of a collection, or of all collections.
  ///
  /// - Parameter progress: Called after each batch.
  func run(of collection: String?, progress: (IndexProgress) throws -> Void) throws {
    for table in try tables(of: collection) {
      try build(table, progress)
      // Other writes can have removed the duplicates that the build found.
      try Interruption.suspended { try resolveDuplicates(ofTable: table) }
    }
  }

  /// Builds the unfinished indexes on a background thread while the store is open.
  ///
  /// - Parameter progress: Called after each batch, on the background thread.
  func runInBackground(progress: (@Sendable (IndexProgress) -> Void)?) throws {
    let tables = try tables(of: nil)
    if tables.isEmpty { return }
    DispatchQueue.global(qos: .utility).async {
      for table in tables where !queue.isClosed {
        // After an error, the build continues when the store opens again.
        try? build(table) { progress?($0) }
        try? resolveDuplicates(ofTable: table)
      }
    }
  }

  /// Returns the table numbers of the collections with unfinished indexes, or with duplicates in a
  /// unique index.
  private func tables(of collection: String?) throws -> [UInt32] {
    try queue.store.read { (_, snapshot) in
      snapshot.catalog.collections(named: collection).filter { info in
        info.indexes.contains { info.needsBuild($0) || $0.state == .hasDuplicates }
      }.map(\.id)
    }
  }

  private func build(_ table: UInt32, _ progress: (IndexProgress) throws -> Void) throws {
    var (done, batchSize) = (IndexProgress(), firstBatch)
    while try queue.buildIndexPart(ofTable: table, &done, &batchSize) { try progress(done) }
    if !done.indexes.isEmpty { try progress(done) }
  }

  /// Marks each unique index of a collection as ready if no duplicates remain in the index.
  private func resolveDuplicates(ofTable id: UInt32) throws {
    // A write begins only if an index has no duplicates.
    let isDue = try queue.store.read { (handle, snapshot) in
      guard let info = snapshot.catalog.collection(ofTable: id) else { return false }
      for index in info.indexes where index.state == .hasDuplicates {
        if try index.duplicates(in: info.name, handle, queue.store).isEmpty {
          return true
        }
      }
      return false
    }
    guard isDue else { return }
    try queue.write(.durable) { session in
      session.changesContent = false
      try IndexBuilds(session).resolveDuplicates(ofTable: id)
    }
  }
}

extension WriteQueue {
  /// Writes the next batch of entries in its own write transaction, and returns whether batches
  /// remain.
  ///
  /// The write need not be durable, because the next build repeats a lost batch.
  fileprivate func buildIndexPart(
    ofTable id: UInt32, _ done: inout IndexProgress, _ batchSize: inout BuildBatchSize
  ) throws -> Bool {
    // A write can run more than once, so the caller keeps only the progress of the committed run.
    let (progress, size) = (done, batchSize)
    let part = try write(.visible) { session in
      var progress = progress
      session.changesContent = false
      let hasMore = try IndexBuilds(session).buildPart(ofTable: id, &progress, size)
      return (hasMore: hasMore, progress: progress, othersWait: session.othersWait)
    }
    done = part.progress
    batchSize.note(othersWait: part.othersWait)
    return part.hasMore
  }

  /// Rebuilds indexes, on a background thread.
  func rebuildIndexes() {
    while let table = store.rebuilding.next() {
      // A later write can require another rebuild during this build.
      store.rebuilding.finish(table)
      // The program uses the store during a rebuild, so the first batch is always small.
      // A damaged row stops the build. Replacing the row restarts the build.
      var (done, batchSize) = (IndexProgress(), BuildBatchSize.smallest)
      while !isClosed, (try? buildIndexPart(ofTable: table, &done, &batchSize)) == true {}
    }
  }
}

/// The build of indexes inside a write.
struct IndexBuilds {
  let context: WriteSession

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
      for index in indexes where context.store.indexKind(of: index.definition).hasEarlierLayouts {
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
