internal import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// LMDB's environment pointer with its functions; ``Environment`` guards the pointer's lifetime.
///
/// Sendable by this proof: LMDB allows every call of this type on any thread. ``Environment``
/// closes LMDB's environment only while no transaction is open and no transaction can begin. The
/// slots live as long as LMDB's environment, and change only while no transaction is open.
@safe
struct EnvironmentHandle: @unchecked Sendable {
  private let raw: OpaquePointer
  /// The slots of the open tables; see ``TableSlots``.
  let slots: TableSlots
  /// The lock that shows whether other processes have the environment open; `nil` if this process
  /// has opened the environment read-only.
  let openers: OpenersLock?
  /// The number of the only commit that reads may use; `nil` if LMDB uses the lock file.
  ///
  /// Without the lock file, writers do not see the reads of this process, and reuse the pages of
  /// the snapshots.
  private(set) var onlyCommit: UInt64?
  /// The map of the data file for reads without LMDB; `nil` if only LMDB can read the file.
  private(set) var maps: FileMaps?

  /// The arguments for opening LMDB's environment.
  struct Request {
    var path: String
    /// The number for ``TableSlots/environment``.
    var number: UInt32
    var mapSize: Int
    var maximumReaders: Int
    var maximumTables: Int
    var readOnly: Bool
    var relaxed: Bool
    /// Whether LMDB does not use the lock file; for reading only.
    var withoutLock = false
  }

  /// Opens LMDB's environment, with a smaller map if the system refuses the requested size.
  init(_ request: Request) throws(LMDBError) {
    var size = request.mapSize
    while true {
      do {
        try self.init(opening: request, mapSize: size)
        return
      } catch  where error.code == .outOfMemory && size > 1 << 30 {
        size /= 2
      }
    }
  }

  private init(opening request: Request, mapSize: Int) throws(LMDBError) {
    var created: OpaquePointer?
    try check(unsafe mdb_env_create(&created))
    guard let created = unsafe created else { throw LMDBError(.outOfMemory) }
    unsafe raw = created
    do {
      openers =
        request.readOnly
        ? nil : try OpenersLock(path: EnvironmentLocation.lockFile(in: request.path))
    } catch {
      unsafe mdb_env_close(raw)
      throw error
    }
    // LMDB uses the first two table numbers for its own tables.
    slots = TableSlots(count: request.maximumTables + 2, environment: request.number)
    // Readers must not be bound to threads, because Swift tasks move between threads.
    var flags = UInt32(MDB_NOTLS)
    if request.readOnly { flags |= UInt32(MDB_RDONLY) }
    if request.withoutLock { flags |= UInt32(MDB_NOLOCK) }
    if request.relaxed { flags |= UInt32(MDB_NOMETASYNC) }
    maps = nil
    do throws(LMDBError) {
      try check(unsafe mdb_env_set_mapsize(raw, mapSize))
      try check(unsafe mdb_env_set_maxreaders(raw, UInt32(request.maximumReaders)))
      try check(unsafe mdb_env_set_maxdbs(raw, UInt32(request.maximumTables)))
      let status = unsafe mdb_env_open(raw, request.path, flags, 0o600)
      if status != 0 { throw LMDBError.from(status: status, context: request.path) }
      if request.withoutLock { onlyCommit = try info().lastTransaction }
      maps = try mapFile()
    } catch {
      // LMDB requires a close after a failed open.
      close()
      throw error
    }
  }

  /// Creates a data file with the two meta pages of an environment without tables.
  ///
  /// Does not sync the file.
  static func createFile(at path: String) throws(LMDBError) {
    var created: OpaquePointer?
    try check(unsafe mdb_env_create(&created))
    guard let created = unsafe created else { throw LMDBError(.outOfMemory) }
    defer { unsafe mdb_env_close(created) }
    // A small map suffices for the two pages.
    try check(unsafe mdb_env_set_mapsize(created, 1 << 20))
    let status = unsafe mdb_env_open(created, path, UInt32(MDB_NOSUBDIR), 0o600)
    if status != 0 { throw LMDBError.from(status: status, context: path) }
  }

  /// Closes the environment; the caller must not use the handle or its transactions afterwards.
  func close() {
    unsafe mdb_env_close(raw)
    openers?.end()
    slots.deallocate()
  }

  /// Maps the data file for reads without LMDB; `nil` if only LMDB can read the file.
  private func mapFile() throws(LMDBError) -> FileMaps? {
    let info = try info()
    var descriptor = mdb_filehandle_t(-1)
    try check(unsafe mdb_env_get_fd(raw, &descriptor))
    return FileMaps(descriptor: descriptor, pageSize: info.pageSize, pages: info.pages)
  }

  /// Returns a descriptor of the data file, or `nil` if the system provides no descriptor.
  ///
  /// While the descriptor is open, no other file gets the inode number of the data file.
  func pinDataFile() -> Descriptor? {
    var number = mdb_filehandle_t(-1)
    guard unsafe mdb_env_get_fd(raw, &number) == 0 else { return nil }
    return Descriptor(duplicating: number)
  }

