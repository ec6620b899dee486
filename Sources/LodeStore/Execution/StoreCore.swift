internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// The state that all threads of a store share: the environment, the catalog, and the observers.
final class StoreCore: Sendable {
  let environment: Environment
  /// The table of the catalog.
  let catalogTable: Table
  let published: Mutex<PublishedState>
  let feed = ChangeFeed()
  let snapshots = SnapshotRegistry()
  let dictionaries: DictionaryCache
  /// The jobs that train dictionaries.
  let training: TableJobs
  /// The jobs that rebuild indexes.
  let rebuilding: TableJobs
  /// The jobs that compact full-text indexes.
  let compacting: TableJobs
  let clock: StoreClock
  /// The findings of the scrubber.
  let health: HealthMonitor
  /// Whether the store refuses queries without a usable index.
  let requiresIndexes: Bool
  /// The number of collections from which new collections share one table.
  let leastOwnTables: Int
  /// The functions of computed values.
  let functions = FunctionRegistry()
  /// The thread that runs the body of a write; 0 if no write runs.
  let writingThread = Atomic<UInt>(0)
  /// The number of waiting writes, as last counted by the queue.
  let waitingWrites = Atomic(0)
  /// The migrations that apply to rows of earlier versions.
  let upgrades = UpgradeRegistry()
  /// The types whose defaults this process has checked and recorded.
  let typesWithDefaults = Mutex<Set<ObjectIdentifier>>([])
  /// The defaults of added fields, in a store that cannot record the defaults.
  private let assumed = Mutex<AddedFields?>(nil)

  /// The catalog after the last commit of this process, or after the last reload.
  struct PublishedState: Sendable {
    var catalog: CatalogSnapshot
    /// The number of the newest LMDB transaction whose state this catalog describes.
    var transaction: UInt64
  }

  init(environment: Environment, catalogTable: Table, options: StoreOptions) {
    self.environment = environment
    self.catalogTable = catalogTable
    dictionaries = DictionaryCache(catalogTable: catalogTable, standard: options.compression)
    training = TableJobs(isOn: options.trainsDictionaries && !options.readOnly)
    rebuilding = TableJobs(isOn: !options.readOnly)
    compacting = TableJobs(isOn: !options.readOnly)
    clock = options.clock
    health = HealthMonitor(environment, isReadOnly: options.readOnly)
    requiresIndexes = options.requiresIndexes
    leastOwnTables = max(SharedTable.leastOwnTables, options.maximumCollections)
    published = Mutex(
      PublishedState(catalog: CatalogSnapshot(Catalog(), table: catalogTable), transaction: 0))
  }

  /// Adds the types whose defaults a completed write has checked and recorded.
  func remember(_ types: Set<ObjectIdentifier>) {
    if !types.isEmpty { typesWithDefaults.withLock { $0.formUnion(types) } }
  }

  /// Throws `readInsideWrite` inside the body of a write of this store, because a read would not
  /// see the write's changes.
  @inline(__always)
  func checkOutsideWrite() throws(StoreError) {
    let thread = writingThread.load(ordering: .relaxed)
    if thread != 0, thread == currentThread() { throw StoreError(.readInsideWrite) }
  }

  /// Begins a read, and returns the read with the catalog of its snapshot.
  func beginRead() throws(StoreError) -> (TransactionHandle, CatalogSnapshot) {
    while true {
      let environment = environment
      let handle = try storeErrors { () throws(LMDBError) in try environment.beginRead() }
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

  /// Returns the published catalog if the catalog describes this snapshot; otherwise `nil`.
  func fittingCatalog(for handle: TransactionHandle) throws(StoreError) -> CatalogSnapshot? {
    let state = published.withLock { $0 }
    if state.transaction == handle.id { return state.catalog }
    let head = try CatalogTable(transaction: handle, table: catalogTable).head()
    return head.generation == state.catalog.catalog.generation ? state.catalog : nil
  }

  /// Schedules the rebuild of full-text indexes with an earlier layout, or continues an interrupted
  /// rebuild.
  func scheduleTakeover() throws(StoreError) {
    let building = published.withLock { $0.catalog.catalog.collections.values }.filter { info in
      info.indexes.contains { $0.definition.kind == .search && $0.state == .building }
    }
    if building.isEmpty || !rebuilding.isOn { return }
    let environment = environment
    let handle = try storeErrors { () throws(LMDBError) in try environment.beginRead() }
    defer { environment.endRead(handle) }
    for info in building {
      for index in info.indexes
      where index.definition.kind == .search && index.state == .building && !index.table.isRefused {
        let rows = try storeErrors { () throws(LMDBError) in try handle.count(index.table.place) }
        if rows > 0 { rebuilding.add(info.id) }
      }
    }
  }

  /// Reads the newest catalog, and opens the tables that this process has not opened yet.
  ///
  /// The method waits for a write of this process that creates collections, because LMDB lets only
  /// one transaction at a time open tables.
  func reloadCatalog() throws(StoreError) {
    // A read inside a write that creates collections would deadlock.
    if environment.tableLock.isHeldHere { throw StoreError(.busy, context: "read inside a write") }
    environment.tableLock.acquire()
    defer { environment.tableLock.release() }
    let environment = environment
    let handle = try storeErrors { () throws(LMDBError) in
      try environment.beginTableRead()
    }
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

  /// Loads the catalog inside a transaction that may open tables.
  func load(_ handle: TransactionHandle) throws(StoreError) -> Catalog {
    let table = CatalogTable(transaction: handle, table: catalogTable)
    let catalog = try table.load(dictionaries, functions, upgrades) { id throws(LMDBError) in
      Table(
        try handle.openTable(
          named: CollectionInfo.tableName(id), integerKeys: false, create: false))
    }
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
        dictionaries.noteCommitted(next: catalog.nextDictionary)
      }
      state.transaction = transaction
    }
  }
}
