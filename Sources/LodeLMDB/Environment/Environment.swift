import Synchronization

/// An open LMDB environment: one directory with a data file and a lock file, holding named tables.
///
/// One process opens an environment once and shares the object; several processes may have the same
/// environment open. Reads see one snapshot, run on any thread, never wait for the writer and never
/// make it wait. There is one writer at a time, over all processes.
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
/// The environment closes itself when its last reference goes; ``close()`` does so at once.
public final class Environment: Sendable {
  /// The longest key, in bytes.
  @inlinable public static var maximumKeySize: Int { 511 }
  /// The longest value, in bytes.
  ///
  /// LMDB would accept nearly 2 GiB and then fail to commit it.
  @inlinable public static var maximumValueSize: Int { 1 << 30 }
  /// The largest map, in bytes: 64 TiB, the most that processors of today can address safely.
  @inlinable public static var maximumMapSize: Int { 1 << 46 }

  /// The directory of the environment, absolute and without links.
  public let path: String
  /// The options it was opened with.
  public let options: EnvironmentOptions

  /// A number unlike that of every other environment of this process.
  let number: UInt32
  let location: EnvironmentLocation
  let state: Mutex<EnvironmentState>
  package let tableLock = TableLock()
  private let forkGeneration = ForkGuard.generation

  /// Opens the environment in a directory, and creates it when there is none and the options allow.
  ///
  /// The file is checked by plain reads before LMDB maps it, see ``Checking``. After a failure
  /// nothing has changed, except that an empty directory may have been created.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - options: how to open it.
  /// - Complexity: O(1) for the quick check, O(pages) for the full one.
  /// - Throws: ``LMDBError`` with `notFound` when there is none and it is not to be created;
  ///   `alreadyOpen` when this process has it open; `damaged`, `notAnEnvironment` or
  ///   `versionMismatch` when the check refuses the file, which is left as it is; `incompatible`
  ///   when it uses what this library does not work with; `directoryInUse` when it is to be created
  ///   among other files; `openElsewhere` for reading without write permission while another
  ///   process has it open; `permissionDenied`; `diskFull`; `unsupportedFilesystem`;
  ///   `unsupportedLibrary`; `invalidOption`.
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
  }

  deinit { close() }

  /// Closes the environment.
  ///
  /// Every later use throws `closed`. Waits up to two seconds for the transactions that are open;
  /// when one is still open then, such as the caller's own, the last of them to end closes the
  /// files. Closing twice does nothing. In a forked child it does nothing either: the files are the
  /// parent's.
  public func close() {
    if isForked { return }
    let start = monotonicSeconds()
    beginClosing()
    while !finishClosing(), monotonicSeconds() - start < 2 { pause(microseconds: 100) }
  }

  /// Whether this is a child of `fork`, where locks and reader slots are the parent's.
  var isForked: Bool { forkGeneration != ForkGuard.generation }

  /// Refuses to work in a child of `fork`.
  func checkFork() throws(LMDBError) {
    if isForked { throw LMDBError(.forked, context: path) }
  }

  /// Refuses LMDB 1, whose calls look the same and whose files are others.
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
  /// The most tables that an environment has room for.
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
