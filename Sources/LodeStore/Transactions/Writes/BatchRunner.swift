internal import LodeLMDB
import Synchronization

/// Runs a batch of writes in one LMDB transaction with one commit.
///
/// A single write runs in the transaction directly. Each of several writes runs in a child
/// transaction, so a failed write rolls back alone. If the map or the table capacity is full, the
/// whole batch runs again with more capacity. If the change log is damaged, the batch runs again
/// with an empty log.
final class BatchRunner: Sendable {
  let store: StoreCore
  /// Whether the store's durability is relaxed, so that no commit waits for the disk.
  private let isRelaxed: Bool

  init(store: StoreCore, durability: Durability) {
    self.store = store
    isRelaxed = durability == .relaxed
  }

  /// Runs the batch, and sets the outcome of each request.
  ///
  /// Afterwards, the caller must call `finish()` of each request.
  func run(_ batch: [WriteRequest]) {
    var attempts = 0
    while true {
      for request in batch {
        request.outcome = nil
        request.changes = nil
      }
      do {
        try attempt(batch)
        return
      } catch let error as StoreError where Self.canRunAgain(error) && attempts < 48 {
        attempts += 1
        do {
          if error.code == .damagedLog { continue }
          try makeRoom(after: error)
        } catch {
          return fail(batch, with: error)
        }
      } catch {
        return fail(batch, with: error)
      }
    }
  }

  private func fail(_ batch: [WriteRequest], with error: any Error) {
    // A write that failed earlier keeps its own error.
    for request in batch {
      if case .failure = request.outcome { continue }
      request.outcome = .failure(error)
    }
  }

  private func attempt(_ batch: [WriteRequest]) throws {
    if store.health.refusesWrites.load(ordering: .relaxed) {
      throw StoreError(.damaged, context: "a page of the store's own tables")
    }
    let environment = store.environment
    let handle = try storeErrors { () throws(LMDBError) in try environment.beginWrite() }
    let shared = BatchState(hasSeveralWrites: batch.count > 1)
    defer { if shared.holdsTableLock { environment.tableLock.release() } }
    do {
      var work = try BatchWork(store: store, handle: handle, shared: shared)
      do {
        store.writingThread.store(currentThread(), ordering: .relaxed)
        defer { store.writingThread.store(0, ordering: .relaxed) }
        if batch.count == 1 {
          try work.runAlone(batch[0])
        } else {
          for request in batch { try work.run(request) }
        }
      }
      guard work.hasChanges else {
        environment.abortWrite(handle)
        for action in work.afterCommit { action(store) }
        return
      }
      try storeErrors { () throws(LMDBError) in
        let relaxed = isRelaxed || batch.allSatisfy { $0.durability == .visible }
        try environment.setRelaxedCommits(relaxed)
      }
      try work.writeCatalog()
      let filesWereReopened = try commit(work)
      store.notices.addCommit(work.head.transaction, work.changes) { work.hasChanged($0) }
      // Reopening the files changes the table handles, so the next read must load the catalog.
      if !filesWereReopened { store.publish(work) }
      for action in work.afterCommit { action(store) }
      store.deliverChanges(of: batch)
      for id in shared.grown { store.training.add(id) }
      for id in shared.collectionsToReindex { store.rebuilding.add(id) }
      for id in shared.collectionsToCompact { store.compacting.add(id) }
    } catch {
      environment.abortWrite(handle)
      throw error
    }
  }

  /// Commits, and returns whether the call reopened the files to confirm the commit.
  private func commit(_ work: BatchWork) throws(StoreError) -> Bool {
    do throws(LMDBError) {
      try store.environment.commitWrite(work.handle, opening: work.openedTables)
      return false
    } catch {
      guard error.code == .commitOutcomeUnknown else { throw StoreError(error) }
      defer { store.notices.addReopening() }
      try findOutcome(of: work, error)
      return true
    }
  }

  /// Reopens the files after a failed commit, and throws an error unless the files contain the
  /// commit.
  ///
  /// - Throws: ``StoreError`` with `diskFull` or `inputOutput` if the files lack the commit, or
  ///   `commitOutcomeUnknown` if the files cannot be reopened.
  private func findOutcome(of work: BatchWork, _ cause: LMDBError) throws(StoreError) {
    let environment = store.environment
    let head: StoreHead
    do {
      try environment.recover()
      let handle = try environment.beginRead()
      defer { environment.endRead(handle) }
      head = try CatalogTable(transaction: handle, table: store.catalogTable).head()
    } catch {
      throw StoreError(.commitOutcomeUnknown, context: "\(error)", cause: cause)
    }
    if head.nonce == work.head.nonce { return }
    let named = LMDBError(.inputOutput, status: cause.status).namingFullDisk(at: environment.path)
    throw StoreError(named)
  }

  private static func canRunAgain(_ error: StoreError) -> Bool {
    [.mapFull, .tablesFull, .damagedLog].contains(error.code)
  }

  private func makeRoom(after error: StoreError) throws(StoreError) {
    let environment = store.environment
    if error.code == .mapFull {
      return try storeErrors { () throws(LMDBError) in try environment.growAfterMapFull() }
    }
    do throws(LMDBError) {
      try environment.growTables()
    } catch {
      // Open snapshots and reads prevent a greater capacity.
      guard error.code == .busy else { throw StoreError(error) }
      let room = environment.tableCapacity
      throw StoreError(
        .tablesFull,
        context:
          "the capacity is \(room) tables, and open snapshots or reads prevent a greater capacity",
        cause: error)
    }
  }
}
