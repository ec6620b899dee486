internal import LodeLMDB
import Synchronization

/// A write transaction, or a savepoint inside a write transaction, with its catalog.
///
/// The features keep their state of the write in participants. Only the thread that runs the write
/// uses the session.
@usableFromInline
final class WriteSession {
  let store: StoreCore
  let handle: TransactionHandle
  /// The revision that changed rows get.
  let revision: UInt64
  /// The shared state of all writes of the LMDB transaction.
  let batch: BatchState
  /// The write or savepoint around this savepoint; `nil` in a write, and after the end.
  private(set) var parent: WriteSession?
  var catalog: Catalog
  /// The changes of each collection's content sum (the sum of the rows' checksums), complete only
  /// after the participants have written their changes.
  var sums = ContentSums()
  /// The changes of this write or savepoint, without the changes of running savepoints; `nil`
  /// without observers and a change log.
  var changes: WriteChanges?
  /// The text that the program attached to the write.
  var userInfo: String?
  /// Whether the write can put rows of other types into the collection of a model.
  var allowsForeignRows = false
  /// Whether the write has changes, apart from the changes of `hasRecords`.
  var hasChanges = false
  /// Whether the changes give the commit a new revision.
  var changesContent = true
  /// Whether the write changed records of the catalog that need no new revision, for example
  /// schemas.
  var hasRecords = false
  /// Whether the write still runs.
  ///
  /// Changes after the end of the write throw `closed`.
  private(set) var isOpen = true
  /// The time of this write and its savepoints, for timestamps.
  private let clock: WriteClock
  private var participants: [any WriteParticipant] = []
  /// The error that stopped a change between a row and its index entries or blobs; `nil` without
  /// such an error.
  private var partialChange: StoreError?

  init(
    store: StoreCore, handle: TransactionHandle, revision: UInt64, batch: BatchState,
    catalog: Catalog, changes: WriteChanges?
  ) {
    clock = WriteClock(store.clock)
    self.store = store
    self.handle = handle
    self.revision = revision
    self.batch = batch
    self.catalog = catalog
    self.changes = changes
  }

  /// Creates the session of a savepoint.
  private init(_ parent: WriteSession, _ handle: TransactionHandle) {
    (store, revision, batch, clock) = (parent.store, parent.revision, parent.batch, parent.clock)
    (self.parent, self.handle) = (parent, handle)
    (catalog, userInfo) = (parent.catalog, parent.userInfo)
    changes = parent.changes == nil ? nil : WriteChanges()
    allowsForeignRows = parent.allowsForeignRows
    hasChanges = parent.hasChanges
    changesContent = parent.changesContent
    hasRecords = parent.hasRecords
  }

  /// The time of this write, in microseconds since 1970.
  var time: Int64 { clock.time }

  /// The table of the catalog, in the transaction of the write.
  var catalogTable: CatalogTable {
    CatalogTable(transaction: handle, table: store.catalogTable)
  }

  /// Whether another write of this process waits for this write, including writes of the same
  /// batch.
  var othersWait: Bool {
    batch.hasSeveralWrites || store.waitingWrites.load(ordering: .relaxed) > 0
  }

  /// Returns the participant of a type, and creates a missing participant.
  func participant<P: WriteParticipant>(_ type: P.Type) -> P {
    if let known = known(type) { return known }
    let created = P(self)
    if isOpen { participants.append(created) }
    return created
  }

  /// Returns the participant of a type, or `nil` before its first use.
  func known<P: WriteParticipant>(_ type: P.Type) -> P? {
    for participant in participants {
      if let participant = participant as? P { return participant }
    }
    return nil
  }

  /// Records that an error stopped a change between a row and its index entries or blobs.
  ///
  /// The write or savepoint then fails at its end, even if its body caught the error.
  func notePartialChange(_ error: StoreError) { partialChange = error }

  /// Writes the pending changes of the participants.
  ///
  /// - Throws: ``StoreError``, also if an earlier change stopped partway.
  func flush() throws(StoreError) {
    if let partialChange { throw partialChange }
    for participant in participants { try participant.flush() }
  }

  /// Discards the pending changes of a table that the write empties or replaces.
  func discardChanges(ofTable id: UInt32) {
    for participant in participants { participant.discardChanges(ofTable: id) }
  }

  /// Ends the use of the transaction, before the transaction is committed or aborted.
  ///
  /// A body can assign a noncopyable view of the transaction to a captured variable. A later change
  /// through this view throws `closed`.
  ///
  /// - Returns: The participants, which the session no longer retains.
  @discardableResult
  func end() -> [any WriteParticipant] {
    for participant in participants { participant.end() }
    let ended = participants
    participants = []
    parent = nil
    isOpen = false
    return ended
  }

  /// Throws `closed` if the write has ended.
  func checkOpen() throws(StoreError) {
    if !isOpen { throw StoreError(.closed, context: "the write transaction has ended") }
  }

  /// Runs `body`, and sets `hasRecords` instead of `hasChanges` if `body` has changes.
  func recording<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    let hadChanges = hasChanges
    hasChanges = false
    defer {
      hasRecords = hasRecords || hasChanges
      hasChanges = hadChanges
    }
    try body()
  }

  /// Replaces a collection's entry in the catalog.
  func update(_ info: CollectionRuntime) {
    catalog.collections[info.name] = info
    noteCatalogChange()
  }

  func noteCatalogChange() {
    hasChanges = true
    catalog.generation += 1
  }

  /// Runs `body` in a child transaction.
  func savepoint<R: ~Copyable>(_ body: (WriteSession) throws -> R) throws -> R {
    try flush()
    let transaction = try batch.errors { () throws(LMDBError) in try handle.beginChild() }
    let child = WriteSession(self, transaction)
    let result: R
    do {
      result = try body(child)
    } catch {
      child.end()
      transaction.abort()
      throw error
    }
    do {
      try child.flush()
    } catch {
      child.end()
      transaction.abort()
      throw error
    }
    let participants = child.end()
    try batch.errors { () throws(LMDBError) in try transaction.commit() }
    adopt(child)
    for participant in participants { adopt(participant) }
    return result
  }

  private func adopt(_ child: WriteSession) {
    catalog = child.catalog
    sums.merge(child.sums)
    if let later = child.changes { changes?.append(later) }
    userInfo = child.userInfo
    hasChanges = hasChanges || child.hasChanges
    hasRecords = hasRecords || child.hasRecords
    changesContent = child.changesContent
  }

  private func adopt<P: WriteParticipant>(_ child: P) { participant(P.self).adopt(child) }
}

/// The time of a write, read once at the first use.
final class WriteClock {
  private let clock: StoreClock
  private(set) lazy var time = clock.microseconds

  init(_ clock: StoreClock) { self.clock = clock }
}
