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
  /// Whether observers receive the changes of the writes.
  private let isObserved: Bool
  /// Whether live queries follow the store.
  private let isWatched: Bool
  /// The changes of the completed writes, if live queries follow the store; otherwise `nil`.
  private(set) var changes: [KeyChanges]?
  /// Records the writes in the change log; `nil` before the first record.
  private var recorder: (any ChangeRecorder)?

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
    isObserved = store.feed.hasListeners
    isWatched = store.notices.subscriberCount > 0
    changes = isWatched ? [] : nil
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
    // Without observers, live queries, and a change log, writes do not record their keys.
    let isRecording = isObserved || isWatched || catalog.changeLog != nil
    return WriteSession(
      store: store, handle: handle, revision: head.revision + 1, batch: shared, catalog: catalog,
      changes: isRecording ? WriteChanges() : nil)
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
    var settled = session.changes?.settled() ?? []
    if let userInfo = session.userInfo {
      for position in settled.indices { settled[position].userInfo = userInfo }
    }
    changes?.append(contentsOf: settled)
    guard session.hasChanges, session.changesContent else { return }
    head.revision = session.revision
    try record(settled, of: session, request)
  }

  /// Writes the record of a write, and prepares the change set for observers.
  private mutating func record(
    _ settled: [KeyChanges], of session: WriteSession, _ request: WriteRequest
  ) throws(StoreError) {
    guard isObserved || catalog.changeLog != nil else { return }
    let mark = catalog.changeLog.map { _ in UInt64.random(in: 1 ... .max) }
    let write = RecordedWrite(
      position: ChangePosition(revision: session.revision, mark: mark), time: session.time,
      userInfo: session.userInfo, changes: settled)
    if isObserved { request.changes = write.changeSet }
    if catalog.changeLog == nil { return }
    if recorder == nil {
      recorder = store.plugIns.first((any ChangeRecording).self) { _ in true }?.recorder(in: store)
    }
    try recording { (recorder, session, catalog) throws(StoreError) in
      try recorder.record(write, in: session, catalog)
    }
  }

  /// Runs `body` with the recorder and a session for changes of the catalog.
  private mutating func recording(
    _ body: (any ChangeRecorder, WriteSession, Catalog) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let recorder else { return }
    let session = WriteSession(
      store: store, handle: handle, revision: head.revision, batch: shared, catalog: catalog,
      changes: nil)
    try body(recorder, session, oldCatalog)
    catalog = session.catalog
    session.end()
  }

  /// Writes the catalog, the content sums, and the head, as the last step before the commit.
  ///
  /// A content sum is the sum of the checksums of a collection's rows.
  mutating func writeCatalog() throws(StoreError) {
    for id in shared.collectionsToReindex { try catalog.restartIndexes(ofTable: id, in: handle) }
    catalog.replaceEarlierLayouts()
    try recording { (recorder, session, _) throws(StoreError) in
      try recorder.finish(in: session)
    }
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
