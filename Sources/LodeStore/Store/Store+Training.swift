internal import LodeCoding

extension Store {
  /// Trains a dictionary from the rows of a collection now, for the rows that are written from now
  /// on.
  ///
  /// Where values are compressed this happens by itself in the background, once a collection has
  /// 1,000 rows that take 256 KB, and again whenever it has ten times as many as the last time; and
  /// inside a large write into a collection that has none. Rows that are there keep the dictionary
  /// that they have; `recompress` rewrites them.
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
  ///   tenths of a second. Other writes go on meanwhile.
  /// - Throws: ``StoreError`` as a read and as a write.
  @discardableResult
  public func trainDictionary(for collection: String) throws -> TrainedDictionary? {
    let table = try read { $0[collection].access.info?.id }
    guard let table else { return nil }
    return try DictionaryTraining(core: core, queue: queue, table: table).run { true }
  }
}
