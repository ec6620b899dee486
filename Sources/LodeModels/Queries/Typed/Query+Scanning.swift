internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the models that match a query and for which a closure returns `true`, in the query's
  /// order.
  ///
  /// ```swift
  /// let large = City.where { $0.people > 1_000 }
  /// let odd = try store.read { try $0.fetch(large, scanning: { $0.name.count % 2 == 1 }) }
  /// ```
  ///
  /// The closure is called with every model that matches the query, because no index can answer a
  /// closure. The call ends at the query's limit. Offset and limit count the models that the
  /// closure accepts.
  ///
  /// - Complexity: as `fetch`, and each matching row is decoded.
  /// - Throws: the errors of `fetch` and of the closure.
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
  /// Changes every model that matches a query and that a closure accepts: changes all models, or no
  /// model on failure.
  ///
  /// ```swift
  /// let all = Query(City.self)
  /// try store.write { transaction in
  ///   try transaction.update(all, scanning: { $0.name.count > 20 }) { $0.people = 0 }
  /// }
  /// ```
  ///
  /// The closure is called with every model that matches the query, because no index can answer a
  /// closure.
  ///
  /// - Returns: How many models the closure accepted, and how many changed.
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

  /// Deletes every model that matches a query and that a closure accepts, and returns the number of
  /// deleted rows.
  ///
  /// The closure is called with every model that matches the query, because no index can answer a
  /// closure. If an error is thrown, earlier rows stay deleted unless the error leaves the write or
  /// a savepoint.
  ///
  /// - Complexity: as `fetch`, and each matching row is decoded; the accepted models are held in
  ///   memory.
  /// - Throws: the errors of `fetch`, of the closure, and of `delete` with one key.
  @discardableResult
  public func delete<M: Model>(
    _ query: Query<M>, scanning isIncluded: (M) throws -> Bool
  ) throws -> Int {
    try delete(M.self, keys: fetch(query, scanning: isIncluded).map(\.primaryKey))
  }
}
