internal import LodeLMDB

/// A store: a directory with named collections of keys and values.
///
/// A process opens a store once, and uses the `Store` object from any thread or task. Each read
/// sees one snapshot. Reads do not wait for writes, and writes do not wait for reads, unless the
/// file outgrows ``StoreOptions/mapSize``. Several processes can use a store at the same time.
///
/// ```swift
/// let store = try Store("people.lode")
/// try store.write { transaction in
///   try transaction["users"].put("Ada", forKey: 1)
/// }
/// let name = try store["users"].get(1, as: String.self)
/// ```
///
/// Apart from the errors that a call lists, a read can throw every error of `Store.read`, and a
/// write can throw every error of `Store.write`.
///
/// Releasing the last reference closes the store. Call ``close()`` to close the store earlier.
public final class Store: Sendable {
  let core: StoreCore
  let queue: WriteQueue
  let scrubber: Scrubber
  /// The options with which the program opened the store.
  public let options: StoreOptions

  /// Opens the store in a directory, and creates the store if it does not exist.
  ///
  /// Opening checks the files before the first use. If the check of every page finds damage only in
  /// indexes, opening rebuilds these indexes from the rows; ``StoreHealth/rebuilt`` names the
  /// indexes. An index that opening cannot rebuild, for example in a read-only store, remains in
  /// ``StoreHealth/damage``.
  ///
  /// After a failure, the files of an existing store are unchanged, but ``DamagePolicy/setAside``
  /// may have renamed the directory. A failed creation can leave a new directory with the files of
  /// an empty store.
  ///
  /// ```swift
  /// let store = try Store("people.lode", options: StoreOptions(create: false))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - options: The options of the opened store.
  /// - Complexity: O(c + s + t²) for c collections, s schemas, and t tables, because LMDB compares
  ///   the names of the tables. O(size of the file) if opening checks every page; see
  ///   ``StoreOptions/checking``. Also O(n log n) for each rebuilt index of n rows.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `notFound` if the store does not exist, and the options do not allow creating the store.
  ///   - `alreadyOpen` if this process has the store open.
  ///   - `openElsewhere` if the options are read-only, this process may not write to the lock file,
  ///     and another process has the store open.
  ///   - `notAStore` if `path` is not a directory, or `data.mdb` is not a file of a store.
  ///   - `damaged` if the check finds damage outside of indexes, unless ``StoreOptions/onDamage``
  ///     sets the store aside.
  ///   - `readersFull` if no reader slot is free; see ``StoreOptions/maximumReaders``.
  ///   - `outOfMemory` if the system has no address space for the file.
  ///   - `directoryInUse` if the store does not exist, and the directory contains other files.
  ///   - `unsupportedVersion` if a later version of Lode wrote the store.
  ///   - `permissionDenied` if the process may not use or rename the directory.
  ///   - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///   - `unsupportedFilesystem` if the file system is a network or user-space file system, and the
  ///     options do not allow these file systems.
  ///   - `invalidOption` if an option has an invalid value, or `path` contains a null character.
  ///   - `incompatible` if the file uses a feature of LMDB that Lode does not support, or
  ///     `unsupportedLibrary` if the program links an unsupported version of LMDB.
  ///   - `system` if another system call fails.
  public convenience init(_ path: String, options: StoreOptions = .init()) throws(StoreError) {
    try self.init(unmended: path, options: options)
    rebuildDamagedIndexes()
    try applyHistory()
  }

  /// Opens a store, and marks indexes with damaged pages without rebuilding the indexes.
  ///
  /// After the caller has accepted the store, the caller calls ``rebuildDamagedIndexes()`` and
  /// ``applyHistory()``.
  package convenience init(unmended path: String, options: StoreOptions) throws(StoreError) {
    do throws(StoreError) {
      try self.init(opening: path, options: options)
    } catch  where error.code == .damaged && options.onDamage == .setAside && !options.readOnly {
      try StoreOpening.setAside(path, because: error)
      try self.init(opening: path, options: options)
    }
  }

  /// Opens the store in a directory.
  ///
  /// - Parameter plugIns: The plug-ins, which include the plug-ins of every store.
  init(
    opening path: String, options: StoreOptions,
    plugIns: [any PlugIn] = StoreOpening.plugIns
  ) throws(StoreError) {
    self.options = options
    try options.validate()
    let environment: Environment
    do throws(LMDBError) {
      var request = options.environment
      if HealthMonitor.needsFullCheck(in: path, readOnly: options.readOnly) {
        request.checking = .full
      }
      environment = try Environment(path: path, options: request)
    } catch {
      throw StoreError(error)
    }
    core = try StoreOpening.open(environment, options, PlugIns(plugIns))
    queue = WriteQueue(
      runner: BatchRunner(store: core, durability: options.durability),
      limit: options.maximumWaitingWrites)
    scrubber = Scrubber(core, options)
    queue.start()
    scrubber.start()
  }

  deinit { close() }

  /// The store's directory, as an absolute path without symbolic links.
  public var path: String { core.environment.path }

  /// Closes the store; later calls throw `closed`.
  ///
  /// The call waits until all waiting writes have completed, and up to two seconds for the
  /// scrubber. The call then ends all observations, and closes all snapshots, after the running
  /// reads of each snapshot. The call waits up to two seconds for all other reads. A longer read
  /// completes, and the files close after the read.
  ///
  /// Inside a write, the call returns at once, and the store closes after the write. Writes that
  /// still wait at that time throw `closed`. A second call has no effect.
  public func close() { close { $0.close() } }

  /// Closes the store after a refused opening, and leaves the files as the opening found them.
  package func closeRefused() { close { $0.closeRefused() } }

  private func close(_ closeFiles: @escaping @Sendable (Environment) -> Void) {
    queue.close { [core, scrubber] in
      scrubber.stop()
      core.feed.finish()
      core.notices.finish()
      core.health.feed.finish()
      core.snapshots.closeAll()
      closeFiles(core.environment)
    }
  }
}
