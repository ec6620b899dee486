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
  /// The lock file is still written where the process may, because readers enter themselves there;
  /// no byte of the data changes. Without permission to write the lock file the environment opens
  /// without it, unless another process has the environment open: then no other process may write,
  /// and every read after a foreign commit throws `replaced`.
  public var readOnly = false

  /// The address space to reserve, in bytes, or `nil` for 1 TiB; 64 KiB to
  /// ``Environment/maximumMapSize``.
  ///
  /// Takes no memory and no disk. A write that needs more enlarges the map automatically, which
  /// waits for the open reads. If the system refuses the reservation, Lode halves the size until it
  /// fits.
  public var mapSize: Int?

  /// The most read transactions at one time, over all processes.
  ///
  /// Default: 1,024.
  ///
  /// While other processes have the environment open, the number that the first of them chose
  /// holds.
  public var maximumReaders = 1024

  /// The most named tables that can be open: 1 to 1,048,576.
  ///
  /// Default: 1,024, and more when the file holds more.
  ///
  /// Each costs 50 to 60 bytes in every transaction.
  public var maximumTables = 1024

  /// What a commit promises.
  ///
  /// Default: ``Durability/full``.
  public var durability = Durability.full

  /// Whether network and user-space file systems are allowed.
  ///
  /// Default: `false`.
  ///
  /// Their locks and maps are not what LMDB needs: a store there can be damaged.
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
  /// The data but perhaps not the page that makes it current.
  ///
  /// After loss of power the last commits may be lost, newest first. The file stays intact, and no
  /// commit survives without all earlier ones. A crash of the process alone loses nothing.
  case relaxed
}

/// How much of the file is checked by plain reads before LMDB maps it.
public enum Checking: Sendable, Hashable {
  /// The quick check, and the full one when the machine went down with the environment open or the
  /// file was put there by something else.
  case automatic
  /// Always every page.
  case full
}
