import Foundation
internal import LodeLMDB

/// A store: named collections of keys and values in one directory, changed in transactions.
///
/// A process opens a store once, and uses the object from any thread or task. Each read sees one
/// snapshot. Reads do not wait for writes, and writes do not wait for reads. Several processes can
/// use a store at the same time.
///
/// ```swift
/// let store = try Store("people.lode")
/// try store.write { transaction in
///   try transaction["users"].put("Ada", forKey: 1)
/// }
/// let name = try store["users"].get(1, as: String.self)
/// ```
///
/// The store closes when it is deallocated. Call ``close()`` to close the store earlier.
public final class Store: Sendable {
  let core: StoreCore
  let queue: WriteQueue
  /// The options of the opened store.
  public let options: StoreOptions

  /// Opens the store in a directory, and creates the store if it does not exist.
  ///
  /// Opening checks the files before it uses them. Nothing changes on failure, with two exceptions:
  /// ``DamagePolicy/setAside`` renames a damaged store, and an empty directory may remain.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - options: The options of the opened store.
  /// - Complexity: O(number of collections); O(size of the file) after a crash of the machine.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `notFound` if the store does not exist and the options do not create it.
  ///   - `alreadyOpen` if this process has the store open.
  ///   - `openElsewhere` if another process has the store open, and this process may not write to
  ///     the lock file.
  ///   - `notAStore` if `data.mdb` is not a file of a store, or `damaged` if the file is damaged.
  ///   - `directoryInUse` if the store does not exist and the directory holds other files.
  ///   - `unsupportedVersion` if a later version of Lode wrote the store.
  ///   - `permissionDenied` if the process may not use the directory.
  ///   - `diskFull` if the disk is full.
  ///   - `unsupportedFilesystem` if the file system is a network or user-space file system.
  ///   - `invalidOption` if an option has an invalid value.
  public convenience init(_ path: String, options: StoreOptions = .init()) throws(StoreError) {
    do throws(StoreError) {
      try self.init(opening: path, options: options)
    } catch  where error.code == .damaged && options.onDamage == .setAside && !options.readOnly {
      try Self.setAside(path, because: error)
      try self.init(opening: path, options: options)
    }
  }

  private init(opening path: String, options: StoreOptions) throws(StoreError) {
    self.options = options
    try options.validate()
    let environment: Environment
    do throws(LMDBError) {
      environment = try Environment(path: path, options: options.environment)
    } catch {
      throw StoreError(error)
    }
    core = try StoreOpening.open(environment, options)
    queue = WriteQueue(
      runner: BatchRunner(store: core, durability: options.durability),
      limit: options.maximumWaitingWrites)
    queue.start()
  }

  deinit { close() }

  /// The store's directory, as an absolute path without symbolic links.
  public var path: String { core.environment.path }

  /// Closes the store; later calls throw `closed`.
  ///
  /// Waiting writes complete before the store closes. Open snapshots are closed. Closing twice has
  /// no effect. Inside a write, the store closes after the write.
  public func close() {
    queue.close { [core] in
      core.feed.finish()
      core.snapshots.closeAll()
      core.environment.close()
    }
  }

  /// Renames the directory of a damaged store to `NAME.0.corrupt`, or to the next free number.
  private static func setAside(_ path: String, because error: StoreError) throws(StoreError) {
    let files = FileManager.default
    var path = path
    while path.count > 1, path.last == "/" { path.removeLast() }
    let free = (0..<1000).lazy.map { "\(path).\($0).corrupt" }.first {
      !files.fileExists(atPath: $0)
    }
    guard let target = free else { throw error }
    do {
      try files.moveItem(atPath: path, toPath: target)
    } catch {
      throw StoreError(.permissionDenied, context: "\(target): \(error)")
    }
  }
}
