public import LodeCoding
public import LodeStore

/// A transaction in which models are written: a write, or the part of it that is confined to a
/// partition.
///
/// ```swift
/// try store.write { transaction in
///   try transaction.insert(City(name: "Oslo", people: 700_000))
///   try transaction.update(City.self, "Bergen") { $0.people += 1 }
/// }
/// ```
///
/// Everything is committed with the write, or undone with it. A call that throws has changed
/// nothing.
public protocol ModelWriting: ModelReading, ~Copyable, ~Escapable {
  /// The write.
  var scope: WriteScope { get }
}

extension WriteTransaction: ModelWriting {}

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Saves a model whose key is not there, and returns its key.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `StoreError` with `duplicateKey` if the key exists; `schemaDrift` when the store
  ///   knows the type's version with other fields; `keyTooLong`, `counterOverflow`; `ArchiveError`
  ///   when the model cannot be archived; what `willSave` throws.
  @discardableResult
  public func insert<M: Model>(_ model: M) throws -> M.PrimaryKey {
    var model = model
    return try insert(&model)
  }

  /// Saves a model whose key is not there; it gets its number, and what `willSave` completes.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as the form that does not change the model, which then is as it was.
  @discardableResult
  public func insert<M: Model>(_ model: inout M) throws -> M.PrimaryKey {
    var saving = try ModelSaving<M>(scope, partition)
    var saved = model
    try saving.insert(&saved)
    try saving.finish()
    model = saved
    return saved.primaryKey
  }

  /// Saves models whose keys are not there: all of them or none.
  ///
  /// - Returns: the keys, in the order of the models.
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `insert` of one model; `duplicateKey` also when two of them have one key.
  @discardableResult
  public func insert<M: Model>(contentsOf models: some Sequence<M>) throws -> [M.PrimaryKey] {
    try scope.savepoint { inner in
      var saving = try ModelSaving<M>(inner, partition)
      var keys: [M.PrimaryKey] = []
      for model in models {
        var model = model
        try saving.insert(&model)
        keys.append(model.primaryKey)
      }
      try saving.finish()
      return keys
    }
  }

  /// Inserts or replaces a model.
  ///
  /// - Returns: what changed. An identical row keeps its timestamps and is not written.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `insert`, but for `duplicateKey`.
  @discardableResult
  public func put<M: Model>(_ model: M) throws -> PutOutcome {
    var model = model
    return try put(&model)
  }

  /// Inserts or replaces a model.
  ///
  /// The model gets its sequence number and the changes of `willSave`.
  ///
  /// - Returns: what that did.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as the form that does not change the model, which then is as it was.
  @discardableResult
  public func put<M: Model>(_ model: inout M) throws -> PutOutcome {
    var saving = try ModelSaving<M>(scope, partition)
    var saved = model
    let outcome = try saving.put(&saved)
    try saving.finish()
    model = saved
    return outcome
  }

  /// Saves models, all of them or none; of several with one key the last wins.
  ///
  /// - Returns: how many rows are new, other than before, or the same.
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `put` of one model.
  @discardableResult
  public func put<M: Model>(contentsOf models: some Sequence<M>) throws -> SaveOutcome {
    try scope.savepoint { inner in
      var saving = try ModelSaving<M>(inner, partition)
      var outcome = SaveOutcome()
      for model in models {
        var model = model
        switch try saving.put(&model) {
        case .inserted: outcome.inserted += 1
        case .updated: outcome.updated += 1
        case .unchanged: outcome.unchanged += 1
        }
      }
      try saving.finish()
      return outcome
    }
  }

  /// Deletes the row of a model, and returns whether the row existed.
  ///
  /// - Complexity: O(log n).
  @discardableResult
  public func delete<M: Model>(_ model: M) throws -> Bool { try delete(M.self, model.primaryKey) }

  /// Deletes the row of a key, and returns whether the row existed.
  ///
  /// - Complexity: O(log n).
  @discardableResult
  public func delete<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try ModelSaving<M>(scope, partition).delete(key)
  }

  /// Deletes the rows of some keys, and returns how many rows existed.
  ///
  /// - Complexity: O(k log n).
  @discardableResult
  public func delete<M: Model>(
    _ type: M.Type, keys: some Sequence<M.PrimaryKey>
  ) throws -> Int {
    let saving = try ModelSaving<M>(scope, partition)
    var count = 0
    for key in keys where try saving.delete(key) { count += 1 }
    return count
  }

  /// Deletes the rows of a range of keys; says how many there were.
  ///
  /// - Complexity: O(log n + k log n).
  @discardableResult
  public func delete<M: Model>(_ type: M.Type, in keys: KeyRange) throws -> Int {
    try scope.access(to: M.collectionName).delete(RowPlace(partition).range(keys))
  }

  /// Deletes all models of a type; says how many there were.
  ///
  /// Other partitions stay.
  ///
  /// - Parameter resetSequence: whether a sequence of keys begins again at 1, if no partition has
  ///   rows left.
  /// - Complexity: O(pages) when the collection has no partitions; otherwise O(k log n).
  @discardableResult
  public func deleteAll<M: Model>(_ type: M.Type, resetSequence: Bool = false) throws -> Int {
    try ModelSaving<M>(scope, partition).deleteAll(resetSequence: resetSequence)
  }
}
