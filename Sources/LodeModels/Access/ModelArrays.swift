internal import LodeStore

// Arrays are passed without a label, other sequences as `contentsOf:`.
extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Inserts models whose keys do not exist yet: all models, or no model on failure.
  ///
  /// ```swift
  /// try store.insert([City(name: "Oslo", people: 700_000), City(name: "Bergen", people: 290_000)])
  /// ```
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models.
  /// - Throws: the errors of `insert` with one model; `StoreError` with `duplicateKey` if two
  ///   models have the same key.
  @discardableResult
  public func insert<M: Model>(_ models: [M]) throws -> [M.PrimaryKey] {
    try insert(contentsOf: models)
  }

  /// Inserts or replaces models: all models, or no model on failure.
  ///
  /// If several models have the same key, the last model is stored.
  ///
  /// - Returns: How many rows were inserted, updated, and unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models.
  /// - Throws: the errors of `put` with one model.
  @discardableResult
  public func put<M: Model>(_ models: [M]) throws -> SaveOutcome { try put(contentsOf: models) }
}
