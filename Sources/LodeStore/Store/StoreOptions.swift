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

  /// The collections to have room for at first.
  ///
  /// Default: 256.
  ///
  /// When more are made the store makes room by itself, as soon as no snapshot is held.
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

  var environment: EnvironmentOptions {
    var options = EnvironmentOptions()
    options.create = create
    options.readOnly = readOnly
    options.durability = durability
    options.checking = checking
    options.mapSize = mapSize
    options.maximumReaders = maximumReaders
    options.maximumTables = maximumCollections + 16
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
