import Foundation
internal import LodeLMDB

/// A store: named collections of keys and values in one directory, changed in transactions.
///
/// One process opens a store once and shares the object, between any threads and tasks. Reads see
/// one snapshot each, and neither wait for the writer nor make it wait. Several processes may use a
/// store at the same time.
///
/// ```swift
/// let store = try Store("people.lode")
/// try store.write { transaction in
///   try transaction["users"].put("Ada", forKey: 1)
/// }
/// let name = try store["users"].get(1, as: String.self)
/// ```
///
/// The store closes itself when its last reference goes; ``close()`` does so at once.
public final class Store: Sendable {
  let core: StoreCore
  let queue: WriteQueue
  /// The options the store was opened with.
  public let options: StoreOptions

  /// Opens the store in a directory, and creates it when there is none.
  ///
  /// The files are checked by plain reads before they are used. After a failure nothing has
  /// changed, except as ``DamagePolicy/setAside`` says, and that an empty directory may have been
  /// created.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - options: how to open it.
  /// - Complexity: O(collections); O(size) when the machine went down with the store open.
  /// - Throws: ``StoreError`` with `notFound` when there is none and it is not to be created;
  ///   `alreadyOpen` when this process has it open; `damaged`; `notAStore` when `data.mdb` is
  ///   something else; `directoryInUse` when there is none and the directory holds other files;
  ///   `openElsewhere` for reading without write permission while another process has the store
  ///   open; `unsupportedVersion` when a later version wrote it; `permissionDenied`, `diskFull`,
  ///   `unsupportedFilesystem`, `invalidOption`.
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

  /// The store's directory, absolute and without links.
  public var path: String { core.environment.path }

  /// Closes the store.
  ///
  /// Writes that wait are done first, snapshots are closed by their holders' `closed` errors. Later
  /// uses throw `closed`. Closing twice does nothing. Inside a write the store is closed when that
  /// has ended.
  public func close() {
    queue.close { [core] in
      core.feed.finish()
      core.snapshots.closeAll()
      core.environment.close()
    }
  }

  /// Moves a damaged store out of the way: `name.0.corrupt`, or the next free number.
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
