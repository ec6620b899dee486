internal import LodeLMDB

/// The working state of a write transaction, or of a savepoint inside a write transaction.
///
/// Only the thread that runs the write uses the context.
@usableFromInline
final class WriteSession {
  let store: StoreCore
  let handle: TransactionHandle
  /// The revision that changed rows get.
  let revision: UInt64
  /// The shared state of all writes of the LMDB transaction.
  let batch: BatchState
  var catalog: Catalog
  /// The changes of each collection's content sum (the sum of the rows' checksums), complete only
  /// after `closeCursors`.
  var sums = ContentSums()
  /// The changes for observers, or `nil` without observers.
  var log: ChangeLog?
  /// A cache of the schema numbers that this write has used.
  var knownSchemas = KnownSchemas()
  /// The pending changes of full-text indexes, by table number.
  var tokenWriters: [UInt32: TokenIndexWriter] = [:]
  /// The collections whose declared indexes this write has checked.
  var checkedCollections: Set<String> = []
  /// The types for which this write has checked and recorded the defaults of added fields.
  ///
  /// An added field is newer than existing rows, so reading these rows needs a default.
  var checkedTypes: Set<ObjectIdentifier> = []
  /// The time of this write and its savepoints, for timestamps.
  private let clock: WriteClock
  /// The number of changes of each collection, without the changes that its current state counts.
  ///
  /// Iterations compare the number, so that they notice changes by their body.
  private var mutations: [String: Int] = [:]
  /// The number of puts into each collection without a dictionary, when the last savepoint began or
  /// ended.
  private var puts: [UInt32: Int] = [:]
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
  private var states: [String: CollectionState] = [:]
  /// The only cursor of the table that small collections share.
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

  /// Returns the number of changes of a collection by this write, including its savepoints.
  func mutationCount(in name: String) -> Int {
    (mutations[name] ?? 0) &+ (states[name]?.mutations ?? 0)
  }

  /// Returns the state of a collection, even if the collection does not exist.
  func state(of name: String) -> CollectionState {
    if let state = states[name] { return state }
    let state = CollectionState(name: name, info: catalog.collections[name], context: self)
    states[name] = state
    return state
  }

  /// Closes the cursors and releases the collection states.
  ///
  /// The next use of a collection creates a new state.
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

  /// Ends the use of the transaction, before the transaction is committed or aborted.
  ///
  /// A body can assign a noncopyable view of the transaction to a captured variable. A later change
  /// through this view throws `closed`.
  func end() {
    closeCursors()
    // A captured view retains the context, but no longer needs the gathered tokens.
    tokenWriters.removeAll()
    isOpen = false
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

  /// Throws `closed` if the write has ended.
  func checkOpen() throws(StoreError) {
    if !isOpen { throw StoreError(.closed, context: "the write transaction has ended") }
  }

  /// Discards the state of a collection, because the collection's entry in the catalog changes.
  func forgetState(of name: String) {
    guard let state = states.removeValue(forKey: name) else { return }
    letGo(of: state)
  }

  /// Returns the number of puts into a collection, without the puts that its current state counts.
  func earlierPuts(_ info: CollectionRuntime) -> Int { puts.isEmpty ? 0 : puts[info.id] ?? 0 }

  /// Saves the numbers of puts, because a savepoint creates new states of the collections.
  private func notePuts() {
    for state in states.values {
      if let (table, count) = state.untrainedPuts { puts[table] = count }
    }
  }

  /// Adopts the changes of a savepoint.
  func adopt(_ child: WriteSession) {
    catalog = child.catalog
    sums.merge(child.sums)
    log = child.log
    puts = child.puts
    checkedCollections = child.checkedCollections
    checkedTypes = child.checkedTypes
    mutations.merge(child.mutations, uniquingKeysWith: &+)
    hasChanges = hasChanges || child.hasChanges
    hasRecords = hasRecords || child.hasRecords
    changesContent = child.changesContent
  }

  /// Runs `body` in a child transaction.
  func savepoint<R: ~Copyable>(_ body: (WriteSession) throws -> R) throws -> R {
    notePuts()
    closeCursors()
    // The child can change the same full-text indexes, so the changes of this write come first.
    try flushTokens()
    tokenWriters.removeAll()
    let child = try batch.errors { () throws(LMDBError) in try handle.beginChild() }
    let context = WriteSession(
      store: store, handle: child, revision: revision, batch: batch, catalog: catalog, log: log,
      clock: clock)
    context.puts = puts
    context.allowsForeignRows = allowsForeignRows
    context.checkedCollections = checkedCollections
    context.checkedTypes = checkedTypes
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

/// The time of a write, read once at the first use.
final class WriteClock {
  private let clock: StoreClock
  private(set) lazy var time = clock.microseconds

  init(_ clock: StoreClock) { self.clock = clock }
}
