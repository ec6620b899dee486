// Converts errors of conditions into errors of the store.
extension StoreError {
  /// Creates the error of a call of the store whose condition has an error.
  package init(_ error: ConditionError, collection: String? = nil) {
    self.init(.invalidCondition, collection: collection, cause: error)
  }
}

/// Runs `body`, and converts an error of a condition into an error of the store.
package func conditionErrors<R: ~Copyable>(
  collection: String? = nil, _ body: () throws(ConditionError) -> R
) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw StoreError(error, collection: collection)
  }
}
