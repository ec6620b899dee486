internal import BenchHarness

/// A peer with a store of persons, which is open with one durability at a time.
public final class LiveContestant {
  /// The peer.
  public let peer: LivePeer
  /// The directory of the store.
  public let directory: String
  private var opened: (store: LiveStore, durability: LiveDurability)?

  /// Creates a contestant without a store.
  public init(_ peer: LivePeer, _ directory: String) {
    (self.peer, self.directory) = (peer, directory)
  }

  /// Returns the store, and opens the store again if it has another durability.
  public func store(_ durability: LiveDurability) throws -> LiveStore {
    if let opened, opened.durability == durability { return opened.store }
    try close()
    let store = try peer.open(directory, durability)
    opened = (store, durability)
    return store
  }

  /// Replaces the store by a store with some persons.
  @discardableResult
  public func fill(
    _ persons: ArraySlice<Citizen>, _ durability: LiveDurability = .relaxed
  ) throws -> LiveStore {
    try close()
    try makeEmptyDirectory(directory)
    let store = try store(durability)
    try store.insert(persons)
    return store
  }

  /// Closes the store.
  public func close() throws {
    try opened?.store.close()
    opened = nil
  }
}
