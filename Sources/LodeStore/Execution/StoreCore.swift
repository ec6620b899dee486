internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// The shared inside of a store: the environment, the current catalog, and who listens.
final class StoreCore: Sendable {
  let environment: Environment
  /// The catalog's table.
  let catalogTable: Table
  let published: Mutex<PublishedState>
  let feed = ChangeFeed()
  let snapshots = SnapshotRegistry()
  let dictionaries: DictionaryCache
  /// The collections that have grown enough for a dictionary.
  let training: TableJobs
  /// The collections whose indexes are built again.
  let rebuilding: TableJobs
  /// The collections whose search indexes are compacted.
  let compacting: TableJobs
  let clock: StoreClock
  /// Whether queries are refused that no index helps.
  let requiresIndexes: Bool
  /// How many collections have tables of their own before others share one.
  let leastOwnTables: Int
  /// The functions of computed values.
  let functions = FunctionRegistry()
  /// The thread that runs the body of a write; zero when none does.
  let writingThread = Atomic<UInt>(0)
  /// How many writes wait for their turn, as the queue last counted them.
  let waitingWrites = Atomic(0)
  /// What rows of earlier versions are upgraded with.
  let upgrades = UpgradeRegistry()
  /// The types whose defaults are on record, as far as the program has used them.
  let typesWithDefaults = Mutex<Set<ObjectIdentifier>>([])
  /// What rows are read with in a store that nothing may be recorded in.
  private let assumed = Mutex<AddedFields?>(nil)

  /// What the last commit of this process, or the last look at another's, left behind.
  struct PublishedState: Sendable {
    var catalog: CatalogSnapshot
    /// The newest LMDB transaction that this catalog is known to fit.
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
    requiresIndexes = options.requiresIndexes
    leastOwnTables = max(SharedTable.leastOwnTables, options.maximumCollections)
    published = Mutex(
      PublishedState(catalog: CatalogSnapshot(Catalog(), table: catalogTable), transaction: 0))
  }

  /// Refuses a read inside the body of a write of this store, which would not see what the write
  /// has done.
  @inline(__always)
  func checkOutsideWrite() throws(StoreError) {
    let thread = writingThread.load(ordering: .relaxed)
    if thread != 0, thread == currentThread() { throw StoreError(.readInsideWrite) }
  }

  /// Begins a read and finds the catalog that fits its snapshot.
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
      // Another process, or a commit of ours that is being published, changed the catalog.
      environment.endRead(handle)
      try reloadCatalog()
    }
  }

  /// The published catalog, if it is the one of this snapshot.
  func fittingCatalog(for handle: TransactionHandle) throws(StoreError) -> CatalogSnapshot? {
    let state = published.withLock { $0 }
    if state.transaction == handle.id { return state.catalog }
    let head = try CatalogTable(transaction: handle, table: catalogTable).head()
    return head.generation == state.catalog.catalog.generation ? state.catalog : nil
  }

  /// Has the search indexes built again whose tables an earlier version laid out, or goes on with
  /// that.
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
      where index.definition.kind == .search && index.state == .building {
        let rows = try storeErrors { () throws(LMDBError) in try handle.count(index.table.place) }
        if rows > 0 { rebuilding.add(info.id) }
      }
    }
  }

  /// Reads the newest catalog and opens the tables that this process does not have open yet.
  ///
  /// Waits for a write of this process that is making collections: LMDB lets one transaction at a
  /// time open tables.
  func reloadCatalog() throws(StoreError) {
    // A read inside a write that is making collections would wait for itself.
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
    return assumed.withLock { $0.map(catalog.assuming) } ?? catalog
  }

  /// Has rows read with defaults that are not recorded.
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
        state.catalog = CatalogSnapshot(catalog, table: table)
        dictionaries.noteCommitted(next: catalog.nextDictionary)
      }
      state.transaction = transaction
    }
  }
}
