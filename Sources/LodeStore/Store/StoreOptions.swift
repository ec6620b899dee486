public import LodeCoding
public import LodeLMDB

/// The options with which a store is opened.
///
/// ```swift
/// let store = try Store("cache.lode", options: StoreOptions(durability: .relaxed))
/// ```
public struct StoreOptions: Sendable, Hashable {
  /// Whether a missing store is created, with its parent directories.
  ///
  /// Default: `true`.
  public var create: Bool

  /// Whether writes are refused.
  ///
  /// Default: `false`.
  ///
  /// A read-only store opens without write permission, for example on read-only media. In that case
  /// no other process may write to the store: after a commit of another process, every read throws
  /// `replaced`. The guide `Opening.md` has the details.
  public var readOnly: Bool

  /// What an acknowledged write survives.
  ///
  /// Default: `full`.
  public var durability: Durability

  /// What happens when the store is damaged.
  ///
  /// Default: ``DamagePolicy/fail``.
  public var onDamage: DamagePolicy

  /// How much of the file is checked before it is used.
  ///
  /// Default: `automatic`.
  public var checking: Checking

  /// The compression of values in collections without a policy of their own.
  ///
  /// Default: `automatic`.
  ///
  /// The option applies to new rows; all rows can be read with any option.
  public var compression: Compression

  /// Whether Lode trains dictionaries for compressed collections automatically.
  ///
  /// Training runs in the background, and in a write that puts at least a thousand rows and one
  /// megabyte into a collection without a dictionary.
  ///
  /// Default: `true`.
  public var trainsDictionaries: Bool

  /// The reserved address space in bytes; `nil` for 1 TiB.
  ///
  /// The map grows automatically.
  public var mapSize: Int?

  /// The maximum number of simultaneous reads and snapshots, of all processes.
  ///
  /// Default: 1,024.
  public var maximumReaders: Int

  /// The initial capacity for tables of collections and indexes: 1 to 1,048,560.
  ///
  /// Default: 256.
  ///
  /// The first 1,000 collections have a table each, or as many as this option allows if it is
  /// greater. Later collections share a table until they have 64 rows, so the number of collections
  /// is not limited. Every index has a table.
  ///
  /// If a write needs more tables, the store doubles the capacity, up to about 131,000, once no
  /// snapshot is open. A write that gets no table throws `tablesFull`; increase this option then.
  /// Each table takes about 50 bytes of memory in every transaction.
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

  /// Whether queries must not read all rows of a collection.
  ///
  /// Default: `false`.
  ///
  /// A query that no index can answer then throws `QueryError` with `needsIndex`. Use the option in
  /// tests, to find queries that are slow with many rows. Queries without a condition and an order
  /// are allowed.
  public var requiresIndexes: Bool

  /// The clock for the timestamps of rows.
  ///
  /// Default: the clock of the machine.
  public var clock: StoreClock

  /// Creates options, with defaults for the options that are left out.
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

  /// Refuses numbers that cannot work, by the names that they have here.
  func validate() throws(StoreError) {
    if !(1...Self.mostCollections).contains(maximumCollections) {
      throw StoreError(
        .invalidOption,
        context: "maximumCollections is \(maximumCollections), not 1 to \(Self.mostCollections)")
    }
  }

  /// The largest number of tables in an environment, without the store's own tables.
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

/// What opening does with a damaged store.
public enum DamagePolicy: Sendable, Hashable {
  /// Opening throws `damaged`, and the files are unchanged.
  case fail
  /// Opening renames the directory to `NAME.0.corrupt`, or the next free number, and creates a new
  /// empty store.
  case setAside
}

/// When a write is acknowledged.
public enum WriteDurability: Sendable, Hashable {
  /// After the commit survives what the store's durability promises; by default, a loss of power.
  case durable
  /// After the commit is visible to others.
  ///
  /// A loss of power can undo the commit, and later commits that were only visible.
  case visible
}
