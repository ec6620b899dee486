internal import LodeCoding
internal import LodeStore

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Replaces the row of a model, if the row exists.
  ///
  /// ```swift
  /// var oslo = City(name: "Oslo", people: 700_000)
  /// oslo.people += 1
  /// if try store.update(oslo).matched == 0 { print("no such city") }
  /// ```
  ///
  /// The call overwrites changes that other writers made to the row since the program read the
  /// model. To save selected properties, use `patch`. To change the current row, use the form of
  /// `update` with a closure. Nothing changes on failure.
  ///
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model or a property's default cannot be
  ///     archived.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds
  ///       1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func update<M: Model>(_ model: M) throws -> UpdateOutcome {
    var saved = model
    return try ModelSaving<M>(scope, partition).replace(&saved, at: model.primaryKey)
  }

  /// Changes the model at a key, if the key exists.
  ///
  /// ```swift
  /// let outcome = try store.update(City.self, "Oslo") { $0.people += 1 }
  /// if outcome.matched == 0 { print("no such city") }
  /// ```
  ///
  /// Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - key: The key.
  ///   - change: Changes the current model, but not its key.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model, or if
  ///     the model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `change` or `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if the row is not an archive.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try ModelSaving<M>(scope, partition).update(key, change)
  }

  /// Changes the existing models at several keys: all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The keys; the call ignores missing keys.
  ///   - change: Changes a current model, but not its key. For a repeated key, `change` runs once
  ///     for each occurrence.
  /// - Returns: How many rows matched, and how many changed. A repeated key counts once.
  /// - Complexity: O(k log n + size of the rows) for k keys and n rows. The call holds the changed
  ///   models in memory.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `change` or `willSave` changes a key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, keys: some Sequence<M.PrimaryKey>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    // `change` may use the transaction, which is not usable inside a savepoint. All calls of
    // `change` therefore precede the savepoint.
    var changed: [(key: M.PrimaryKey, model: M)] = []
    // Equal texts can be different keys: "é" has two representations in Unicode.
    var indexes: [RowKey: Int] = [:]
    let saving = try ModelSaving<M>(scope, partition)
    for key in keys {
      let rowKey = try saving.rowKey(key)
      if let index = indexes[rowKey] {
        try change(&changed[index].model)
      } else if var model = try saving.model(key) {
        try change(&model)
        indexes[rowKey] = changed.count
        changed.append((key, model))
      }
    }
    return try scope.savepoint { inner in
      let saving = try ModelSaving<M>(inner, partition)
      var total = UpdateOutcome()
      for (key, var model) in changed { total += try saving.replace(&model, at: key) }
      return total
    }
  }

  /// Saves selected properties of a model into its row, if the row exists.
  ///
  /// The row keeps its values of all other properties. Nothing changes on failure.
  ///
  /// ```swift
  /// var oslo = City(name: "Oslo")
  /// oslo.people = 709_000
  /// try store.write { try $0.patch(oslo, [\.people]) }
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model with the new values and the key of the row.
  ///   - properties: Key paths of settable properties. A path can lead into a nested structure.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model, or if
  ///     the model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidModel` if a property cannot be set.
  ///     - `keyChanged` if `willSave` changes the key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if the row is not an archive.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func patch<M: Model>(
    _ model: M, _ properties: [PartialKeyPath<M>]
  ) throws -> UpdateOutcome {
    try update(M.self, model.primaryKey) { try $0.take(properties, from: model) }
  }

  /// Saves selected properties of several models: in all rows, or in no row on failure.
  ///
  /// The call ignores models without a row.
  ///
  /// - Parameters:
  ///   - models: The models with the new values and the keys of the rows.
  ///   - properties: Key paths of settable properties. A path can lead into a nested structure.
  /// - Returns: How many models had a row, and how many of the rows changed.
  /// - Complexity: O(k log n + size of the rows) for k models and n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model or a property's default cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a declared index names a
  ///     field that the model lacks.
  ///   - `StoreError` with one of these codes:
  ///     - `invalidModel` if a property cannot be set.
  ///     - `keyChanged` if `willSave` changes a key.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `schemaDrift` if fields of the type changed incompatibly without a new version.
  ///     - `protectedCollection` if the collection belongs to another model, or `keyFormatMismatch`
  ///       if the collection has raw keys.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a property refers to a blob that the store does not have.
  ///     - `invalidIndex` if a declared index has an invalid definition or a duplicate name, or
  ///       `invalidName` if the collection name exceeds 480 bytes.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func patch<M: Model>(
    contentsOf models: some Sequence<M>, _ properties: [PartialKeyPath<M>]
  ) throws -> UpdateOutcome {
    try scope.savepoint { inner in
      let saving = try ModelSaving<M>(inner, partition)
      var total = UpdateOutcome()
      for model in models {
        total += try saving.update(model.primaryKey) { try $0.take(properties, from: model) }
      }
      return total
    }
  }
}

extension Model {
  /// Copies some properties from another model.
  ///
  /// - Throws: `StoreError` with `invalidModel` if a property cannot be set.
  fileprivate mutating func take(_ properties: [PartialKeyPath<Self>], from other: Self) throws {
    for path in properties where !path.copy(from: other, to: &self) {
      throw StoreError(
        .invalidModel, collection: Self.collectionName, context: "\(path) cannot be set")
    }
  }
}

/// A writable key path of any root and value type.
private protocol PathCopying {
  /// Copies the value at the path from `source` to `target`, and returns whether the path begins at
  /// type `Whole`.
  func copy<Whole>(from source: Whole, to target: inout Whole) -> Bool
}

extension WritableKeyPath: PathCopying {
  fileprivate func copy<Whole>(from source: Whole, to target: inout Whole) -> Bool {
    guard let path = (self as AnyKeyPath) as? WritableKeyPath<Whole, Value> else { return false }
    target[keyPath: path] = source[keyPath: path]
    return true
  }
}

extension PartialKeyPath {
  /// Copies the value at the path from `source` to `target`, and returns whether the path is
  /// writable.
  fileprivate func copy(from source: Root, to target: inout Root) -> Bool {
    ((self as AnyKeyPath) as? any PathCopying)?.copy(from: source, to: &target) ?? false
  }
}
