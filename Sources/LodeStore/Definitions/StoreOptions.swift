public import LodeCoding
public import LodeLMDB

/// The options for opening a store.
///
/// ```swift
/// let store = try Store("cache.lode", options: StoreOptions(durability: .relaxed))
/// ```
public struct StoreOptions: Sendable, Hashable {
  /// Whether opening creates a missing store and its parent directories.
  ///
  /// Default: `true`.
  ///
  /// With `false`, or with ``readOnly``, opening a missing store throws `notFound`.
  public var create: Bool

  /// Whether the store refuses writes.
  ///
  /// Default: `false`.
  ///
  /// A read-only store also opens if the process may not write to the lock file, for example on
  /// read-only media. In this case, no other process may write to the store: after a commit of
  /// another process, every read throws `replaced`.
  public var readOnly: Bool

  /// The failures that a write survives, unless the write has ``WriteDurability/visible``.
  ///
  /// Default: `full`.
  ///
  /// With `full`, a write survives a loss of power. With `relaxed`, a write survives a crash of the
  /// process, but a loss of power can undo the latest writes.
  public var durability: Durability

  /// The handling of a damaged store at opening.
  ///
  /// Default: ``DamagePolicy/fail``.
  public var onDamage: DamagePolicy

  /// The extent of the file checks at opening.
  ///
  /// Default: `automatic`, which checks every page in a copied file or a file that another program
  /// changed. After a crash of the machine or of the last writing process, opening also checks
  /// every page. If an earlier check found damaged pages, opening can check every page again.
  public var checking: Checking

  /// The rate at which Lode checks the store in the background.
  ///
  /// Default: ``Scrubbing/automatic``, one gigabyte per minute while the store is idle.
  ///
  /// A pass of the scrubber checks the pages, and then compares the rows with their checksums and
  /// indexes. The first pass of a store begins ten seconds after opening. Each further pass begins
  /// one day after the end of the last pass, and at least ten seconds after opening. After an
  /// opening that checked every page, a new pass begins one day later.
  ///
  /// While the store is in use, the scrubber reads at a tenth of the rate. Closing the store
  /// interrupts a pass, and the next opening continues the pass. ``Store/health`` has the findings.
  ///
  /// The scrubber does not run with ``readOnly``, or if ``maximumReaders`` is below 16. If several
  /// processes have the store open, one process scrubs.
  public var scrubbing: Scrubbing

  /// The compression of values in collections without their own policy.
  ///
  /// Default: `automatic`.
  ///
  /// The option applies to new rows. Reads decompress every row, regardless of the option.
  public var compression: Compression

  /// Whether Lode trains dictionaries for compressed collections automatically.
  ///
  /// Default: `true`.
  ///
  /// Training runs in the background. A write that puts at least 1,000 rows into a collection
  /// without a dictionary can also train a dictionary, in the same transaction.
  public var trainsDictionaries: Bool

  /// The address space to reserve, in bytes: 64 KiB to 64 TiB.
  ///
  /// Default: `nil`, which reserves 1 TiB.
  ///
  /// The reservation uses neither memory nor disk. If the system refuses a size above 1 GiB, Lode
  /// tries half the size, and so on.
  ///
  /// A write that needs more space doubles the reservation automatically. The write waits up to
  /// about a second for open snapshots and reads of this process, and then throws `busy`.
  public var mapSize: Int?

  /// The maximum number of simultaneous reads and snapshots of all processes: 1 to 32,767.
  ///
  /// Default: 1,024.
  ///
  /// If other processes have the store open, the value of the first process applies.
  public var maximumReaders: Int

  /// The initial capacity for tables of collections and indexes: 1 to 1,048,560.
  ///
  /// Default: 256.
  ///
  /// Each of the first 1,000 collections has its own table; a greater value of this option raises
  /// this number. Later collections share one table, so the number of collections is unlimited. A
  /// collection with about 64 rows, or with a key of over 507 bytes, moves to its own table. Every
  /// index has its own table.
  ///
  /// If a write needs more tables, the store doubles the capacity, up to about 131,000 tables. The
  /// write waits up to about a second for open reads and snapshots, and then throws `tablesFull`. A
  /// greater value of this option prevents the error. Each table takes 50 to 60 bytes of memory in
  /// every transaction.
  public var maximumCollections: Int

  /// The maximum number of waiting writes; further writes throw `tooManyWaitingWrites`.
  ///
  /// Default: `nil`, which sets no limit.
  ///
  /// A server can use the option to reject load instead of queueing it.
  public var maximumWaitingWrites: Int?

  /// Whether the store may be on a network or user-space file system.
  ///
  /// Default: `false`; opening throws `unsupportedFilesystem` on these file systems.
  ///
  /// The locks and memory maps of network and user-space file systems do not meet the requirements
  /// of LMDB. With `true`, the store can be damaged.
  public var allowsAnyFilesystem: Bool

  /// Whether the store refuses queries that read all rows of a collection.
  ///
  /// Default: `false`.
  ///
  /// With `true`, a query with a condition or an order throws ``StoreError`` with `needsIndex` if
  /// no index helps. Use the option in tests, to find queries that are slow with many rows.
  public var requiresIndexes: Bool

