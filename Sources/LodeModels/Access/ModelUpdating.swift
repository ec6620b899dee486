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
  /// Changes that others made to the row since it was read are overwritten. Use `patch` to save
  /// selected properties, or the form with a closure to change the current row. Nothing changes on
  /// failure.
  ///
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `put`; `StoreError` with `keyChanged` if `willSave` changes the key.
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
  ///   - change: Changes the current model; it must not change the key.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `change`; `StoreError` with `keyChanged` if the key changed; the
  ///   errors of `get` and `put`.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try ModelSaving<M>(scope, partition).update(key, change)
  }

  /// Changes the models at several keys, if they exist: all of them, or none on failure.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The keys; missing keys are ignored.
  ///   - change: Changes a current model; it must not change the key.
  /// - Returns: How many rows matched, and how many changed. A key that occurs twice counts once.
  /// - Complexity: O(k log n + size of the rows) for k keys; the changed models are held in memory.
  /// - Throws: the errors of `update` with one key.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, keys: some Sequence<M.PrimaryKey>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    // The changes are made before the savepoint, in which the transaction itself could not be used.
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
  ///   - properties: Key paths of settable properties, also in nested structures.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with `invalidModel` if a property cannot be set; otherwise the errors
  ///   of `update` with a closure.
  @discardableResult
  public func patch<M: Model>(
    _ model: M, _ properties: [PartialKeyPath<M>]
  ) throws -> UpdateOutcome {
    try update(M.self, model.primaryKey) { try $0.take(properties, from: model) }
  }

  /// Saves selected properties of several models into their rows: of all models, or of none on
  /// failure.
  ///
  /// Models without a row are ignored.
  ///
  /// - Parameters:
  ///   - models: The new values, and the keys.
  ///   - properties: Key paths of settable properties, also in nested structures.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(k log n + size of the rows) for k models.
  /// - Throws: the errors of `patch` with one model.
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
  /// Takes over some properties of another one.
  fileprivate mutating func take(_ properties: [PartialKeyPath<Self>], from other: Self) throws {
    for path in properties where !path.copy(from: other, to: &self) {
      throw StoreError(
        .invalidModel, collection: Self.collectionName, context: "\(path) cannot be set")
    }
  }
}

/// A key path that can set what it leads to, whatever that is.
private protocol PathCopying {
  /// Sets in `target` what it finds in `source`; `false` when it does not begin at such a value.
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
  /// Sets in `target` what it finds in `source`; `false` when it cannot be set.
  fileprivate func copy(from source: Root, to target: inout Root) -> Bool {
    ((self as AnyKeyPath) as? any PathCopying)?.copy(from: source, to: &target) ?? false
  }
}
