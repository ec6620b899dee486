internal import LodeLMDB
import Synchronization

/// A batch in its LMDB transaction, with the catalog and revision after the completed writes.
struct BatchWork {
  let store: StoreCore
  let handle: TransactionHandle
  let shared: BatchState
  /// The catalog at the beginning of the transaction.
  let oldCatalog: Catalog
  var catalog: Catalog
  private var sums = ContentSums()
  /// The actions of the completed writes after the commit.
  private(set) var afterCommit: [(StoreCore) -> Void] = []
  /// The head: the store's record of the last commit.
  var head: StoreHead
  private(set) var hasChanges = false
  private let isRecording: Bool

  init(store: StoreCore, handle: TransactionHandle, shared: BatchState) throws(StoreError) {
    self.store = store
    self.handle = handle
    self.shared = shared
    head = try CatalogTable(transaction: handle, table: store.catalogTable).head()
    let known = store.published.withLock { $0.catalog.catalog }
    if known.generation == head.generation {
      oldCatalog = known
    } else {
      // Another process changed the catalog, so the batch opens new tables, under the table lock.
      store.environment.tableLock.acquire()
      shared.holdsTableLock = true
      oldCatalog = try store.load(handle)
    }
    catalog = oldCatalog
    shared.firstNewDictionary = oldCatalog.nextDictionary
    // Without listeners, writes do not record their keys.
    isRecording = store.feed.hasListeners
  }

  /// Runs the only write of a batch.
  ///
  /// After a failure, the batch has no changes to commit.
  mutating func runAlone(_ request: WriteRequest) throws {
    let session = makeSession()
    do {
      try request.body?(session)
      try session.flush()
    } catch {
      session.end()
      try checkRoom()
      request.outcome = .failure(error)
      return
    }
    try finish(request, session)
  }

  /// Runs one of several writes in a child transaction.
  ///
  /// A failure affects only this write.
  mutating func run(_ request: WriteRequest) throws {
    let outer = makeSession()
    do {
      try outer.savepoint { child in try request.body?(child) }
    } catch {
      outer.end()
      try checkRoom()
      request.outcome = .failure(error)
      return
    }
    try finish(request, outer)
  }

  /// Throws if the map or the table capacity is full, so that the whole batch runs again with a
  /// greater capacity.
  private func checkRoom() throws(StoreError) {
    if let error = shared.lackOfRoom { throw error }
  }

  private func makeSession() -> WriteSession {
    WriteSession(
      store: store, handle: handle, revision: head.revision + 1, batch: shared, catalog: catalog,
      log: isRecording ? ChangeLog() : nil)
  }

  private mutating func finish(
    _ request: WriteRequest, _ session: WriteSession
  ) throws(StoreError) {
    let participants = session.end()
    try checkRoom()
    request.outcome = .success(())
    afterCommit += participants.compactMap(\.afterCommit)
    guard session.hasChanges || session.hasRecords else { return }
    hasChanges = true
    catalog = session.catalog
    sums.merge(session.sums)
    guard session.hasChanges, session.changesContent else { return }
    head.revision = session.revision
    request.changes = session.log?.changeSet(revision: session.revision)
  }

  /// Writes the catalog, the content sums, and the head, as the last step before the commit.
  ///
  /// A content sum is the sum of the checksums of a collection's rows.
  mutating func writeCatalog() throws(StoreError) {
    for id in shared.collectionsToReindex { try catalog.restartIndexes(ofTable: id, in: handle) }
    catalog.replaceEarlierLayouts()
    head.generation = catalog.generation
    head.transaction = handle.id
    head.nonce = .random(in: 1 ... .max)
    let table = CatalogTable(transaction: handle, table: store.catalogTable)
    try table.write(sums)
    let (head, catalog, oldCatalog) = (head, catalog, oldCatalog)
    try storeErrors { () throws(LMDBError) in
      if catalog.generation != oldCatalog.generation {
        try CatalogDifference(from: oldCatalog, to: catalog, in: table).write()
      }
      try table.put(head)
    }
  }

  /// Returns whether the batch changed rows of a collection, or created, dropped, or renamed the
  /// collection.
  func hasChanged(_ collection: String) -> Bool {
    let table = catalog.collections[collection]?.id
    if table != oldCatalog.collections[collection]?.id { return true }
    return table.map(sums.hasChange) ?? false
  }

  /// The tables that the environment must register after the commit.
  var openedTables: [OpenedTable] {
    let mayHaveOpened = catalog.generation != oldCatalog.generation || shared.holdsTableLock
    return mayHaveOpened ? catalog.openedTables : []
  }
}

extension StoreCore {
  /// Publishes the catalog of a batch's commit to readers.
  func publish(_ work: BatchWork) {
    publish(work.catalog, transaction: work.head.transaction)
  }

  /// Delivers the changes of a batch's commit to observers.
  func deliverChanges(of batch: [WriteRequest]) {
    for request in batch {
      if let changes = request.changes { feed.deliver(changes) }
    }
  }
}
