public import LodeCoding
internal import LodeStore

// Each a transaction of its own. `ModelReading` and `ModelWriting` say what the calls do and throw.
extension ModelStoring {
  /// The models that a query chooses.
  public func fetch<M: Model>(
    _ query: Query<M>
  ) throws -> [M] {
    try store.read { try $0.partition(partition).fetch(query) }
  }

  /// All models of a type, in the order of their keys.
  public func fetch<M: Model>(_ type: M.Type) throws -> [M] { try fetch(Query(type)) }

  /// The first of the models that a query chooses, or `nil` when there is none.
  public func first<M: Model>(
    _ query: Query<M>
  ) throws -> M? {
    try store.read { try $0.partition(partition).first(query) }
  }

  /// How many models a query chooses; none of them is made.
  public func count<M: Model>(
    _ query: Query<M>
  ) throws -> Int {
    try store.read { try $0.partition(partition).count(query) }
  }

  /// Whether a query chooses any model; none is made.
  public func exists<M: Model>(
    _ query: Query<M>
  ) throws -> Bool {
    try store.read { try $0.partition(partition).exists(query) }
  }

  /// The values at some paths of the rows that a query chooses, by the paths' text; without those
  /// that are nil.
  public func select<M: Model>(
    _ paths: [ArchivePath], distinct: Bool = false, _ query: Query<M>
  ) throws -> [[String: ArchiveValue]] {
    try store.read { try $0.partition(partition).select(paths, distinct: distinct, query) }
  }

  /// What is calculated of the rows that a query chooses.
  public func aggregate<M: Model>(
    _ aggregate: Aggregate, _ query: Query<M>
  ) throws -> ArchiveValue? {
    try store.read { try $0.partition(partition).aggregate(aggregate, query) }
  }

  /// What is calculated of the rows that a query chooses, for each group that has the same values
  /// at some paths.
  public func groups<M: Model>(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ query: Query<M>
  ) throws -> [QueryGroup] {
    try store.read { try $0.partition(partition).groups(by: paths, aggregates, query) }
  }

  /// Changes every model that a query chooses.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(query, change) }
  }

  /// Sets some fields, by their names in archives, of every model that a query chooses.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(query, set: fields) }
  }

  /// Deletes every model that a query chooses; says how many there were.
  @discardableResult
  public func delete<M: Model>(
    _ query: Query<M>
  ) throws -> Int {
    try store.write { try $0.partition(partition).delete(query) }
  }

  /// Calls `body` with each of the models that a query chooses, in order.
  public func forEach<M: Model>(_ query: Query<M>, _ body: (M) throws -> Void) throws {
    try store.read { try $0.partition(partition).forEach(query, body) }
  }
}
