/// A store that a peer has opened.
public protocol ContestedStore {
  /// Brings everything into the main file and closes it.
  var close: () throws -> Void { get }
}

/// A peer with a directory of its own and, while it is open, its store.
open class StoreContestant<Store: ContestedStore> {
  /// Where the store lives.
  public let directory: String
  /// What opens a store in a directory.
  public let open: (String) throws -> Store
  private let name: String
  private var opened: Store?

  /// Creates a contestant; `name` is for messages.
  public init(name: String, directory: String, open: @escaping (String) throws -> Store) {
    self.name = name
    self.directory = directory
    self.open = open
  }

  /// The open store, opened now if it was not.
  public func store() throws -> Store {
    if let opened { return opened }
    let store = try open(directory)
    opened = store
    return store
  }

  /// Closes the store if it is open.
  public func close() throws {
    try opened?.close()
    opened = nil
  }

  /// A new empty store in place of the one before.
  public func emptyStore() throws -> Store {
    try close()
    try makeEmptyDirectory(directory)
    return try store()
  }

  /// Closes the store and deletes its directory.
  public func remove() throws {
    try close()
    try removeDirectory(directory)
  }

  /// Throws unless `found` is what was expected.
  public func expect<T: Equatable>(_ found: T, _ expected: T, _ what: String) throws {
    if found != expected {
      throw BenchFailure("\(name): \(what) gave \(found), expected \(expected)")
    }
  }
}
