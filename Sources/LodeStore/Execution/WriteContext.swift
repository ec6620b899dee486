internal import LodeLMDB

/// The working state of a write transaction, or of a savepoint inside one.
///
/// It is used by one thread at a time, for the length of the body of the write.
@usableFromInline
final class WriteContext {
  let store: StoreCore
  let handle: TransactionHandle
  /// The revision that this write's rows carry.
  let revision: UInt64
  /// What the whole LMDB transaction shares.
  let batch: BatchState
  var catalog: Catalog
  /// What was done to the sums of the collections' rows; complete once the states are let go.
  var sums = ContentSums()
  /// The changes so far, when somebody listens.
  var log: ChangeLog?
  /// The numbers of schemas that this write has asked for.
  var knownSchemas = KnownSchemas()
  /// What the search indexes that it changes are to become, by the numbers of their tables.
  var tokenWriters: [UInt32: TokenIndexWriter] = [:]
  /// The collections whose declared indexes were looked at.
  var checkedCollections: Set<String> = []
  /// The time of this write, for the stamps of its rows; its savepoints have the same.
  private let clock: WriteClock
  /// How often each collection was changed before its state was made, so that iterations notice it.
  private var mutations: [String: Int] = [:]
  /// How many rows were put into collections that have no dictionary, as it was when the last
  /// savepoint began or ended.
  private var puts: [UInt32: Int] = [:]
  /// Whether rows may be put into the collections of models that these could not read.
  var allowsForeignRows = false
  /// Whether anything was changed, but for what `hasRecords` says.
  var hasChanges = false
  /// Whether the changes are what users see; else the commit has no revision of its own.
  var changesContent = true
  /// Whether the catalog got something to remember that users do not see; alone it gives the commit
  /// no revision.
  var hasRecords = false

  /// Whether the transaction is open; a view that was kept beyond it does nothing.
  private(set) var isOpen = true
  private var states: [String: CollectionState] = [:]
  /// The one cursor of the table that small collections share.
  var knownSharedCursor: CursorHandle?

  init(
    store: StoreCore, handle: TransactionHandle, revision: UInt64, batch: BatchState,
    catalog: Catalog, log: ChangeLog?, clock: WriteClock? = nil
  ) {
    self.clock = clock ?? WriteClock(store.clock)
    self.store = store
    self.handle = handle
    self.revision = revision
    self.batch = batch
    self.catalog = catalog
    self.log = log
  }

  /// The time of this write, in microseconds since 1970.
  var time: Int64 { clock.time }

  /// How often this write has changed a collection, in savepoints too.
  func mutationCount(in name: String) -> Int {
    (mutations[name] ?? 0) &+ (states[name]?.mutations ?? 0)
  }

  /// The working state of a collection, whether or not the collection exists.
  func state(of name: String) -> CollectionState {
    if let state = states[name] { return state }
    let state = CollectionState(name: name, info: catalog.collections[name], context: self)
    states[name] = state
    return state
  }

  /// A collection as this write has left it.
  func reading(_ state: CollectionState) -> CollectionAccess { CollectionAccess(state) }

  /// Closes the cursors and lets go of the states; before a savepoint begins, and before the
  /// transaction ends.
  ///
  /// Views of collections do not outlive either.
  func closeCursors() {
    for state in states.values { letGo(of: state) }
    states.removeAll()
    closeSharedCursor()
  }

  private func letGo(of state: CollectionState) {
    state.closeCursor()
    state.settleSum()
    if state.mutations > 0 { mutations[state.name, default: 0] &+= state.mutations }
  }

  /// Ends the use of the transaction, before it is committed or aborted.
  ///
  /// The compiler keeps views inside the write, but for one hole: it lets a view that cannot be
  /// copied be assigned to a captured variable. Such a view finds the write ended.
  func end() {
    closeCursors()
    // They hold on to this.
    tokenWriters.removeAll()
    isOpen = false
  }

