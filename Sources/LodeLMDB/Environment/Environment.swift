/// An open LMDB environment: a directory with a data file of named tables, and a lock file.
///
/// A process opens an environment once and shares the object among its threads. Several processes
/// may open the same environment. A read sees one snapshot and runs on any thread. One write runs
/// at a time, across all processes. Reads and the write do not block each other, except while the
/// map grows, a table is dropped, or the files are reopened.
///
/// ```swift
/// let environment = try Environment(path: "people.lmdb")
/// let people = try environment.table("people")
/// try environment.write { transaction in
///   try transaction.put("Ada".utf8.span, forKey: "1".utf8.span, in: people)
/// }
/// let length = try environment.read { transaction in
///   try transaction.get("1".utf8.span, in: people)?.count
/// }
/// ```
///
/// Releasing the last reference closes the environment. Call ``close()`` to close the environment
/// earlier.
///
/// In a child of `fork`, every call throws `forked`, except ``close()``, which does nothing. The
/// child must not use a transaction that the parent began.
public final class Environment: Sendable {
  /// The length of the longest key, in bytes: 511.
  @inlinable public static var maximumKeySize: Int { SizeLimits.key }
  /// The length of the longest value, in bytes: 1 GiB.
  ///
  /// LMDB accepts values of nearly 2 GiB, but cannot commit them.
  @inlinable public static var maximumValueSize: Int { SizeLimits.value }
  /// The largest size of the map, in bytes: 64 TiB.
  @inlinable public static var maximumMapSize: Int { SizeLimits.map }

  /// The absolute path of the environment's directory, with symbolic links resolved.
  public let path: String
  /// The options that the environment was opened with.
  public let options: EnvironmentOptions

  /// A number that is unique among the environments of this process; never 0.
  let number: UInt32
  let admission: Admission
  let staleReaderCheck = StaleReaderCheck()
  /// Whether the opening checked every page of the file.
  package let wasFullyChecked: Bool
  /// The damage of each damaged table that the opening found; empty unless the options tolerate
  /// damaged tables.
  package let damagedTables: [FileDamage]
  /// The files before the opening, for ``closeRefused()``.
  let filesBefore: FilesBeforeOpening
  package let tableLock = TableLock()

  /// Opens the environment in a directory.
  ///
  /// Creates a missing environment if ``EnvironmentOptions/create`` is true.
  ///
  /// Lode checks the file with plain reads before the first transaction; see ``Checking``. A
  /// failure leaves the files of an existing environment unchanged. If no environment existed, a
  /// failure can leave a new directory with an empty environment.
  ///
  /// - Parameters:
  ///   - path: The path of the environment's directory.
  ///   - options: The options of the environment.
  /// - Complexity: O(1), or O(p) for p pages in the file if the full check runs.
  /// - Throws: ``LMDBError`` with one of these codes:
  ///   - `notFound` if the environment is missing, and `create` is false or `readOnly` is true.
  ///   - `alreadyOpen` if this process has the environment open.
  ///   - `openElsewhere` if the process may not write to the lock file, and another process has the
  ///     environment open; only with ``EnvironmentOptions/readOnly``.
  ///   - `damaged` if the file is damaged.
  ///   - `notAnEnvironment` if the path is not a directory, or the data file is not an LMDB file.
  ///   - `notAnEnvironment` if `lock.mdb` is a symbolic link or a special file. In an opening for
  ///     writing, also if `open.mark` is a symbolic link or a special file.
  ///   - `versionMismatch` if the file has another version of the LMDB format.
  ///   - `incompatible` if the file uses a feature of LMDB that this library does not support.
  ///   - `directoryInUse` if a directory without an environment holds other files.
  ///   - `permissionDenied` if the process may not read or write the files.
  ///   - `diskFull` if the disk is full, or `inputOutput` if the disk fails.
  ///   - `unsupportedFilesystem` on a network or user-space file system, unless
  ///     ``EnvironmentOptions/allowsAnyFilesystem`` is true.
  ///   - `unsupportedLibrary` if the linked LMDB has a major version other than 0.
  ///   - `invalidOption` if an option is out of range, or the path has a zero byte.
  ///   - `outOfMemory` if the system refuses the map size and the smaller sizes that Lode tries.
  ///   - `system` if another system call fails.
  public init(path: String, options: EnvironmentOptions = .init()) throws(LMDBError) {
    let opened = try EnvironmentOpening.open(path: path, options: options)
    self.path = opened.location.directory
    self.options = options
    number = opened.handle.slots.environment
    let location = opened.location
    admission = Admission(
      EnvironmentState(handle: opened.handle, isRelaxed: options.durability == .relaxed),
      location: location)
    wasFullyChecked = opened.wasFullyChecked
    damagedTables = opened.damagedTables
    filesBefore = opened.filesBefore
    // Most programs do not close a global environment before they exit. Without this exit handler,
    // the next start would run the full check. If another thread still commits, the commit changes
    // the data file's modification time, so the marker does not confirm the file.
    EnvironmentRegistry.atExit(location.identity) { location.markClosed() }
  }

  deinit { close() }

  /// Closes the environment.
  ///
  /// Any thread may close the environment, even inside a transaction. Afterwards, no transaction
  /// can begin: reads and writes throw `closed`. `close` waits up to two seconds for open
  /// transactions. A transaction that is still open can continue; the files close when the last
  /// transaction ends.
  ///
  /// Closing a closed environment does nothing. `close` does nothing in a child of `fork`, because
  /// the files belong to the parent.
  public func close() {
    if !admission.isForked { admission.close() }
  }
}
