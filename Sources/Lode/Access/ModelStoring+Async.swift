public import LodeCoding
public import LodeStore

// Reads, away from the calling actor. `ModelReading` says what they do and throw.
extension ModelStoring {
  /// The model at a key, or `nil` when there is none.
  public func get<M: Model & Sendable>(
    _ type: M.Type = M.self, _ key: M.PrimaryKey
  ) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).get(type, key) }
  }

  /// The models at some keys, each at its key's position, `nil` where there is none.
  public func get<M: Model & Sendable>(
    _ type: M.Type = M.self, keys: some Sequence<M.PrimaryKey> & Sendable
  ) async throws -> [M?] {
    try await store.read { [partition] in try $0.partition(partition).get(type, keys: keys) }
  }

  /// The model that a reference stands for, or `nil` when it is not there.
  public func get<M: Model & Sendable>(_ reference: Ref<M>) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).get(reference) }
  }

  /// Whether there is a model at a key.
  public func contains<M: Model & Sendable>(
    _ type: M.Type, _ key: M.PrimaryKey
  ) async throws -> Bool {
    try await store.read { [partition] in try $0.partition(partition).contains(type, key) }
  }

  /// The number of models.
  public func count<M: Model & Sendable>(_ type: M.Type) async throws -> Int {
    try await store.read { [partition] in try $0.partition(partition).count(type) }
  }

  /// The times and the revision of a model's row; `nil` when there is no row.
  public func times<M: Model & Sendable>(
    _ type: M.Type, _ key: M.PrimaryKey
  ) async throws -> RowTimes? {
    try await store.read { [partition] in try $0.partition(partition).times(type, key) }
  }

  /// The model at a key as an archive, read without the type; `nil` when there is none.
  public func archive<M: Model & Sendable>(
    _ type: M.Type, _ key: M.PrimaryKey
  ) async throws -> Archive? {
    try await store.read { [partition] in try $0.partition(partition).archive(type, key) }
  }

  /// All models that pass, in the order of their keys.
  public func all<M: Model & Sendable>(
    _ type: M.Type = M.self, keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    where isIncluded: (@Sendable (M) throws -> Bool)? = nil
  ) async throws -> [M] {
    try await store.read { [partition] in
      try $0.partition(partition).all(
        type, keys: keys, reversed: reversed, limit: limit, where: isIncluded)
    }
  }

  /// The model with the lowest key that passes, or `nil` when there is none.
  public func first<M: Model & Sendable>(
    _ type: M.Type = M.self, where isIncluded: (@Sendable (M) throws -> Bool)? = nil
  ) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).first(type, where: isIncluded)
    }
  }

  /// The model with the highest key that passes, or `nil` when there is none.
  public func last<M: Model & Sendable>(
    _ type: M.Type = M.self, where isIncluded: (@Sendable (M) throws -> Bool)? = nil
  ) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).last(type, where: isIncluded)
    }
  }

  /// The keys of all models, in their order.
  public func keys<M: Model & Sendable>(
    of type: M.Type, in keys: KeyRange = .all
  ) async throws -> [M.PrimaryKey] {
    try await store.read { [partition] in try $0.partition(partition).keys(of: type, in: keys) }
  }

  /// The names of the partitions in which a model has rows, in their order.
  public func partitions<M: Model & Sendable>(of type: M.Type) async throws -> [String] {
    try await store.read { [partition] in try $0.partition(partition).partitions(of: type) }
  }
}

// Writes, on the store's writer thread. `ModelWriting` says what they do and throw.
extension ModelStoring {
  /// Saves a model whose key is not there, and returns its key.
  @discardableResult
  public func insert<M: Model & Sendable>(_ model: M) async throws -> M.PrimaryKey {
    try await store.write { [partition] in try $0.partition(partition).insert(model) }
  }

  /// Saves models whose keys are not there: all of them or none.
  @discardableResult
  public func insert<M: Model & Sendable>(
    contentsOf models: some Sequence<M> & Sendable
  ) async throws -> [M.PrimaryKey] {
    try await store.write { [partition] in try $0.partition(partition).insert(contentsOf: models) }
  }

  /// Inserts or replaces a model.
  @discardableResult
  public func put<M: Model & Sendable>(_ model: M) async throws -> PutOutcome {
    try await store.write { [partition] in try $0.partition(partition).put(model) }
  }

