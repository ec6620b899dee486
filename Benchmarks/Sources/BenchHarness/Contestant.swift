/// A peer with a directory of its own and, while it is open, its store.
public final class Contestant {
  /// The peer.
  public let peer: Peer
  /// Where its store lives.
  public let directory: String
  private let valueSize: Int
  private var opened: (any Engine)?

  init(peer: Peer, directory: String, valueSize: Int) {
    self.peer = peer
    self.directory = directory
    self.valueSize = valueSize
  }

  /// The open store, opened now if it was not.
  public func engine() throws -> any Engine {
    if let opened { return opened }
    let engine = try peer.open(directory, valueSize)
    opened = engine
    return engine
  }

  /// Closes the store if it is open.
  public func close() throws {
    try opened?.close()
    opened = nil
  }

  /// A new empty store in place of the one before.
  public func emptyEngine() throws -> any Engine {
    try close()
    try makeEmptyDirectory(directory)
    return try engine()
  }

  /// Opens what is in another directory with the same peer, for a look.
  public func withEngine<R>(in directory: String, _ body: (any Engine) throws -> R) throws -> R {
    let engine = try peer.open(directory, valueSize)
    let result = try body(engine)
    try engine.close()
    return result
  }

  /// The number of operations of a round, fewer for slow peers.
  public func operations(_ count: Int) -> Int { max(count / peer.pace, 1) }

  /// Throws unless `found` is what was expected.
  public func expect<T: Equatable>(_ found: T, _ expected: T, _ what: String) throws {
    if found != expected {
      throw BenchFailure("\(peer.name): \(what) gave \(found), expected \(expected)")
    }
  }
}
