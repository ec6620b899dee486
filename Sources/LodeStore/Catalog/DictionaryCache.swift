internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// The dictionaries of a store that were needed so far, ready for use.
///
/// A committed number never means two dictionaries, so one that is known is right for every
/// snapshot that names it. One that is not is read in the snapshot whose row names it, which has it
/// whatever happened since. One that a write has made and not committed is not kept here: should
/// the commit fail, its number will be taken by another one.
final class DictionaryCache: Sendable {
  /// How values are compressed where the catalog does not say.
  let standard: Compression
  let catalogTable: Table
  private let state = Mutex(State())
  /// More are let go, and read again when they are needed again.
  private static let capacity = 256

  private struct State {
    var known: [UInt32: CompressionDictionary] = [:]
    /// The next number of the newest commit that was seen: those before it are not given again.
    var next: UInt32 = 0
  }

  init(catalogTable: Table, standard: Compression) {
    self.catalogTable = catalogTable
    self.standard = standard
  }

  /// Notes the number that the next dictionary has after a commit; those before it are kept from
  /// now on.
  func noteCommitted(next: UInt32) {
    state.withLock { $0.next = max($0.next, next) }
  }

  /// A dictionary of a table's collection, or `nil` if this snapshot has no dictionary of that
  /// number.
  ///
  /// - Complexity: O(1), and O(bytes) when it is not known.
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
