internal import LodeLMDB

/// The shared state of all writes of one LMDB transaction.
final class BatchState {
  let hasSeveralWrites: Bool
  /// Whether the transaction holds the table lock.
  ///
  /// `BatchRunner` releases the lock after the transaction.
  var holdsTableLock = false
  /// The next dictionary number at the beginning of the transaction.
  ///
  /// Dictionaries of this transaction have this number or a higher number.
  var firstNewDictionary = UInt32.max
  /// The tables of collections whose indexes need a rebuild, for example because a write replaced a
  /// damaged row.
  var collectionsToReindex: Set<UInt32> = []
  /// The tables of collections whose full-text indexes contain many dead documents.
  var collectionsToCompact: Set<UInt32> = []
  /// The tables of collections with enough rows for a dictionary.
  var grown: [UInt32] = []
  /// The error for a full map or table capacity, or `nil`.
  ///
  /// After this error, the whole transaction runs again with more capacity, even if a write caught
  /// the error.
  private(set) var lackOfRoom: StoreError?

  init(hasSeveralWrites: Bool) { self.hasSeveralWrites = hasSeveralWrites }

  /// Returns the store error for an LMDB error, and records a full map or table capacity.
  func failure(_ error: LMDBError, collection: String? = nil) -> StoreError {
    let failure = StoreError(error, collection: collection)
    if failure.code == .mapFull || failure.code == .tablesFull { lackOfRoom = failure }
    return failure
  }

  /// Converts errors of LMDB into errors of the store, and records a full map or table capacity.
  func errors<R: ~Copyable>(
    collection: String? = nil, _ body: () throws(LMDBError) -> R
  ) throws(StoreError) -> R {
    do throws(LMDBError) {
      return try body()
    } catch {
      throw failure(error, collection: collection)
    }
  }
}
