internal import LodeStore

// Arrays are passed without a label, other sequences as `contentsOf:`.
extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Inserts models whose keys do not exist yet: all models, or no model on failure.
  ///
  /// ```swift
  /// try store.write {
  ///   try $0.insert([City(name: "Oslo", people: 700_000), City(name: "Bergen", people: 290_000)])
  /// }
  /// ```
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models.
  /// - Throws: the errors of `willSave`; `ArchiveError` if a model cannot be archived; `StoreError`
  ///   with one of these codes:
  ///   - `duplicateKey` if a key exists, or if two models have the same key.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
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
  /// - Throws: the errors of `willSave`; `ArchiveError` if a model cannot be archived; `StoreError`
  ///   with one of these codes:
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  @discardableResult
  public func put<M: Model>(_ models: [M]) throws -> SaveOutcome { try put(contentsOf: models) }
}