  /// Whether large reads and writes use helper threads for compression.
  ///
  /// Default: `true`.
  ///
  /// In a large read of a collection with a dictionary, helper threads check and decompress rows
  /// ahead of the calling thread. In a write of many models, helper threads compress rows. Closures
  /// and types of the program run on the calling thread, so only the speed differs. A call holds at
  /// most 16 parts of about 256 KiB in memory. With `false`, each call uses only its own thread.
  public var usesHelperThreads: Bool

  /// Whether the store keeps a change log, and for how long.
  ///
  /// Default: `nil`, which changes nothing: the store keeps its log if an earlier opening has
  /// switched the log on. A new store has no log. Opening with another value changes the policy for
  /// all processes. A store with a log cannot be opened by versions of Lode before the change log,
  /// even after the log is off. With ``readOnly``, the option has no effect.
  ///
  /// The log records the changes of every process. ``Store/changes(since:as:)`` reads the log.
  public var history: HistoryPolicy?

  /// The clock for the timestamps of rows.
  ///
  /// Default: ``StoreClock/system``.
  public var clock: StoreClock

  /// Creates options; omitted options have their defaults.
  public init(
    create: Bool = true, readOnly: Bool = false, durability: Durability = .full,
    onDamage: DamagePolicy = .fail, checking: Checking = .automatic,
    scrubbing: Scrubbing = .automatic, compression: Compression = .automatic,
    trainsDictionaries: Bool = true, mapSize: Int? = nil,
    maximumReaders: Int = 1024, maximumCollections: Int = 256, maximumWaitingWrites: Int? = nil,
    allowsAnyFilesystem: Bool = false, requiresIndexes: Bool = false,
    usesHelperThreads: Bool = true, history: HistoryPolicy? = nil, clock: StoreClock = .system
  ) {
    self.create = create
    self.readOnly = readOnly
    self.durability = durability
    self.onDamage = onDamage
    self.checking = checking
    self.scrubbing = scrubbing
    self.compression = compression
    self.trainsDictionaries = trainsDictionaries
    self.mapSize = mapSize
    self.maximumReaders = maximumReaders
    self.maximumCollections = maximumCollections
    self.maximumWaitingWrites = maximumWaitingWrites
    self.allowsAnyFilesystem = allowsAnyFilesystem
    self.requiresIndexes = requiresIndexes
    self.usesHelperThreads = usesHelperThreads
    self.history = history
    self.clock = clock
  }

  /// Throws `invalidOption` if `maximumCollections`, the scrubber's rate, or a limit of the history
  /// is out of range.
  ///
  /// Opening the environment checks the other options.
  func validate() throws(StoreError) {
    if !(1...Self.mostCollections).contains(maximumCollections) {
      throw StoreError(
        .invalidOption,
        context: "maximumCollections is \(maximumCollections), not 1 to \(Self.mostCollections)")
    }
    if scrubbing.bytesPerSecond < 0 {
      throw StoreError(
        .invalidOption, context: "a scrubbing rate of \(scrubbing.bytesPerSecond) bytes")
    }
    try history?.limits?.validate()
  }

  /// The maximum number of tables in an environment, without the store's own tables.
  private static let mostCollections = EnvironmentOptions.mostTables - ownTables
  /// The number of tables that the store reserves for itself.
  private static let ownTables = 16

  /// The options of the LMDB environment.
  var environment: EnvironmentOptions {
    var options = EnvironmentOptions()
    options.create = create
    options.readOnly = readOnly
    options.durability = durability
    options.checking = checking
    options.toleratesDamagedTables = true
    options.mapSize = mapSize
    options.maximumReaders = maximumReaders
    options.maximumTables = maximumCollections + Self.ownTables
    options.allowsAnyFilesystem = allowsAnyFilesystem
    return options
  }
}

/// The handling of a damaged store at opening.
///
/// ```swift
/// let cache = try Store("cache.lode", options: StoreOptions(onDamage: .setAside))
/// ```
public enum DamagePolicy: Sendable, Hashable {
  /// Opening throws `damaged`, and leaves the files unchanged.
  case fail
  /// Opening renames the directory to `NAME.0.corrupt`, or the next free number, and creates a new
  /// empty store.
  ///
  /// With ``StoreOptions/readOnly``, or if all numbers from 0 to 999 are taken, opening throws
  /// `damaged` instead. Without ``StoreOptions/create``, opening renames the directory, and then
  /// throws `notFound`.
  case setAside
}

/// The point at which the store acknowledges a write.
///
/// ```swift
/// try store.write(.visible) { transaction in
///   try transaction["visits"].increment("home")
/// }
/// ```
public enum WriteDurability: Sendable, Hashable {
  /// The store acknowledges the write after the commit survives the failures that
  /// ``StoreOptions/durability`` names; by default, a loss of power.
  case durable
  /// The store acknowledges the write after the commit is visible to other readers.
  ///
  /// A loss of power can undo visible commits, newest first. A later durable write, or
  /// ``Store/synchronize()``, makes all earlier commits durable.
  case visible
}
