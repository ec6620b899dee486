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
  /// The call overwrites changes that others made to the row since the model was read. To save
  /// selected properties, use `patch`; to change the current row, use the form with a closure.
  /// Nothing changes on failure.
  ///
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `willSave`; `ArchiveError` if the model cannot be archived;
  ///   `StoreError` with one of these codes:
  ///   - `keyChanged` if `willSave` changes the key.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
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
  ///   - change: Changes the current model; the closure must not change the key.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `change` and of `willSave`; `ArchiveError` if a later version of the
  ///   type wrote the row, or if the model cannot be archived; ``MigrationError`` with `failed` if
  ///   a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `keyChanged` if `change` or `willSave` changes the key.
  ///   - `typeMismatch` if the row holds another type.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try ModelSaving<M>(scope, partition).update(key, change)
  }

  /// Changes the models at several keys: changes all existing models, or no model on failure.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The keys; missing keys are ignored.
  ///   - change: Changes a current model; the closure must not change the key.
  /// - Returns: How many rows matched, and how many changed. A repeated key counts once.
  /// - Complexity: O(k log n + size of the rows) for k keys; the changed models are held in memory.
  /// - Throws: the errors of `change` and of `willSave`; `ArchiveError` if a later version of the
  ///   type wrote a row, or if a model cannot be archived; ``MigrationError`` with `failed` if a
  ///   step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `keyChanged` if `change` or `willSave` changes the key.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, keys: some Sequence<M.PrimaryKey>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    // `change` runs before the savepoint, because the transaction itself is not usable inside the
    // savepoint.
    var changed: [M.PrimaryKey: M] = [:]
    var order: [M.PrimaryKey] = []
    let saving = try ModelSaving<M>(scope, partition)
    for key in keys {
      guard var model = try changed[key] ?? saving.model(key) else { continue }
      try change(&model)
      if changed.updateValue(model, forKey: key) == nil { order.append(key) }
    }
    return try scope.savepoint { inner in
      let saving = try ModelSaving<M>(inner, partition)
      var total = UpdateOutcome()
      for key in order {
        guard var model = changed[key] else { continue }
        total += try saving.replace(&model, at: key)
      }
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
  ///   - model: The new values, and the key.
  ///   - properties: Key paths of settable properties, including properties of nested structures.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `willSave`; `ArchiveError` if a later version of the type wrote the
  ///   row, or if the model cannot be archived; ``MigrationError`` with `failed` if a step of a
  ///   pending migration fails; `StoreError` with one of these codes:
  ///   - `invalidModel` if a property cannot be set.
  ///   - `keyChanged` if `willSave` changes the key.
  ///   - `typeMismatch` if the row holds another type.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
  @discardableResult
  public func patch<M: Model>(
    _ model: M, _ properties: [PartialKeyPath<M>]
  ) throws -> UpdateOutcome {
    try update(M.self, model.primaryKey) { try $0.take(properties, from: model) }
  }

  /// Saves selected properties of several models: changes all rows, or no row on failure.
  ///
  /// Models without a row are ignored.
  ///
  /// - Parameters:
  ///   - models: The new values, and the keys.
  ///   - properties: Key paths of settable properties, including properties of nested structures.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(k log n + size of the rows) for k models.
  /// - Throws: the errors of `willSave`; `ArchiveError` if a later version of the type wrote a row,
  ///   or if a model cannot be archived; ``MigrationError`` with `failed` if a step of a pending
  ///   migration fails; `StoreError` with one of these codes:
  ///   - `invalidModel` if a property cannot be set.
  ///   - `keyChanged` if `willSave` changes the key.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
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
