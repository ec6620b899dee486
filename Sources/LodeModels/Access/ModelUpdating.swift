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
  /// chosen properties, or the form with a closure to change the current row.
  ///
  /// - Returns: how many rows there were, none or one, and how many are not what they were.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `put`.
  @discardableResult
  public func update<M: Model>(_ model: M) throws -> UpdateOutcome {
    var saved = model
    return try ModelSaving<M>(scope, partition).replace(&saved, at: model.primaryKey)
  }

  /// Changes the model at a key, if there is one.
  ///
  /// ```swift
  /// let outcome = try store.update(City.self, "Oslo") { $0.people += 1 }
  /// if outcome.matched == 0 { print("no such city") }
  /// ```
  ///
  /// - Parameter change: makes the change; the key has to stay.
  /// - Returns: how many rows there were, none or one, and how many are not what they were.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: what `change` and `willSave` throw; `StoreError` with `keyChanged`; else as `get`
  ///   and `put`.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try ModelSaving<M>(scope, partition).update(key, change)
  }

  /// Changes the existing models of some keys: all of them, or none if an error is thrown.
  ///
  /// - Returns: how many rows there were, and how many are not what they were; a key that is given
  ///   twice counts once.
  /// - Complexity: O(k log n), and O(bytes); the changed models are held in memory.
  /// - Throws: as `update` of one key.
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

  /// Saves some properties of a model into its row, if the row exists.
  ///
  /// The other properties keep the row's values.
  ///
  /// ```swift
  /// var oslo = City(name: "Oslo")
  /// oslo.people = 709_000
  /// try store.write { try $0.patch(oslo, [\.people]) }
  /// ```
  ///
  /// - Parameters:
  ///   - model: has the new values, and the key.
  ///   - properties: key paths of settable properties, also in nested structures.
  /// - Returns: how many rows there were, none or one, and how many are not what they were.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `StoreError` with `invalidModel` when a property cannot be set; else as `update`.
  @discardableResult
  public func patch<M: Model>(
    _ model: M, _ properties: [PartialKeyPath<M>]
  ) throws -> UpdateOutcome {
    try update(M.self, model.primaryKey) { try $0.take(properties, from: model) }
  }

  /// Saves some properties of several models into their rows: all of them or, when something
  /// throws, none.
  ///
  /// - Returns: how many rows there were, and how many are not what they were.
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `patch` of one model.
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
