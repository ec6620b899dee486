internal import LodeCoding
public import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Searches the texts of a type, and returns the hits ranked by relevance.
  ///
  /// ```swift
  /// for hit in try store.search(Recipe.self, "bread OR cake", limit: 10) {
  ///   print(hit.score, hit.object.title, try hit.snippet("steps"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: A model type with `@Searchable` properties.
  ///   - text: The search text; the guide `Search.md` describes its language. An empty text matches
  ///     no model.
  ///   - mode: How the text is parsed: as the search language, as plain words, or as text that is
  ///     still being typed.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(postings of the terms); with a limit, blocks of postings that cannot contain a
  ///   better hit are skipped.
  /// - Throws: `SearchSyntaxError` if the text is malformed, with the position; `ArchiveError` if a
  ///   row cannot be read; `StoreError` with one of these codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if the limit is negative.
  public func search<M: Model>(
    _ type: M.Type, _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<M>] {
    try search(M.matching(text, mode).limit(limit))
  }

  /// Returns the models that match a query, with their scores.
  ///
  /// Hits are ranked by relevance unless the query has an order. Without a search, every score is
  /// 0.
  ///
  /// - Complexity: O(postings of the terms). A condition adds O(log n + k) for k matching rows if
  ///   an index answers the condition, otherwise O(hits). An order adds O(k log k).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row cannot
  ///   be read; `StoreError` with one of these codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func search<M: Model>(_ query: Query<M>) throws -> [SearchHit<M>] {
    var hits: [SearchHit<M>] = []
    try scanHits(query) { hit in
      hits.append(hit)
      return .next
    }
    return hits
  }

  /// Calls `body` with each hit of a query, in order, until `body` returns `.stop`.
  ///
  /// Hits are ranked by relevance unless the query has an order. Models are decoded one at a time.
  ///
  /// - Complexity: O(postings of the terms). A condition adds O(log n + k) for k matching rows if
  ///   an index answers the condition, otherwise O(hits). An order adds O(k log k).
  /// - Throws: the errors of `body`; `ConditionError` if the query names an unknown field or has an
  ///   invalid expression; ``QueryError`` with `needsIndex` if the query requires an index that
  ///   does not exist; `SearchSyntaxError` if the query has a malformed search text; `ArchiveError`
  ///   if a row cannot be read; `StoreError` with one of these codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
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

  /// Returns the models that match a query, ranked by a function of scores and models.
  ///
  /// ```swift
  /// let hits = try store.read { transaction in
  ///   try transaction.search(Recipe.matching("bread").limit(10)) { score, recipe in
  ///     recipe.steps.count < 5 ? 2 * score : score
  ///   }
  /// }
  /// ```
  ///
  /// The highest result comes first. Every model that matches is decoded. The query's order is
  /// ignored; its limit and offset apply to the result.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - score: Returns the new score of a model from its score and the model.
  /// - Complexity: O(postings of the terms). A condition adds O(log n + k) for k matching models if
  ///   an index answers the condition, otherwise O(hits). The ranking adds O(k log k); the matching
  ///   models are held in memory.
  /// - Throws: the errors of `score`; `ConditionError` if the query names an unknown field or has
  ///   an invalid expression; ``QueryError`` with `needsIndex` if the query requires an index that
  ///   does not exist; `SearchSyntaxError` if the query has a malformed search text; `ArchiveError`
  ///   if a row cannot be read; `StoreError` with one of these codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
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

  /// Returns the keys of the models that match a query, in order, with their scores.
  ///
  /// No model is decoded. Rows are read only for a condition or an order.
  ///
  /// - Complexity: O(postings of the terms). A condition adds O(log n + k) for k matching rows if
  ///   an index answers the condition, otherwise O(hits). An order adds O(k log k).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `KeyError` if a row has a key
  ///   of another type; `ArchiveError` if a row cannot be read; `StoreError` with one of these
  ///   codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func scores<M: Model>(
    of query: Query<M>
  ) throws -> [(key: M.PrimaryKey, score: Double)] {
    let rows = try rows(of: query)
    return try rows.scores().map {
      (try rows.place.key($0.key.span, as: M.PrimaryKey.self), $0.score)
    }
  }

  /// Returns the keys of the models that match a query, in order, without decoding models.
  ///
  /// - Complexity: O(log n + k) for k matching rows if an index answers the query, otherwise O(n).
  ///   An order that no index has adds O(k log k).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `KeyError` if a row has a key
  ///   of another type; `ArchiveError` if a row cannot be read; `StoreError` with one of these
  ///   codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func keys<M: Model>(of query: Query<M>) throws -> [M.PrimaryKey] {
    let rows = try rows(of: query)
    return try rows.keys().map { try rows.place.key($0.span, as: M.PrimaryKey.self) }
  }
}
