internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models that a query chooses and a closure lets through, in the query's order.
  ///
  /// ```swift
  /// let large = City.where { $0.people > 1_000 }
  /// let odd = try store.read { try $0.fetch(large, scanning: { $0.name.count % 2 == 1 }) }
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

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Changes every model that matches a query and passes a closure: all of them, or none on failure.
  ///
  /// ```swift
  /// let all = Query(City.self)
  /// try store.write { transaction in
  ///   try transaction.update(all, scanning: { $0.name.count > 20 }) { $0.people = 0 }
  /// }
  /// ```
  ///
  /// The closure reads every model that matches the query, because no index can answer a closure.
  ///
  /// - Returns: How many models passed, and how many changed.
  /// - Complexity: as `fetch`, and each matching row is decoded; keys and changed models are held
  ///   in memory.
  /// - Throws: the errors of `fetch`, of both closures, and of `update` with one key.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    let keys = try fetch(query, scanning: isIncluded).map(\.primaryKey)
    return try update(M.self, keys: keys, change)
  }

  /// Deletes every model that matches a query and passes a closure, and returns how many did.
  ///
  /// The closure reads every model that matches the query, because no index can answer a closure.
  ///
  /// - Complexity: as `fetch`, and each matching row is decoded; the matching models are held in
  ///   memory.
  /// - Throws: the errors of `fetch` and of the closure.
  @discardableResult
  public func delete<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool
  ) throws -> Int {
    try delete(M.self, keys: fetch(query, scanning: isIncluded).map(\.primaryKey))
  }
}
