/// How an environment is opened.
///
/// ```swift
/// var options = EnvironmentOptions()
/// options.durability = .relaxed
/// let environment = try Environment(path: "cache.lode", options: options)
/// ```
public struct EnvironmentOptions: Sendable, Hashable {
  /// Whether a missing environment is created, with its parent directories.
  ///
  /// Default: `true`.
  public var create = true

  /// Whether writes are refused.
  ///
  /// Default: `false`.
  ///
  /// Readers are still registered in the lock file if the process may write to it; the data file
  /// never changes. If the process may not write to the lock file, the environment opens without
  /// the lock file, unless another process has the environment open. No other process may then
  /// write: every read after a foreign commit throws `replaced`.
  public var readOnly = false

  /// The address space to reserve, in bytes, or `nil` for 1 TiB; 64 KiB to
  /// ``Environment/maximumMapSize``.
  ///
  /// The reservation uses neither memory nor disk. A write that needs more space enlarges the map
  /// automatically, and waits for the open reads. If the system refuses the reservation, Lode
  /// halves the size until it fits.
  public var mapSize: Int?

  /// The maximum number of concurrent read transactions, across all processes.
  ///
  /// Default: 1,024.
  ///
  /// If other processes have the environment open, the number of the first process applies.
  public var maximumReaders = 1024

  /// The maximum number of open named tables: 1 to 1,048,576.
  ///
  /// Default: 1,024, or more if the file holds more tables.
  ///
  /// Each table costs 50 to 60 bytes in every transaction.
  public var maximumTables = 1024

  /// What a commit promises.
  ///
  /// Default: ``Durability/full``.
  public var durability = Durability.full

  /// Whether network and user-space file systems are allowed.
  ///
  /// Default: `false`.
  ///
  /// Their locks and memory maps do not meet LMDB's requirements, so a store on them can be
  /// damaged.
  public var allowsAnyFilesystem = false

  /// How much of the file is checked before it is opened.
  ///
  /// Default: ``Checking/automatic``.
  public var checking = Checking.automatic

  /// Creates the default options.
  public init() {}
}

/// What has reached the disk when a commit returns.
public enum Durability: Sendable, Hashable {
  /// Everything: an acknowledged commit survives loss of power.
  case full
  /// The data, but perhaps not the page that makes the data current.
  ///
  /// After loss of power the last commits may be lost, newest first. The file stays intact, and no
  /// commit survives without all earlier ones. A crash of the process alone loses nothing.
  case relaxed
}

/// How much of the file is checked by plain reads before LMDB maps it.
public enum Checking: Sendable, Hashable {
  /// The quick check. The full check follows if the machine went down while the environment was
  /// open, or if another program wrote the file.
  case automatic
  /// The full check of every page, at every opening.
  case full
}
