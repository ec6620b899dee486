/// Opens an environment at a path in ten steps.
///
/// 1. Lode creates a missing directory, and makes the directory durable. Lode refuses a network or
///    user-space file system, unless the options allow the file system.
/// 2. A lock on the directory blocks other openers until the end.
/// 3. If the data file is missing, Lode refuses a directory with other files. Otherwise, Lode
///    creates a complete and durable data file under another name, and renames the file.
/// 4. Lode claims the data file in this process's registry.
/// 5. Lode opens the clean-shutdown marker (``OpenMark``). The quick check reads the pages that
///    opening needs.
/// 6. The lock file gets disk blocks, so that a full disk causes an error and not a signal.
/// 7. LMDB opens the files, and reads only pages that the quick check has checked.
/// 8. If the options request the full check, or the clean-shutdown marker does not confirm the
///    file, the full check runs. A process that may write holds LMDB's write lock during the check,
///    because a writer of another process would replace pages.
/// 9. An opener for writing pads the file if its last pages were never written. Then the opener
///    marks the environment open, or damaged if the options tolerate the found damage.
/// 10. An opener for writing syncs the file, because a killed writer can leave pages in the page
///     cache only. Then the opener frees the reader slots of dead processes.
///
/// An opening that fails after step 4 restores the files; see ``FilesBeforeOpening``.
enum EnvironmentOpening {
  /// LMDB's open environment, with the findings of the opening.
  struct Opened {
    let handle: EnvironmentHandle
    let location: EnvironmentLocation
    let wasFullyChecked: Bool
    let damagedTables: [FileDamage]
    let filesBefore: FilesBeforeOpening
  }

  /// Runs all steps.
  static func open(path: String, options: EnvironmentOptions) throws(LMDBError) -> Opened {
    try EnvironmentHandle.checkLibrary()
    try options.validate()
    if path.utf8.contains(0) { throw LMDBError(.invalidOption, context: "a path with a NUL byte") }
    try prepareDirectory(path, create: options.create && !options.readOnly)
    let directory = try FileSystem.resolved(path)
    if !options.allowsAnyFilesystem, !FileSystem.isLocal(directory) {
      throw LMDBError(.unsupportedFilesystem, context: directory)
    }
    let guardian = try Descriptor(path: directory, .directory)
    guard guardian.lock(exclusive: true, wait: true) else { throw LMDBError.system(directory) }
    // Release the lock explicitly, because a child of `fork` can still hold the descriptor.
    defer { guardian.unlock() }
    let dataFile = EnvironmentLocation.dataFile(in: directory)
    if try FileStatus.at(dataFile) == nil {
      guard options.create, !options.readOnly else {
        throw LMDBError(.notFound, context: directory)
      }
      try refuseOtherFiles(directory)
      try EnvironmentCreation.create(in: directory)
    }
    guard let data = try FileStatus.at(dataFile) else {
      throw LMDBError(.notFound, context: dataFile)
    }
    try EnvironmentRegistry.insert(data.identity, path: directory)
    let before = FilesBeforeOpening(directory: directory, data: data)
    do {
      return try openClaimed(directory, data: data, before, options: options)
    } catch {
      before.restore()
      EnvironmentRegistry.remove(data.identity)
      throw error
    }
  }

  /// Throws `directoryInUse` if a directory contains a file that neither Lode nor the system
  /// created.
  ///
  /// A mistyped path must not put a new environment into a folder of documents.
  private static func refuseOtherFiles(_ directory: String) throws(LMDBError) {
    let others = try FileSystem.names(in: directory)
      .subtracting(EnvironmentLocation.ownNames).subtracting(FileSystem.systemNames).sorted()
    guard let first = others.first else { return }
    let more =
      switch others.count {
      case 1: ""
      case 2: " and \"\(others[1])\""
      default: " and \(others.count - 1) others"
      }
    throw LMDBError(
      .directoryInUse, context: "\(directory) contains \"\(first)\"\(more), and no data.mdb")
  }

