package import LodeStore

/// Runs `body`, and converts an error of a search expression into an error of the store.
package func searchErrors<R: ~Copyable>(
  collection: String? = nil, _ body: () throws(SearchSyntaxError) -> R
) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw StoreError(.invalidSearch, collection: collection, cause: error)
  }
}
