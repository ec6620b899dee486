/// The options for opening an environment.
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
  /// Readers are still registered in the lock file if the process may write to the lock file. The
  /// data file never changes. If the process may not write to the lock file, the environment opens
  /// without it, unless another process has the environment open. No other process may then write:
  /// every read after a foreign commit throws `replaced`.
  public var readOnly = false

  /// The address space to reserve, in bytes, or `nil` for 1 TiB; 64 KiB to
  /// ``Environment/maximumMapSize``.
  ///
  /// The reservation uses neither memory nor disk. A write that needs more space enlarges the map
  /// automatically, and waits for the open reads. If the system refuses the reservation, Lode
  /// halves the size until the system accepts it.
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

  /// The durability of commits.
  ///
  /// Default: ``Durability/full``.
  public var durability = Durability.full

  /// Whether network and user-space file systems are allowed.
  ///
  /// Default: `false`.
  ///
  /// The locks and memory maps of such file systems do not meet LMDB's requirements, so a store can
  /// be damaged.
  public var allowsAnyFilesystem = false

  /// The extent of the file check before opening.
  ///
  /// Default: ``Checking/automatic``.
  public var checking = Checking.automatic

  /// Creates the default options.
  public init() {}
}

/// The data that is on disk when a commit returns.
public enum Durability: Sendable, Hashable {
  /// All data: an acknowledged commit survives a power loss.
  case full
  /// The rows, but perhaps not the meta page that makes the commit current.
  ///
  /// A power loss may lose the last commits, newest first. The file stays intact, and no commit
  /// survives without all earlier commits. A crash of the process alone loses nothing.
  case relaxed
}

/// The extent of the file check, which uses plain reads before LMDB maps the file.
public enum Checking: Sendable, Hashable {
  /// The quick check.
  ///
  /// The full check follows if the machine or the last writing process stopped without closing the
  /// environment, or if another program wrote the file.
  case automatic
  /// The full check of every page at every opening.
  case full
}
