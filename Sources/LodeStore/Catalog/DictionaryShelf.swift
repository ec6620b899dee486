internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// The dictionaries of a store that were needed so far, ready for use.
///
/// A number never means two dictionaries, so one that is known is right for every snapshot that names it. One
/// that is not is read in the snapshot whose row names it, which has it whatever happened since.
final class DictionaryShelf: Sendable {
  /// How values are compressed where the catalog does not say.
  let standard: Compression
  private let catalogTable: Table
  private let known = Mutex<[UInt32: CompressionDictionary]>([:])
  /// More are let go, and read again when they are needed again.
  private static let capacity = 256

  init(catalogTable: Table, standard: Compression) {
    self.catalogTable = catalogTable
    self.standard = standard
  }

  /// A dictionary of a table's collection; `nil` when this snapshot has none of that number.
  ///
  /// The transaction must not be one that has just made it: should its commit fail, the number will be taken
  /// by another one.
  func dictionary(
    _ number: UInt32, of id: UInt32, in handle: TransactionHandle
  ) throws(StoreError) -> CompressionDictionary? {
    if let dictionary = known.withLock({ $0[number] }) { return dictionary }
    let catalog = CatalogTable(transaction: handle, table: catalogTable)
    guard let bytes = try catalog.dictionary(number, of: id) else { return nil }
    let dictionary: CompressionDictionary
    do throws(CompressionError) {
      dictionary = try CompressionDictionary(bytes, id: number)
    } catch {
      throw StoreError(.damaged, context: "catalog: \(error)")
    }
    return known.withLock { known in
      if let earlier = known[number] { return earlier }
      if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
      known[number] = dictionary
      return dictionary
    }
  }
}
