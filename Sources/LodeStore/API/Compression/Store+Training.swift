extension Store {
  /// Trains a compression dictionary for new rows from the existing rows of a collection.
  ///
  /// With ``StoreOptions/trainsDictionaries``, Lode also trains dictionaries automatically.
  /// Background training starts at 1,000 rows if the collection's pages have at least 256 KiB.
  /// Training repeats when the collection has ten times the rows of the last training. A write that
  /// puts at least 1,000 rows into a collection without a dictionary can also train a dictionary,
  /// in the same transaction.
  ///
  /// Existing rows keep their dictionary until ``recompress(_:progress:)`` rewrites the rows. A
  /// failure changes nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// ```swift
  /// if let dictionary = try store.trainDictionary(for: "notes") {
  ///   print(dictionary.number, dictionary.size)
  /// }
  /// ```
  ///
  /// The call skips damaged rows. Other writes continue during the training.
  ///
  /// - Parameter collection: The name of the collection.
  /// - Returns: The dictionary, or `nil` if no dictionary would make the rows shorter. Also `nil`
  ///   if the collection does not exist, or if another training stored a dictionary first.
  /// - Complexity: O(n) to sample up to 2 MiB of n rows. The training takes a few tenths of a
  ///   second. The write of the dictionary adds one or two waits for the disk.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `timeLimitExceeded` if the limit of `Store.withTimeLimit` ends the sampling.
  ///   - `damaged` if the catalog or a page is damaged.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.read` and `Store.write`.
  @discardableResult
  public func trainDictionary(for collection: String) throws -> TrainedDictionary? {
    let table = try read { $0[collection].access.info?.id }
    guard let table else { return nil }
    return try DictionaryTraining(queue: queue, table: table).run { true }
  }
}