  /// Begins a transaction; a write waits for LMDB's write lock.
  func begin(readOnly: Bool) throws(LMDBError) -> TransactionHandle {
    var transaction: OpaquePointer?
    try check(unsafe mdb_txn_begin(raw, nil, readOnly ? UInt32(MDB_RDONLY) : 0, &transaction))
    guard let transaction = unsafe transaction else { throw LMDBError(.outOfMemory) }
    let handle = unsafe TransactionHandle(
      raw: transaction, slots: slots, pages: readOnly ? maps?.newSnapshot() : nil,
      base: readOnly || maps?.isSound == true ? nil : maps?.newSnapshot())
    do throws(LMDBError) {
      if !readOnly {
        try handle.adoptBase()
      } else if try !handle.adoptSnapshot() {
        try handle.renew()
      }
    } catch {
      handle.abort()
      throw error
    }
    if readOnly { try checkCommit(of: handle) }
    return handle
  }

  /// Aborts the read and throws `replaced` if the read must not see its commit.
  ///
  /// Without the lock file, a read may see only the commit at the opening.
  func checkCommit(of handle: TransactionHandle) throws(LMDBError) {
    guard let onlyCommit, handle.id != onlyCommit else { return }
    handle.abort()
    throw LMDBError(
      .replaced, context: "another process wrote to files that are open without lock.mdb")
  }

  /// Switches between full and relaxed commits; only the writing thread may call this function.
  ///
  /// A relaxed commit does not wait until its meta page is on disk. The meta page makes the commit
  /// current.
  func setRelaxed(_ relaxed: Bool) throws(LMDBError) {
    try check(unsafe mdb_env_set_flags(raw, UInt32(MDB_NOMETASYNC), relaxed ? 1 : 0))
  }

  /// LMDB's flags of the environment.
  var flags: UInt32 {
    var flags = UInt32(0)
    // `mdb_env_get_flags` fails only for a null environment.
    _ = unsafe mdb_env_get_flags(raw, &flags)
    return flags
  }

  /// Whether a commit waits until its meta page is on disk.
  var syncsMeta: Bool { flags & UInt32(MDB_NOMETASYNC) == 0 }

  /// Makes all earlier commits durable.
  func synchronize() throws(LMDBError) { try check(unsafe mdb_env_sync(raw, 1)) }

  /// Sets the map size in bytes; zero means the size that the file states.
  ///
  /// No transaction may be open.
  func setMapSize(_ size: Int) throws(LMDBError) {
    try check(unsafe mdb_env_set_mapsize(raw, size))
  }

  /// Returns the sizes and counts of the environment.
  func info() throws(LMDBError) -> EnvironmentInfo {
    var info = unsafe MDB_envinfo()
    var stat = MDB_stat()
    try unsafe check(mdb_env_info(raw, &info))
    try check(unsafe mdb_env_stat(raw, &stat))
    // The struct is unsafe because of its map address, which is not used. The page and commit
    // numbers come from the file, and can have any value.
    return unsafe EnvironmentInfo(
      mapSize: info.me_mapsize, pages: Int(clamping: UInt(bitPattern: info.me_last_pgno) &+ 1),
      pageSize: Int(stat.ms_psize), lastTransaction: UInt64(UInt(bitPattern: info.me_last_txnid)),
      maximumReaders: Int(info.me_maxreaders), readers: Int(info.me_numreaders))
  }

  /// Writes a consistent copy of the data file to an open file; `compacting` omits free pages.
  func copy(to descriptor: Int32, compacting: Bool) throws(LMDBError) {
    let flags = compacting ? UInt32(MDB_CP_COMPACT) : 0
    try check(unsafe mdb_env_copyfd2(raw, descriptor, flags))
  }

  /// Frees the reader slots of dead processes, and returns the number of freed slots.
  func clearStaleReaders() throws(LMDBError) -> Int {
    var dead = Int32(0)
    try check(unsafe mdb_reader_check(raw, &dead))
    return Int(dead)
  }

  /// Returns the lines of LMDB's list of reader slots.
  ///
  /// The first line is the heading, or a message if no reader slot is in use.
  func readerLines() throws(LMDBError) -> [String] {
    var lines: [String] = []
    let status = unsafe withUnsafeMutablePointer(to: &lines) { target in
      // LMDB calls the callback before `mdb_reader_list` returns, so the pointer is valid. The
      // callback cannot throw.
      unsafe mdb_reader_list(
        raw,
        { line, context in
          guard let line = unsafe line, let context = unsafe context else { return 0 }
          unsafe context.assumingMemoryBound(to: [String].self).pointee.append(
            String(cString: line))
          return 0
        }, target)
    }
    if status < 0 { throw LMDBError.from(status: status) }
    return lines
  }

  /// Throws `unsupportedLibrary` for LMDB 1, which has the same functions but another file format.
  static func checkLibrary(
    _ version: (major: Int, minor: Int, patch: Int) = libraryVersion()
  ) throws(LMDBError) {
    if version.major != 0 {
      throw LMDBError(
        .unsupportedLibrary, context: "\(version.major).\(version.minor).\(version.patch)")
    }
  }

  /// LMDB's version: major, minor, patch.
  static func libraryVersion() -> (major: Int, minor: Int, patch: Int) {
    var major = Int32(0)
    var minor = Int32(0)
    var patch = Int32(0)
    _ = unsafe mdb_version(&major, &minor, &patch)
    return (Int(major), Int(minor), Int(patch))
  }
}
