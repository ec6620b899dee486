internal import LodeStore

// An array as it is, and other sequences behind `contentsOf:`.
extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Saves models whose keys are not there: all of them or none.
  ///
  /// ```swift
  /// try store.insert([City(name: "Oslo", people: 700_000), City(name: "Bergen", people: 290_000)])
  /// ```
  ///
  /// - Returns: the keys, in the order of the models.
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `insert` of one model; `duplicateKey` also when two of them have one key.
  @discardableResult
  public func insert<M: Model>(_ models: [M]) throws -> [M.PrimaryKey] {
    try insert(contentsOf: models)
  }

  /// Saves models, all of them or none; of several with one key the last wins.
  ///
  /// - Returns: how many rows are new, other than before, or the same.
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `put` of one model.
  @discardableResult
  public func put<M: Model>(_ models: [M]) throws -> SaveOutcome { try put(contentsOf: models) }
}
