public import LodeCoding
public import LodeLMDB

/// How a store is opened.
///
/// ```swift
/// var options = StoreOptions()
/// options.durability = .relaxed
/// let store = try Store("cache.lode", options: options)
/// ```
public struct StoreOptions: Sendable, Hashable {
  /// Whether a missing store is created, with its parent directories.
  ///
  /// Default: `true`.
  public var create = true

  /// Whether writes are refused.
  ///
  /// Default: `false`.
  ///
  /// A read-only store opens without write permission, as on read-only media or among the files of another user.
  /// No other process may write to the store then: after a foreign commit every read throws `replaced`. The guide
  /// `Opening.md` has the details.
  public var readOnly = false

  /// What an acknowledged write survives.
  ///
  /// Default: `full`.
  public var durability = Durability.full

  /// What happens when the store is damaged.
  ///
  /// Default: ``DamagePolicy/fail``.
  public var onDamage = DamagePolicy.fail

  /// How much of the file is checked before it is used.
  ///
  /// Default: `automatic`.
  public var checking = Checking.automatic

  /// How values are compressed, except in collections that have a policy of their own.
  ///
  /// Default: `automatic`.
  ///
  /// It decides how new rows are written; all rows are read whatever it says.
  public var compression = Compression.automatic

  /// Whether dictionaries are trained by themselves, where values are compressed: in the background, and inside a write
  /// that puts a thousand rows and a megabyte or more into a collection that has none.
  ///
  /// Default: `true`.
  public var trainsDictionaries = true

  /// The address space to reserve, in bytes, or `nil` for 1 TiB.
  ///
  /// It grows by itself.
  public var mapSize: Int?

  /// The most reads and snapshots at one time, over all processes.
  ///
  /// Default: 1,024.
  public var maximumReaders = 1024

  /// The number of collections and indexes to have room for at first: 1 to 1,048,560.
  ///
  /// Default: 256.
  ///
  /// When a write makes more of them, the store doubles the room, up to about 131,000. It waits for that until no
  /// snapshot is held. A write that finds no more room throws `tablesFull`, and a greater number here helps. Each table
  /// takes about 50 bytes of memory in every transaction.
  public var maximumCollections = 256

  /// The most writes that may wait; more are refused with `tooManyWaitingWrites`.
  ///
  /// Default: no limit.
  ///
  /// A server sheds load this way instead of letting it pile up.
  public var maximumWaitingWrites: Int?

  /// Whether network and user-space file systems are allowed.
  ///
  /// Default: `false`.
  public var allowsAnyFilesystem = false

  /// Whether queries are refused that no index helps, so that all rows of a collection would have to be read.
  ///
  /// Default: `false`.
  ///
  /// Tests of a program find with it what is slow once there are many rows. Queries without a condition and an order are not refused.
  public var requiresIndexes = false

  /// What time it is, for the stamps of rows that have any.
  ///
  /// Default: the machine's clock.
  public var clock = StoreClock.system

  /// Creates the default options.
  public init() {}

  /// Refuses numbers that cannot work, by the names that they have here.
  func validate() throws(StoreError) {
    if !(1...Self.mostCollections).contains(maximumCollections) {
      throw StoreError(
        .invalidOption,
        context: "maximumCollections is \(maximumCollections), not 1 to \(Self.mostCollections)")
    }
  }

  /// The most tables of an environment, without those of the store itself.
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
  /// The files are renamed to `NAME.0.corrupt` (or the next free number), and a new empty store is made in
  /// their place.
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
