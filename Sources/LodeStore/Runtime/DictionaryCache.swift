internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// A cache of the store's dictionaries.
///
/// The number of a committed dictionary is never reused, so a cached dictionary is valid in every
/// snapshot. The cache reads a missing dictionary from the snapshot of the caller. The cache
/// excludes dictionaries of uncommitted writes, because a failed commit frees the numbers.
final class DictionaryCache: Sendable {
  /// The compression of collections without their own policy.
  let standard: Compression
  let catalogTable: Table
  private let state = Mutex(State())
  /// The maximum number of cached dictionaries; the next dictionary clears a full cache.
  private static let capacity = 256

  private struct State {
    /// The cached dictionaries, by number.
    var known: [UInt32: CompressionDictionary] = [:]
    /// The next dictionary number of the newest published commit.
    ///
    /// Smaller numbers belong to committed dictionaries.
    var next: UInt32 = 0
  }

  init(catalogTable: Table, standard: Compression) {
    self.catalogTable = catalogTable
    self.standard = standard
  }

  /// Records the next dictionary number after a commit, so that the cache accepts all smaller
  /// numbers.
  func noteCommitted(next: UInt32) {
    state.withLock { $0.next = max($0.next, next) }
  }

  /// Returns the dictionary with a number, or `nil` if the snapshot does not have the dictionary.
  ///
  /// - Parameters:
  ///   - number: The number of the dictionary.
  ///   - id: The table number of the dictionary's collection.
  ///   - handle: The transaction of the snapshot.
  /// - Complexity: O(1) for a cached dictionary; otherwise O(size of the dictionary).
  func dictionary(
    _ number: UInt32, of id: UInt32, in handle: TransactionHandle
  ) throws(StoreError) -> CompressionDictionary? {
    if let dictionary = state.withLock({ $0.known[number] }) { return dictionary }
    let catalog = CatalogTable(transaction: handle, table: catalogTable)
    guard let bytes = try catalog.dictionary(number, of: id) else { return nil }
    let dictionary: CompressionDictionary
    do throws(CompressionError) {
      dictionary = try CompressionDictionary(bytes, id: number)
    } catch {
      throw StoreError(.damaged, context: "catalog: \(error)")
    }
    return state.withLock { state in
      if let earlier = state.known[number] { return earlier }
      guard number < state.next else { return dictionary }
      if state.known.count >= Self.capacity { state.known.removeAll(keepingCapacity: true) }
      state.known[number] = dictionary
      return dictionary
    }
  }
}
