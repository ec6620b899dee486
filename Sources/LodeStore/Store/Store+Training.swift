internal import LodeCoding

extension Store {
  /// Trains a compression dictionary for new rows from the existing rows of a collection.
  ///
  /// Lode also trains dictionaries automatically in compressed collections. Background training
  /// starts at 1,000 rows with at least 256 KB in total. Training repeats when the collection has
  /// ten times the rows of the last training. A large write into a collection without a dictionary
  /// trains one dictionary in the same transaction. Existing rows keep their dictionary;
  /// ``recompress(_:progress:)`` rewrites the rows.
  ///
  /// ```swift
  /// if let dictionary = try store.trainDictionary(for: "notes") {
  ///   print(dictionary.number, dictionary.size)
  /// }
  /// ```
  ///
  /// - Returns: The dictionary, or `nil` if no dictionary would make the rows shorter or the
  ///   collection does not exist.
  /// - Complexity: O(n) to sample at most 10,000 of n rows; training takes a few tenths of a
  ///   second. Other writes continue.
  /// - Throws: ``StoreError`` with `damaged` if a row cannot be read; otherwise the errors of
  ///   `read` and `write`.
  @discardableResult
  public func trainDictionary(for collection: String) throws -> TrainedDictionary? {
    let table = try read { $0[collection].access.info?.id }
    guard let table else { return nil }
    return try DictionaryTraining(core: core, queue: queue, table: table).run { true }
  }
}
