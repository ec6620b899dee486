import Dispatch
internal import LodeLMDB
import Synchronization

/// The state that all reads, writes, and background jobs of an open store share.
final class StoreCore: Sendable {
  let environment: Environment
  let catalogTable: Table
  let published: Mutex<PublishedState>
  let feed = Feed<ChangeSet>()
  /// Tells the subscribers of collections about commits.
  let notices: CommitNotices
  /// Runs the actions that programs attached to writes, after the commits.
  let commitActions = DispatchQueue(label: "Lode commit actions")
  let snapshots = SnapshotRegistry()
  /// What the collections share.
  let registries: StoreRegistries
  /// The collections that need a dictionary.
  let training: TableJobs
  /// The collections whose indexes need a rebuild.
  let rebuilding: TableJobs
  /// The collections whose full-text indexes need compaction.
  let compacting: TableJobs
  let clock: StoreClock
  /// The findings of the scrubber.
  let health: HealthMonitor
  /// Whether the store refuses queries without a usable index.
  let requiresIndexes: Bool
  /// Whether large reads and writes use helper threads.
  let usesHelperThreads: Bool
  /// The number of collections that get separate tables.
  ///
  /// Later collections share one table until the collections grow.
  let leastOwnTables: Int
  let plugIns: PlugIns
  /// The thread that runs the body of a write, or 0.
  let writingThread = Atomic<UInt>(0)
  /// The number of waiting writes.
  let waitingWrites = Atomic(0)
  /// The types for which this process has checked and recorded the defaults of added fields.
  ///
  /// An added field is newer than existing rows, so reading these rows needs a default.
  let typesWithDefaults = Mutex<Set<ObjectIdentifier>>([])
  /// The defaults of added fields, in a store that cannot record the defaults, for example a
  /// read-only store.
  private let assumed = Mutex<AddedFields?>(nil)

  /// The catalog after the last commit of this process, or after the last load.
  struct PublishedState: Sendable {
    var catalog: CatalogSnapshot
    /// The number of the newest LMDB transaction that has this catalog.
    var transaction: UInt64
  }

  init(
    environment: Environment, catalogTable: Table, options: StoreOptions, plugIns: PlugIns
  ) {
    self.environment = environment
    notices = CommitNotices(environment)
    self.catalogTable = catalogTable
    self.plugIns = plugIns
    registries = StoreRegistries(
      dictionaries: DictionaryCache(catalogTable: catalogTable, standard: options.compression))
    training = TableJobs(isOn: options.trainsDictionaries && !options.readOnly)
    rebuilding = TableJobs(isOn: !options.readOnly)
    compacting = TableJobs(isOn: !options.readOnly)
    clock = options.clock
    health = HealthMonitor(environment, isReadOnly: options.readOnly)
    requiresIndexes = options.requiresIndexes
    usesHelperThreads = options.usesHelperThreads
    leastOwnTables = max(SharedTable.leastOwnTables, options.maximumCollections)
    published = Mutex(
      PublishedState(catalog: CatalogSnapshot(Catalog(), table: catalogTable), transaction: 0))
  }

  /// Throws `readInsideWrite` inside a write of this store, because a read would not see the
  /// changes of the write.
  @inline(__always)
  func checkOutsideWrite() throws(StoreError) {
    let thread = writingThread.load(ordering: .relaxed)
    if thread != 0, thread == currentThread() { throw StoreError(.readInsideWrite) }
  }

  /// Runs `body` on the newest snapshot, and returns its result.
  @inline(__always)
  func read<R: ~Copyable>(
    _ body: (TransactionHandle, CatalogSnapshot) throws -> R
  ) throws -> R {
    try checkOutsideWrite()
    let (handle, catalog) = try beginRead()
    defer { environment.endRead(handle) }
    return try body(handle, catalog)
  }

  /// Begins a read, and returns its transaction and the catalog of its snapshot.
  ///
  /// - Parameter atOnce: Whether the call throws `busy` instead of waiting for the end of all
  ///   reads, for a caller with an open read.
  func beginRead(
    atOnce: Bool = false
  ) throws(StoreError) -> (TransactionHandle, CatalogSnapshot) {
    while true {
      let handle = try storeErrors { () throws(LMDBError) in
        try atOnce ? environment.beginReadAtOnce() : environment.beginRead()
      }
      do throws(StoreError) {
        if let catalog = try fittingCatalog(for: handle) { return (handle, catalog) }
      } catch {
        environment.endRead(handle)
        throw error
      }
      // Another process changed the catalog, or this process is publishing a commit.
      environment.endRead(handle)
      try reloadCatalog()
    }
  }

  /// Returns the published catalog if the snapshot has the same catalog; otherwise `nil`.
  func fittingCatalog(for handle: TransactionHandle) throws(StoreError) -> CatalogSnapshot? {
    let state = published.withLock { $0 }
    if state.transaction == handle.id { return state.catalog }
    let head = try CatalogTable(transaction: handle, table: catalogTable).head()
    return head.generation == state.catalog.catalog.generation ? state.catalog : nil
  }

  /// Reads the newest catalog, and opens the tables that this process has not opened yet.
  ///
  /// The call waits for a write of this process that opens tables, because LMDB allows only one
  /// such transaction at a time.
  func reloadCatalog() throws(StoreError) {
    // Waiting inside the write that opens tables would deadlock.
    if environment.tableLock.isHeldHere { throw StoreError(.busy, context: "read inside a write") }
    environment.tableLock.acquire()
    defer { environment.tableLock.release() }
    let handle = try storeErrors { () throws(LMDBError) in try environment.beginTableRead() }
    do throws(StoreError) {
      if try fittingCatalog(for: handle) != nil {
        environment.abortTableRead(handle)
        return
      }
      let transaction = handle.id
      let catalog = try load(handle)
      let opened = catalog.openedTables
      try storeErrors { () throws(LMDBError) in
        try environment.commitTableRead(handle, opening: opened)
      }
      publish(catalog, transaction: transaction)
    } catch {
      environment.abortTableRead(handle)
      throw error
    }
  }

  /// Loads the catalog in a transaction that can open tables.
  func load(_ handle: TransactionHandle) throws(StoreError) -> Catalog {
    let table = CatalogTable(transaction: handle, table: catalogTable)
    let catalog = try CatalogLoader(table, registries).load()
    return health.mark(assumed.withLock { $0.map(catalog.assuming) } ?? catalog)
  }

  /// Applies defaults of added fields to reads, in a store that cannot record the defaults.
  func assume(_ added: AddedFields) {
    assumed.withLock { $0 = added }
    let table = catalogTable
    published.withLock { state in
      state.catalog = CatalogSnapshot(state.catalog.catalog.assuming(added), table: table)
    }
  }

  func publish(_ catalog: Catalog, transaction: UInt64) {
    let table = catalogTable
    published.withLock { state in
      if state.catalog.catalog.generation != catalog.generation || state.transaction == 0 {
        state.catalog = CatalogSnapshot(health.mark(catalog), table: table)
        registries.dictionaries.noteCommitted(next: catalog.nextDictionary)
      }
      state.transaction = transaction
    }
  }
}
