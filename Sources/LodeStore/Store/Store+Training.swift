internal import LodeCoding

extension Store {
  /// Trains a dictionary from the rows of a collection now, for the rows that are written from now
  /// on.
  ///
  /// Lode also trains dictionaries automatically in compressed collections. Training runs in the
  /// background at 1,000 rows of together 256 KB, and again at ten times the rows of the last
  /// training. A large write into a collection without a dictionary trains one in the same
  /// transaction. Existing rows keep their dictionary; `recompress` rewrites them.
  ///
  /// ```swift
  /// if let dictionary = try store.trainDictionary(for: "notes") {
  ///   print(dictionary.number, dictionary.size)
  /// }
  /// ```
  ///
  /// - Returns: the dictionary, or `nil` when none would make the rows shorter, or the collection
  ///   does not exist.
  /// - Complexity: O(n) in the rows, of which 10,000 at most are looked at; training takes a few
  ///   tenths of a second. Other writes continue.
  /// - Throws: ``StoreError`` as a read and as a write.
  @discardableResult
  public func trainDictionary(for collection: String) throws -> TrainedDictionary? {
    let table = try read { $0[collection].access.info?.id }
    guard let table else { return nil }
    return try DictionaryTraining(core: core, queue: queue, table: table).run { true }
  }
}