  /// Saves models, all of them or none; of several with one key the last wins.
  @discardableResult
  public func put<M: Model & Sendable>(
    contentsOf models: some Sequence<M> & Sendable
  ) async throws -> SaveOutcome {
    try await store.write { [partition] in try $0.partition(partition).put(contentsOf: models) }
  }

  /// Replaces the row of a model, if the row exists.
  @discardableResult
  public func update<M: Model & Sendable>(_ model: M) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(model) }
  }

  /// Changes the model at a key, if there is one.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: @escaping @Sendable (inout M) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(type, key, change) }
  }

  /// Changes the existing models of some keys: all of them or none.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ type: M.Type, keys: some Sequence<M.PrimaryKey> & Sendable,
    _ change: @escaping @Sendable (inout M) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in
      try $0.partition(partition).update(type, keys: keys, change)
    }
  }

  /// Changes every model that passes: all of them or none.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ type: M.Type, where isIncluded: @escaping @Sendable (M) throws -> Bool,
    _ change: @escaping @Sendable (inout M) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in
      try $0.partition(partition).update(type, where: isIncluded, change)
    }
  }

  /// Saves some properties of a model into its row, if the row exists.
  @discardableResult
  public func patch<M: Model & Sendable>(
    _ model: M, _ properties: [any PartialKeyPath<M> & Sendable]
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).patch(model, properties) }
  }

  /// Saves some properties of several models into their rows: all of them or none.
  @discardableResult
  public func patch<M: Model & Sendable>(
    contentsOf models: some Sequence<M> & Sendable, _ properties: [any PartialKeyPath<M> & Sendable]
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in
      try $0.partition(partition).patch(contentsOf: models, properties)
    }
  }

  /// Saves a model into the row that has its value of a property, or as a new row.
  @discardableResult
  public func upsert<M: Model & Sendable, Owner: ArchivableObject, V: ArchivableValue>(
    _ model: M, on field: KeyPath<M.ArchiveFields.Type, ArchivedField<Owner, V>>,
    nil policy: NilPolicy = .overwrite
  ) async throws -> PutOutcome {
    let name = M.ArchiveFields.self[keyPath: field].name
    return try await store.write { [partition] in
      try $0.partition(partition).upsert(model, onField: name, nil: policy)
    }
  }

  /// Deletes the row of a model, and returns whether the row existed.
  @discardableResult
  public func delete<M: Model & Sendable>(_ model: M) async throws -> Bool {
    try await store.write { [partition] in try $0.partition(partition).delete(model) }
  }

  /// Deletes the row of a key, and returns whether the row existed.
  @discardableResult
  public func delete<M: Model & Sendable>(
    _ type: M.Type, _ key: M.PrimaryKey
  ) async throws -> Bool {
    try await store.write { [partition] in try $0.partition(partition).delete(type, key) }
  }

  /// Deletes the rows of some keys, and returns how many rows existed.
  @discardableResult
  public func delete<M: Model & Sendable>(
    _ type: M.Type, keys: some Sequence<M.PrimaryKey> & Sendable
  ) async throws -> Int {
    try await store.write { [partition] in try $0.partition(partition).delete(type, keys: keys) }
  }

  /// Deletes the rows of a range of keys; says how many there were.
  @discardableResult
  public func delete<M: Model & Sendable>(_ type: M.Type, in keys: KeyRange) async throws -> Int {
    try await store.write { [partition] in try $0.partition(partition).delete(type, in: keys) }
  }

  /// Deletes every model that passes; says how many did.
  @discardableResult
  public func delete<M: Model & Sendable>(
    _ type: M.Type, where isIncluded: @escaping @Sendable (M) throws -> Bool
  ) async throws -> Int {
    try await store.write { [partition] in
      try $0.partition(partition).delete(type, where: isIncluded)
    }
  }

  /// Deletes all models of a type; says how many there were.
  @discardableResult
  public func deleteAll<M: Model & Sendable>(
    _ type: M.Type, resetSequence: Bool = false
  ) async throws -> Int {
    try await store.write { [partition] in
      try $0.partition(partition).deleteAll(type, resetSequence: resetSequence)
    }
  }
}