  /// Runs steps 5 to 10, after this process has claimed the data file.
  private static func openClaimed(
    _ directory: String, data: FileStatus, _ before: FilesBeforeOpening,
    options: EnvironmentOptions
  ) throws(LMDBError) -> Opened {
    let file = EnvironmentLocation.dataFile(in: directory)
    let (mark, vouches) = try OpenMark.open(
      in: directory, data: data, readOnly: options.readOnly)
    let tables = try checkFile(file, full: false, pad: false)
    let handle = try openLMDB(
      directory, number: EnvironmentRegistry.nextNumber(), tables: tables, options: options)
    do {
      let isFull = options.checking == .full || !vouches
      let damaged = isFull ? try damagedTables(file, holding: handle, options) : []
      if !options.readOnly {
        _ = try checkFile(file, full: false, pad: true)
        if damaged.isEmpty {
          try mark?.declareOpen(data, directory: directory)
        } else {
          try mark?.declareDamaged(data, directory: directory)
        }
        try handle.synchronize()
        _ = try handle.clearStaleReaders()
      }
      let lock = try FileStatus.at(EnvironmentLocation.lockFile(in: directory))
      return Opened(
        handle: handle,
        location: EnvironmentLocation(
          directory: directory, identity: data.identity, lockIdentity: lock?.identity,
          mark: options.readOnly ? nil : mark),
        wasFullyChecked: isFull, damagedTables: damaged,
        filesBefore: before)
    } catch {
      handle.close()
      throw error
    }
  }

  /// Opens LMDB for writing, even if the options are read-only.
  ///
  /// An LMDB environment that is open for reading can choose the wrong meta page.
  ///
  /// If the options are read-only and the process may not write a file, opens LMDB for reading.
  /// Without write permission for the lock file, opens LMDB without the lock file. If another
  /// process has the environment open, throws `openElsewhere` instead.
  ///
  /// The environment gets capacity for more than `tables` tables, and for at least `slots` slots.
  static func openLMDB(
    _ directory: String, number: UInt32, tables: Int, slots: Int = 0, options: EnvironmentOptions
  ) throws(LMDBError) -> EnvironmentHandle {
    // A damaged file may have an impossible number of tables.
    let tables = min(tables, EnvironmentOptions.mostTables)
    var request = EnvironmentHandle.Request(
      path: directory, number: number, mapSize: options.mapSize ?? 1 << 40,
      maximumReaders: options.maximumReaders,
      maximumTables: max(options.maximumTables, tables + tables / 4 + 64, slots - 2),
      readOnly: false, relaxed: options.durability == .relaxed)
    do {
      try prepareLockFile(directory, options: options)
    } catch  where error.code == .permissionDenied && options.readOnly {
      try refuseOtherOpeners(directory)
      (request.readOnly, request.withoutLock) = (true, true)
    }
    do {
      return try EnvironmentHandle(request)
    } catch  where error.code == .permissionDenied && options.readOnly {
      request.readOnly = true
      return try EnvironmentHandle(request)
    }
  }

  /// Throws `openElsewhere` if the lock file is readable and another process has locked it.
  private static func refuseOtherOpeners(_ directory: String) throws(LMDBError) {
    let path = EnvironmentLocation.lockFile(in: directory)
    guard let lock = try? Descriptor(path: path, .read), lock.isLockedByAnotherProcess() else {
      return
    }
    throw LMDBError(.openElsewhere, context: "\(path) is in use and cannot be written")
  }

  /// Allocates the disk blocks of the lock file.
  ///
  /// LMDB maps a lock file without blocks, so a full disk would end the process with a signal. Like
  /// LMDB, `prepareLockFile` lengthens the file only if no other process uses the file. A process
  /// with a map of the shorter file would read past the end of the map.
  private static func prepareLockFile(
    _ directory: String, options: EnvironmentOptions
  ) throws(LMDBError) {
    let path = EnvironmentLocation.lockFile(in: directory)
    let file = try Descriptor(path: path, .create)
    let existing = file.status()?.size ?? 0
    // LMDB's header and the first 126 reader slots take 8 KiB. Each further slot takes 64 bytes.
    let wanted = 8192 + max(0, options.maximumReaders - 126) * 64
    let inUse = existing > 0 && file.isLockedByAnotherProcess()
    try file.allocate(inUse ? existing : max(existing, wanted), path: path)
  }

  /// Creates a missing directory and its missing parents, each durable in its own parent.
  static func prepareDirectory(_ path: String, create: Bool) throws(LMDBError) {
    if let status = try FileStatus.at(path) {
      if !status.isDirectory { throw LMDBError(.notAnEnvironment, context: path) }
      return
    }
    guard create else { throw LMDBError(.notFound, context: path) }
    let parent = FileSystem.parent(of: path)
    try prepareDirectory(parent, create: true)
    try FileSystem.makeDirectory(path)
    try FileSystem.synchronizeDirectory(parent)
  }
}
