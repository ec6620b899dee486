internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// A cache of the store's dictionaries.
///
/// The number of a committed dictionary is never reused, so a cached dictionary is valid for every
/// snapshot that refers to its number. A missing dictionary is read from the snapshot whose row
/// refers to the number. The cache excludes dictionaries of uncommitted writes, because a failed
/// commit frees their numbers.
final class DictionaryCache: Sendable {
  /// The compression of collections without their own policy.
  let standard: Compression
  let catalogTable: Table
  private let state = Mutex(State())
  /// The maximum number of cached dictionaries; the cache is cleared when it is full.
  private static let capacity = 256

  private struct State {
    var known: [UInt32: CompressionDictionary] = [:]
    /// The next dictionary number of the newest published commit; smaller numbers are final.
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

  /// Returns a dictionary of a table's collection, or `nil` if this snapshot has no such
  /// dictionary.
  ///
  /// - Complexity: O(1) for a cached dictionary; otherwise O(bytes).
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