  /// Has the catalog remember what users do not see: alone, that gives the commit no revision.
  func recording<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    let hadChanges = hasChanges
    hasChanges = false
    defer {
      hasRecords = hasRecords || hasChanges
      hasChanges = hadChanges
    }
    try body()
  }

  /// Throws in a view that was kept beyond its write.
  func checkOpen() throws(StoreError) {
    if !isOpen { throw StoreError(.closed, context: "the write of this view has ended") }
  }

  /// Forgets what is known of a collection after the catalog changed under it.
  func forgetState(of name: String) {
    guard let state = states.removeValue(forKey: name) else { return }
    letGo(of: state)
  }

  /// How many rows this write put into a collection before its state was made.
  func earlierPuts(_ info: CollectionInfo) -> Int { puts.isEmpty ? 0 : puts[info.id] ?? 0 }

  /// Notes the rows that were put, for the states that come after a savepoint has begun or ended.
  private func notePuts() {
    for state in states.values {
      if let (table, count) = state.untrainedPuts { puts[table] = count }
    }
  }

  /// Takes over what a savepoint did.
  func adopt(_ child: WriteContext) {
    catalog = child.catalog
    sums.merge(child.sums)
    log = child.log
    puts = child.puts
    checkedCollections = child.checkedCollections
    mutations.merge(child.mutations, uniquingKeysWith: &+)
    hasChanges = hasChanges || child.hasChanges
    hasRecords = hasRecords || child.hasRecords
    changesContent = child.changesContent
  }

  /// Runs `body` in a child transaction.
  func savepoint<R: ~Copyable>(_ body: (WriteContext) throws -> R) throws -> R {
    notePuts()
    closeCursors()
    // What the child does to the same indexes comes behind it.
    try flushTokens()
    tokenWriters.removeAll()
    let child = try batch.errors { () throws(LMDBError) in try handle.beginChild() }
    let context = WriteContext(
      store: store, handle: child, revision: revision, batch: batch, catalog: catalog, log: log,
      clock: clock)
    context.puts = puts
    context.allowsForeignRows = allowsForeignRows
    context.checkedCollections = checkedCollections
    context.hasChanges = hasChanges
    context.hasRecords = hasRecords
    context.changesContent = changesContent
    let result: R
    do {
      result = try body(context)
    } catch {
      context.end()
      child.abort()
      throw error
    }
    do {
      try context.flushTokens()
    } catch {
      context.end()
      child.abort()
      throw error
    }
    context.notePuts()
    context.end()
    try batch.errors { () throws(LMDBError) in try child.commit() }
    adopt(context)
    return result
  }
}

/// What time it is in a write: read once, when it is first asked for.
final class WriteClock {
  private let clock: StoreClock
  private(set) lazy var time = clock.microseconds

  init(_ clock: StoreClock) { self.clock = clock }
}

/// What every write of one LMDB transaction shares.
final class BatchState {
  /// Whether each write of the batch waits for others too.
  let hasSeveralWrites: Bool
  /// Whether the table lock is held, and must be released when the transaction has ended.
  var holdsTableLock = false
  /// The number that the next dictionary had when the transaction began: from it on, dictionaries
  /// were trained inside it.
  var firstNewDictionary = UInt32.max
  /// The tables of collections whose indexes must be rebuilt, because a damaged row was
  /// overwritten.
  var collectionsToReindex: Set<UInt32> = []
  /// The tables of collections whose search indexes have many dead documents.
  var collectionsToCompact: Set<UInt32> = []
  /// The tables of collections that have grown enough for a dictionary.
  var grown: [UInt32] = []
  /// What the transaction ran out of, if anything: then it is run again with more room, even when a
  /// write caught the error and went on.
  private(set) var lackOfRoom: StoreError?

  init(hasSeveralWrites: Bool) { self.hasSeveralWrites = hasSeveralWrites }

  /// The error of the store for one of LMDB.
  func failure(_ error: LMDBError, collection: String? = nil) -> StoreError {
    let failure = StoreError(error, collection: collection)
    if failure.code == .mapFull || failure.code == .tablesFull { lackOfRoom = failure }
    return failure
  }

  /// Converts errors of LMDB into errors of the store, and records a full map or disk.
  func errors<R: ~Copyable>(
    collection: String? = nil, _ body: () throws(LMDBError) -> R
  ) throws(StoreError) -> R {
    do throws(LMDBError) {
      return try body()
    } catch {
      throw failure(error, collection: collection)
    }
  }
}

/// Converts errors of LMDB into errors of the store.
@inline(__always)
func storeErrors<R: ~Copyable>(
  collection: String? = nil, _ body: () throws(LMDBError) -> R
) throws(StoreError) -> R {
  do throws(LMDBError) {
    return try body()
  } catch {
    throw StoreError(error, collection: collection)
  }
}
