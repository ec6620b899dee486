public import LodeCoding
internal import LodeStore

// Reads away from the calling actor, writes on the store's writer thread. `ModelReading` and
// `ModelWriting` say what the calls do and throw.
extension ModelStoring {
  /// The models that a query chooses.
  public func fetch<M: Model & Sendable>(
    _ query: Query<M>
  ) async throws -> [M] {
    try await store.read { [partition] in try $0.partition(partition).fetch(query) }
  }

  /// All models of a type, in the order of their keys.
  public func fetch<M: Model & Sendable>(_ type: M.Type) async throws -> [M] {
    try await fetch(Query(type))
  }

  /// The first of the models that a query chooses, or `nil` when there is none.
  public func first<M: Model & Sendable>(
    _ query: Query<M>
  ) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).first(query) }
  }

  /// How many models a query chooses; none of them is made.
  public func count<M: Model & Sendable>(
    _ query: Query<M>
  ) async throws -> Int {
    try await store.read { [partition] in try $0.partition(partition).count(query) }
  }

  /// Whether a query chooses any model; none is made.
  public func exists<M: Model & Sendable>(
    _ query: Query<M>
  ) async throws -> Bool {
    try await store.read { [partition] in try $0.partition(partition).exists(query) }
  }

  /// The values at some paths of the rows that a query chooses, by the paths' text; without those
  /// that are nil.
  public func select<M: Model & Sendable>(
    _ paths: [ArchivePath], distinct: Bool = false, _ query: Query<M>
  ) async throws -> [[String: ArchiveValue]] {
    try await store.read { [partition] in
      try $0.partition(partition).select(paths, distinct: distinct, query)
    }
  }

  /// What is calculated of the rows that a query chooses.
  public func aggregate<M: Model & Sendable>(
    _ aggregate: Aggregate, _ query: Query<M>
  ) async throws -> ArchiveValue? {
    try await store.read { [partition] in try $0.partition(partition).aggregate(aggregate, query) }
  }

  /// What is calculated of the rows that a query chooses, for each group that has the same values
  /// at some paths.
  public func groups<M: Model & Sendable>(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ query: Query<M>
  ) async throws -> [QueryGroup] {
    try await store.read { [partition] in
      try $0.partition(partition).groups(by: paths, aggregates, query)
    }
  }

  /// Changes every model that a query chooses.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ query: Query<M>, _ change: @escaping @Sendable (inout M) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(query, change) }
  }

  /// Sets some fields, by their names in archives, of every model that a query chooses.
  @discardableResult
  public func update<M: Model & Sendable>(
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write { [partition] in try $0.partition(partition).update(query, set: fields) }
  }

  /// Deletes every model that a query chooses; says how many there were.
  @discardableResult
  public func delete<M: Model & Sendable>(
    _ query: Query<M>
  ) async throws -> Int {
    try await store.write { [partition] in try $0.partition(partition).delete(query) }
  }
}
