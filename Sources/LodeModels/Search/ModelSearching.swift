public import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models whose texts match, the best first, with their scores.
  ///
  /// ```swift
  /// for hit in try store.search(Recipe.self, "bread OR cake", limit: 10) {
  ///   print(hit.score, hit.object.title, try hit.snippet("steps"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - text: what is searched for, in the language that `Docs/Guides/Search.md` tells. An empty
  ///     one finds nothing.
  ///   - mode: whether the text is read as the language, as plain words, or as a text that is still
  ///     being typed.
  ///   - limit: the largest number of results.
  /// - Complexity: O(blocks of the words' postings that may hold one of the best).
  /// - Throws: ``SearchSyntaxError`` with the place in a text that is malformed; `StoreError` with
  ///   `indexNotFound` when the model has no search index that is built, `damaged`; as `fetch` of a
  ///   query.
  public func search<M: Model>(
    _ type: M.Type, _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<M>] {
    try search(M.matching(text, mode).limit(limit))
  }

  /// The models that a query chooses, in its order, with their scores.
  ///
  /// - Complexity: as `fetch` of the query.
  /// - Throws: as `search` of a text.
  public func search<M: Model>(_ query: Query<M>) throws -> [SearchHit<M>] {
    var hits: [SearchHit<M>] = []
    try scanHits(query) { hit in
      hits.append(hit)
      return .next
    }
    return hits
  }

  /// Calls `body` with each of the models that a query chooses, in its order, until it says to
  /// stop.
  ///
  /// No more models are made than `body` has seen.
  ///
  /// - Complexity: as `fetch` of the query.
  /// - Throws: as `search` of a text; what `body` throws.
  public func scanHits<M: Model>(
    _ query: Query<M>, _ body: (SearchHit<M>) throws -> IterationStep
  ) throws {
    let rows = try rows(of: query)
    let columns = rows.searchedColumns
    try rows.scanHits { found, row in
      let model = try rows.access.unarchive(row.bytes, row.type, as: M.self, AllowedTypes())
      return try body(SearchHit(model, found, columns))
    }
  }

  /// The models that a query chooses, by what a function makes of scores and models, the greatest
  /// first.
  ///
  /// ```swift
  /// let hits = try store.search(Recipe.matching("bread").limit(10)) { score, recipe in
  ///   recipe.steps.count < 5 ? 2 * score : score
  /// }
  /// ```
  ///
  /// A model is made of every row that the query finds. Orders of the query do not matter, its
  /// window is of the result.
  ///
  /// - Complexity: O(k log k) and k models for k that match.
  /// - Throws: as `search` of a text; what the function throws.
  public func search<M: Model>(
    _ query: Query<M>, scoring score: (Double, M) throws -> Double
  ) throws -> [SearchHit<M>] {
    _ = try rows(of: query)
    var all = query.limit(nil).offset(0)
    all.selection.orders = []
    var hits: [SearchHit<M>] = []
    try scanHits(all) { hit in
      var hit = hit
      hit.score = try score(hit.score, hit.object)
      hits.append(hit)
      return .next
    }
    let sorted = hits.enumerated().sorted {
      ($0.element.score, $1.offset) > ($1.element.score, $0.offset)
    }
    let window = sorted.dropFirst(query.selection.offset)
    return window.prefix(query.selection.limit ?? .max).map(\.element)
  }

  /// The keys of the models that a query chooses, in its order, with their scores; no model is
  /// made.
  ///
  /// - Complexity: as `fetch` of the query; no row is read unless there is a condition or an order.
  /// - Throws: as `search` of a text.
  public func scores<M: Model>(
    of query: Query<M>
  ) throws -> [(key: M.PrimaryKey, score: Double)] {
    let rows = try rows(of: query)
    return try rows.scores().map {
      (try rows.place.key($0.key.span, as: M.PrimaryKey.self), $0.score)
    }
  }

  /// The keys of the models that a query chooses, in its order; no model is made.
  ///
  /// - Complexity: as `fetch` of the query.
  /// - Throws: as `search` of a text.
  public func keys<M: Model>(of query: Query<M>) throws -> [M.PrimaryKey] {
    let rows = try rows(of: query)
    return try rows.keys().map { try rows.place.key($0.span, as: M.PrimaryKey.self) }
  }
}
