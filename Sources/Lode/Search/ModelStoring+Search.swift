public import LodeSearch
internal import LodeStore

// Each a transaction of its own. `ModelReading` says what the calls do and throw.
extension ModelStoring {
  /// The models whose texts match, the best first, with their scores.
  public func search<M: Model>(
    _ type: M.Type, _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<M>] {
    try store.read { try $0.partition(partition).search(type, text, mode, limit: limit) }
  }

  /// The models that a query chooses, in its order, with their scores.
  public func search<M: Model>(_ query: Query<M>) throws -> [SearchHit<M>] {
    try store.read { try $0.partition(partition).search(query) }
  }

  /// The models that a query chooses, by what a function makes of scores and models, the greatest
  /// first.
  public func search<M: Model>(
    _ query: Query<M>, scoring score: (Double, M) throws -> Double
  ) throws -> [SearchHit<M>] {
    try store.read { try $0.partition(partition).search(query, scoring: score) }
  }

  /// The keys of the models that a query chooses, in its order, with their scores; no model is
  /// made.
  public func scores<M: Model>(
    of query: Query<M>
  ) throws -> [(key: M.PrimaryKey, score: Double)] {
    try store.read { try $0.partition(partition).scores(of: query) }
  }

  /// The keys of the models that a query chooses, in its order; no model is made.
  public func keys<M: Model>(of query: Query<M>) throws -> [M.PrimaryKey] {
    try store.read { try $0.partition(partition).keys(of: query) }
  }

  /// The models whose texts match, the best first, with their scores.
  public func search<M: Model & Sendable>(
    _ type: M.Type, _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) async throws -> [SearchHit<M>] {
    try await search(M.matching(text, mode).limit(limit))
  }

  /// The models that a query chooses, in its order, with their scores.
  public func search<M: Model & Sendable>(_ query: Query<M>) async throws -> [SearchHit<M>] {
    try await store.read { [partition] in try $0.partition(partition).search(query) }
  }

  /// The models that a query chooses, by what a function makes of scores and models, the greatest
  /// first.
  public func search<M: Model & Sendable>(
    _ query: Query<M>, scoring score: @escaping @Sendable (Double, M) throws -> Double
  ) async throws -> [SearchHit<M>] {
    try await store.read { [partition] in
      try $0.partition(partition).search(query, scoring: score)
    }
  }

  /// The keys of the models that a query chooses, in its order, with their scores; no model is
  /// made.
  public func scores<M: Model>(
    of query: Query<M>
  ) async throws -> [(key: M.PrimaryKey, score: Double)] where M.PrimaryKey: Sendable {
    try await store.read { [partition] in try $0.partition(partition).scores(of: query) }
  }

  /// The keys of the models that a query chooses, in its order; no model is made.
  public func keys<M: Model & Sendable>(of query: Query<M>) async throws -> [M.PrimaryKey]
  where M.PrimaryKey: Sendable {
    try await store.read { [partition] in try $0.partition(partition).keys(of: query) }
  }
}
