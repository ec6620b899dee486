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
  public var create: Bool

  /// Whether writes are refused.
  ///
  /// Default: `false`.
  ///
  /// A read-only store opens without write permission, for example on read-only media. Without
  /// write permission, no other process may write to the store: after a commit of another process,
  /// every read throws `replaced`. The guide `Opening.md` has the details.
  public var readOnly: Bool

  /// The failures that an acknowledged write survives.
  ///
  /// Default: `full`.
  public var durability: Durability

  /// The handling of a damaged store when the store is opened.
  ///
  /// Default: ``DamagePolicy/fail``.
  public var onDamage: DamagePolicy

  /// The extent of the file checks when the store is opened.
  ///
  /// Default: `automatic`.
  public var checking: Checking

  /// The compression of values in collections without their own policy.
  ///
  /// Default: `automatic`.
  ///
  /// The option applies to new rows. Every row can be read with any option.
  public var compression: Compression

  /// Whether Lode trains dictionaries for compressed collections automatically.
  ///
  /// Training runs in the background, and in a write that puts at least 1,000 rows and 1 MB into a
  /// collection without a dictionary.
  ///
  /// Default: `true`.
  public var trainsDictionaries: Bool

  /// The reserved address space in bytes; `nil` for 1 TiB.
  ///
  /// The map grows automatically.
  public var mapSize: Int?

  /// The maximum number of simultaneous reads and snapshots of all processes.
  ///
  /// Default: 1,024.
  public var maximumReaders: Int

  /// The initial capacity for tables of collections and indexes: 1 to 1,048,560.
  ///
  /// Default: 256.
  ///
  /// Each of the first 1,000 collections has its own table. A greater value of this option raises
  /// that number. Later collections share a table until they have 64 rows, so the number of
  /// collections is unlimited. Every index has its own table.
  ///
  /// If a write needs more tables, the store doubles the capacity, up to about 131,000, once no
  /// snapshot is open. A write that cannot get a table throws `tablesFull`; a greater value of this
  /// option prevents the error. Each table takes about 50 bytes of memory in every transaction.
  public var maximumCollections: Int

  /// The maximum number of waiting writes; further writes throw `tooManyWaitingWrites`.
  ///
  /// Default: no limit.
  ///
  /// A server can use the option to reject load instead of queueing it.
  public var maximumWaitingWrites: Int?

  /// Whether network and user-space file systems are allowed.
  ///
  /// Default: `false`.
  public var allowsAnyFilesystem: Bool

  /// Whether queries that read all rows of a collection are refused.
  ///
  /// Default: `false`.
  ///
  /// A query without a usable index then throws `QueryError` with `needsIndex`. Use the option in
  /// tests, to find queries that are slow with many rows. Queries without a condition and an order
  /// are allowed.
  public var requiresIndexes: Bool

  /// The clock for the timestamps of rows.
  ///
  /// Default: the clock of the machine.
  public var clock: StoreClock

  /// Creates options; omitted options have their defaults.
  public init(
    create: Bool = true, readOnly: Bool = false, durability: Durability = .full,
    onDamage: DamagePolicy = .fail, checking: Checking = .automatic,
    compression: Compression = .automatic, trainsDictionaries: Bool = true, mapSize: Int? = nil,
    maximumReaders: Int = 1024, maximumCollections: Int = 256, maximumWaitingWrites: Int? = nil,
    allowsAnyFilesystem: Bool = false, requiresIndexes: Bool = false, clock: StoreClock = .system
  ) {
    self.create = create
    self.readOnly = readOnly
    self.durability = durability
    self.onDamage = onDamage
    self.checking = checking
    self.compression = compression
    self.trainsDictionaries = trainsDictionaries
    self.mapSize = mapSize
    self.maximumReaders = maximumReaders
    self.maximumCollections = maximumCollections
    self.maximumWaitingWrites = maximumWaitingWrites
    self.allowsAnyFilesystem = allowsAnyFilesystem
    self.requiresIndexes = requiresIndexes
    self.clock = clock
  }

  /// Throws if an option has an invalid value, and names the option.
  func validate() throws(StoreError) {
    if !(1...Self.mostCollections).contains(maximumCollections) {
      throw StoreError(
        .invalidOption,
        context: "maximumCollections is \(maximumCollections), not 1 to \(Self.mostCollections)")
    }
  }

  /// The maximum number of tables in an environment, without the store's own tables.
  private static let mostCollections = EnvironmentOptions.mostTables - ownTables
  private static let ownTables = 16

  var environment: EnvironmentOptions {
    var options = EnvironmentOptions()
    options.create = create
    options.readOnly = readOnly
    options.durability = durability
    options.checking = checking
    options.mapSize = mapSize
    options.maximumReaders = maximumReaders
    options.maximumTables = maximumCollections + Self.ownTables
    options.allowsAnyFilesystem = allowsAnyFilesystem
    return options
  }
}

/// The handling of a damaged store when the store is opened.
public enum DamagePolicy: Sendable, Hashable {
  /// Opening throws `damaged`, and leaves the files unchanged.
  case fail
  /// Opening renames the directory to `NAME.0.corrupt`, or the next free number, and creates a new
  /// empty store.
  case setAside
}

/// The point at which a write is acknowledged.
public enum WriteDurability: Sendable, Hashable {
  /// After the commit is durable, as the store's durability option defines; by default, after a
  /// sync of the disk.
  case durable
  /// After the commit is visible to other readers.
  ///
  /// A loss of power can undo the commit, and later visible commits that were not durable.
  case visible
}
