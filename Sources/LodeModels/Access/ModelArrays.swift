internal import LodeStore

// The forms for arrays, without a label. The forms for other sequences have the label `contentsOf`.
extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Inserts an array of models whose keys do not exist yet: all models, or no model on failure.
  ///
  /// ```swift
  /// try store.write {
  ///   try $0.insert([City(name: "Oslo", people: 700_000), City(name: "Bergen", people: 290_000)])
  /// }
  /// ```
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if a key exists, or if two models have the same key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert<M: Model>(_ models: [M]) throws -> [M.PrimaryKey] {
    try insert(contentsOf: models)
  }

  /// Inserts or replaces an array of models: all models, or no model on failure.
  ///
  /// If several models have the same key, the row holds the last model.
  ///
  /// - Returns: How many models inserted a row, updated a row, or left a row unchanged.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `counterOverflow` if `@Key(.sequence)` has no further number.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func put<M: Model>(_ models: [M]) throws -> SaveOutcome { try put(contentsOf: models) }
}
