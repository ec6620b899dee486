internal import LodeLMDB

/// Runs `body`, and throws its error as the cause of a store error.
package func causing<Cause: Error & Hashable & Sendable, R: ~Copyable>(
  _ code: StoreError.Code, collection: String? = nil, _ body: () throws(Cause) -> R
) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw StoreError(code, collection: collection, cause: error)
  }
}

/// Converts errors of LMDB into errors of the store.
@inline(__always)
func storeErrors<R: ~Copyable>(
  collection: String? = nil, _ body: () throws(LMDBError) -> R
) throws(StoreError) -> R {
  do throws(LMDBError) {
    return try body()
  } catch {
    throw StoreError(error, collection: collection)
  }
}
