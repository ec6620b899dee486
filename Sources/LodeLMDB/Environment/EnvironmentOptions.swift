/// The options for opening an environment.
///
/// ```swift
/// var options = EnvironmentOptions()
/// options.durability = .relaxed
/// let environment = try Environment(path: "cache.lode", options: options)
/// ```
public struct EnvironmentOptions: Sendable, Hashable {
  /// Whether opening creates a missing environment, with its parent directories.
  ///
  /// Default: `true`. With ``readOnly``, Lode never creates an environment.
  public var create = true

  /// Whether writes throw `readOnly`.
  ///
  /// Default: `false`.
  ///
  /// The process never changes the data file. If the process may write to the lock file, LMDB
  /// registers the reads in the lock file. Other processes may then write at the same time.
  ///
  /// If the process may not write to the lock file, the environment opens without the lock file.
  /// Opening then throws `openElsewhere` if another process has the environment open. After a
  /// commit of another process, every read throws `replaced`.
  public var readOnly = false

  /// The map size to reserve, in bytes, or `nil` for 1 TiB.
  ///
  /// The smallest size is 64 KiB, the largest ``Environment/maximumMapSize``. The reservation uses
  /// neither memory nor disk. While the system refuses the size, Lode halves a size above 1 GiB.
  ///
  /// A write that needs more space doubles the map. The write waits up to about a second for the
  /// open transactions of this process, and throws `busy` if a transaction is still open.
  public var mapSize: Int?

  /// The maximum number of concurrent read transactions, across all processes: 1 to 32,767.
  ///
  /// Default: 1,024.
  ///
  /// The maximum includes the reader slots that a process keeps for its later reads. If other
  /// processes have the environment open, the number of the first process applies.
  public var maximumReaders = 1024

  /// The maximum number of open named tables: 1 to 1,048,576.
  ///
  /// Default: 1,024.
  ///
  /// Opening raises the number if the file already has nearly as many tables. Each possible table
  /// costs 50 to 60 bytes of memory in every open transaction.
  public var maximumTables = 1024

  /// The durability of commits.
  ///
  /// Default: ``Durability/full``.
  public var durability = Durability.full

  /// Whether network and user-space file systems are allowed.
  ///
  /// Default: `false`.
  ///
  /// The locks and memory maps of these file systems do not meet LMDB's requirements, so writes can
  /// damage the file.
  public var allowsAnyFilesystem = false

  /// The extent of the file check before opening.
  ///
  /// Default: ``Checking/automatic``.
  public var checking = Checking.automatic

  /// Whether the environment opens even if the full check finds damaged tables.
  ///
  /// The caller must not use a table of ``Environment/damagedTables``.
  package var toleratesDamagedTables = false

  /// Creates the default options.
  public init() {}
}

/// The part of a commit that is on disk when the commit returns.
public enum Durability: Sendable, Hashable {
  /// Everything: a commit that has returned survives a power loss.
  case full
  /// The rows, but perhaps not the meta page that makes the commit current.
  ///
  /// A power loss can undo the last commits, newest first. The file stays intact, and no commit
  /// survives without all earlier commits. A crash of only the process loses no commit.
  ///
  /// ``Environment/synchronize()`` makes all earlier commits durable.
  case relaxed
}

/// The extent of the file check at opening; the check does not map the file.
public enum Checking: Sendable, Hashable {
  /// The quick check of the two meta pages, which describe the last two commits, and of the headers
  /// of two root pages.
  ///
  /// The full check follows in these cases:
  ///
  /// - The machine or the last writing process has crashed.
  /// - Another program has changed or replaced the file.
  /// - The last full check found a damaged table.
  /// - The clean-shutdown marker, the file `open.mark`, is missing or unreadable.
  case automatic
  /// The full check of every page in use, at every opening.
  case full
}

extension EnvironmentOptions {
  /// The largest value of `maximumTables`.
  package static let mostTables = 1 << 20
  /// The largest number of tables to which `growTables()` grows an environment.
  static let mostGrownTables = 1 << 17

  /// Throws `invalidOption` if an option is out of range.
  func validate() throws(LMDBError) {
    if let mapSize, !(1 << 16...SizeLimits.map).contains(mapSize) {
      throw LMDBError(.invalidOption, context: "mapSize")
    }
    if !(1...32767).contains(maximumReaders) {
      throw LMDBError(.invalidOption, context: "maximumReaders")
    }
    if !(1...Self.mostTables).contains(maximumTables) {
      throw LMDBError(.invalidOption, context: "maximumTables")
    }
  }
}
