public import LodeCoding
public import LodeLMDB

/// How a store is opened.
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
  /// A read-only store opens without write permission, as on read-only media or among the files of
  /// another user. No other process may write to the store then: after a foreign commit every read
  /// throws `replaced`. The guide `Opening.md` has the details.
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

  /// How values are compressed, except in collections that have a policy of their own.
  ///
  /// Default: `automatic`.
  ///
  /// It decides how new rows are written; all rows are read whatever it says.
  public var compression: Compression

  /// Whether Lode trains dictionaries for compressed collections automatically.
  ///
  /// Training runs in the background, and in a write that puts at least a thousand rows and one
  /// megabyte into a collection without a dictionary.
  ///
  /// Default: `true`.
  public var trainsDictionaries: Bool

  /// The address space to reserve, in bytes, or `nil` for 1 TiB.
  ///
  /// The map grows automatically.
  public var mapSize: Int?

  /// The most reads and snapshots at one time, over all processes.
  ///
  /// Default: 1,024.
  public var maximumReaders: Int

  /// The number of collections and indexes to have room for at first: 1 to 1,048,560.
  ///
  /// Default: 256.
  ///
  /// The first 1,000 collections of a store have a table each, or as many as this number says if it
  /// is greater. Later ones share a table while they are small, so there may be any number of them.
  /// A collection of the shared table gets its own at 64 rows. Every index has a table.
  ///
  /// When a write needs more tables than there is room for, the store doubles the room, up to about
  /// 131,000. It waits for that until no snapshot is held. A write that finds no more room throws
  /// `tablesFull`, and a greater number here helps. Each table takes about 50 bytes of memory in
  /// every transaction.
  public var maximumCollections: Int

  /// The most writes that may wait; more are refused with `tooManyWaitingWrites`.
  ///
  /// Default: no limit.
  ///
  /// A server sheds load this way instead of letting it pile up.
  public var maximumWaitingWrites: Int?

  /// Whether network and user-space file systems are allowed.
  ///
  /// Default: `false`.
  public var allowsAnyFilesystem: Bool

  /// Whether queries are refused that no index helps, so that all rows of a collection would have
  /// to be read.
  ///
  /// Default: `false`.
  ///
  /// Tests of a program find with it what is slow once there are many rows. Queries without a
  /// condition and an order are not refused.
  public var requiresIndexes: Bool

  /// What time it is, for the stamps of rows that have any.
  ///
  /// Default: the machine's clock.
  public var clock: StoreClock

  /// Creates options; those that are not named have their defaults.
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

/// What happens when a store turns out to be damaged while it is opened.
public enum DamagePolicy: Sendable, Hashable {
  /// Opening throws `damaged`, and the files stay as they are.
  case fail
  /// The files are renamed to `NAME.0.corrupt` (or the next free number), and a new empty store is
  /// made in their place.
  case setAside
}

/// When a write is acknowledged.
public enum WriteDurability: Sendable, Hashable {
  /// When it survives what the store's durability promises; by default the loss of power.
  case durable
  /// When others can see it. Loss of power may undo it, and then also every write after it that
  /// was no more than visible.
  case visible
}
