import Synchronization

/// An open LMDB environment: one directory with a data file and a lock file, holding named tables.
///
/// A process opens an environment once and shares the object. Several processes may open the same
/// environment. A read sees one snapshot and runs on any thread. Readers and the writer never wait
/// for each other. One write runs at a time, across all processes.
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
/// Releasing the last reference closes the environment. Call ``close()`` to close it earlier.
public final class Environment: Sendable {
  /// The longest key, in bytes.
  @inlinable public static var maximumKeySize: Int { 511 }
  /// The longest value, in bytes.
  ///
  /// LMDB would accept nearly 2 GiB, but could not commit such a value.
  @inlinable public static var maximumValueSize: Int { 1 << 30 }
  /// The largest map, in bytes: 64 TiB, the limit of what current processors can address safely.
  @inlinable public static var maximumMapSize: Int { 1 << 46 }

  /// The absolute path of the environment's directory, with symbolic links resolved.
  public let path: String
  /// The options of the opened environment.
  public let options: EnvironmentOptions

  /// A number that is unique among the environments of this process.
  let number: UInt32
  let location: EnvironmentLocation
  let state: Mutex<EnvironmentState>
  package let tableLock = TableLock()
  private let forkGeneration = ForkGuard.generation

  /// Opens the environment in a directory.
  ///
  /// Creates a missing environment if the options allow it.
  ///
  /// The file is checked with `pread` before LMDB maps it; see ``Checking``. A failure changes
  /// nothing, but may leave an empty directory.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - options: The options of the environment.
  /// - Complexity: O(1) for the quick check, O(pages) for the full check.
  /// - Throws: ``LMDBError`` with `notFound` if the environment is missing and the options do not
  ///   create it; `alreadyOpen` if this process has the environment open; `damaged`,
  ///   `notAnEnvironment`, or `versionMismatch` if the check refuses the file, which stays
  ///   unchanged; `incompatible` if the file uses a feature of LMDB that this library does not
  ///   support; `directoryInUse` if a new environment would share its directory with other files;
  ///   `openElsewhere` if the process may only read and another process has the environment open;
  ///   `permissionDenied`; `diskFull`; `unsupportedFilesystem`; `unsupportedLibrary`;
  ///   `invalidOption`.
  public init(path: String, options: EnvironmentOptions = .init()) throws(LMDBError) {
    try Self.checkLibrary(EnvironmentHandle.libraryVersion())
    try options.validate()
    if path.utf8.contains(0) { throw LMDBError(.invalidOption, context: "a path with a NUL byte") }
    let opened = try EnvironmentOpening.open(path: path, options: options)
    self.path = opened.location.directory
    self.options = options
    number = EnvironmentRegistry.nextNumber()
    location = opened.location
    state = Mutex(
      EnvironmentState(handle: opened.handle, isRelaxed: options.durability == .relaxed))
    EnvironmentRegistry.record(location)
  }

  deinit { close() }

  /// Closes the environment.
  ///
  /// Every later use throws `closed`. The call waits up to two seconds for open transactions. If a
  /// transaction is still open after that time, such as the caller's own, the last transaction
  /// closes the files when it ends. Closing twice does nothing. In a forked child the call does
  /// nothing, because the files belong to the parent.
  public func close() {
    if isForked { return }
    let start = monotonicSeconds()
    beginClosing()
    while !finishClosing(), monotonicSeconds() - start < 2 { pause(microseconds: 100) }
  }

  /// Whether this process is a child of `fork`, in which locks and reader slots belong to the
  /// parent.
  var isForked: Bool { forkGeneration != ForkGuard.generation }

  /// Throws `forked` in a child of `fork`.
  func checkFork() throws(LMDBError) {
    if isForked { throw LMDBError(.forked, context: path) }
  }

  /// Refuses LMDB 1, which has the same functions but another file format.
  static func checkLibrary(
    _ version: (major: Int, minor: Int, patch: Int)
  ) throws(LMDBError) {
    if version.major != 0 {
      throw LMDBError(
        .unsupportedLibrary, context: "\(version.major).\(version.minor).\(version.patch)")
    }
  }
}

extension EnvironmentOptions {
  /// The maximum number of tables in an environment.
  package static let mostTables = 1 << 20
  /// The largest number of tables to which an environment grows automatically, beyond its options.
  static let mostGrownTables = 1 << 17

  func validate() throws(LMDBError) {
    if let mapSize, !(1 << 16...Environment.maximumMapSize).contains(mapSize) {
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
