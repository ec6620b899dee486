internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models that a query chooses and a closure lets through, in the query's order.
  ///
  /// ```swift
  /// let large = City.where { $0.people > 1_000 }
  /// let odd = try store.fetch(large, scanning: { $0.name.count % 2 == 1 })
  /// ```
  ///
  /// For what conditions cannot say: an index cannot answer a closure, so it is asked about every
  /// model that the query's condition chooses, until there are as many as the query's limit. Offset
  /// and limit are of what it lets through.
  ///
  /// - Complexity: as `fetch`, and a model is made of each row that the condition chooses.
  /// - Throws: as `fetch`; what the closure throws.
  public func fetch<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool
  ) throws -> [M] {
    _ = try rows(of: query)
    let (limit, offset) = (query.selection.limit ?? .max, query.selection.offset)
    var (models, passed): ([M], Int) = ([], 0)
    if limit == 0 { return [] }
    try scan(query.offset(0).limit(nil)) { model in
      guard try isIncluded(model) else { return .next }
      passed += 1
      if passed > offset { models.append(model) }
      return models.count < limit ? .next : .stop
    }
    return models
  }
}

// Each a transaction of its own.
extension ModelStoring {
  /// The models that a query chooses and a closure lets through.
  public func fetch<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool
  ) throws -> [M] {
    try store.read { try $0.partition(partition).fetch(query, scanning: isIncluded) }
  }

  /// The models that a query chooses and a closure lets through.
  public func fetch<M: Model & Sendable>(
    _ query: Query<M>, scanning isIncluded: @escaping @Sendable (M) throws -> Bool
  ) async throws -> [M] {
    try await store.read { [partition] in
      try $0.partition(partition).fetch(query, scanning: isIncluded)
    }
  }
}
