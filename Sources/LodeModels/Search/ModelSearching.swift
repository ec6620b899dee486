internal import LodeCoding
public import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Searches the texts of the models of a type, and returns the hits ranked by relevance.
  ///
  /// ```swift
  /// for hit in try store.search(Recipe.self, "bread OR cake", limit: 10) {
  ///   print(hit.score, hit.object.title, try hit.snippet("steps") ?? "")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: A model type with a full-text index.
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no model.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(p) for p postings of the search terms. With a limit, the call can skip
  ///   postings that cannot lead to a better hit.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
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
  /// ```swift
  /// let hits = try store.search(Recipe.where { $0.id > 10 }.matching("bread").limit(10))
  /// ```
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. An order adds
  ///   O(h log h). A query without a search takes O(log n + k) if an index or the key answers the
  ///   query, otherwise O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func search<M: Model>(_ query: Query<M>) throws -> [SearchHit<M>] {
    let rows = try rows(of: query)
    let columns = rows.searchedColumns
    var hits: [SearchHit<M>] = []
    try rows.scanHits { match, row in
      hits.append(SearchHit(try rows.model(row), match, columns))
      return .next
    }
    return hits
  }

  /// Calls `body` with each hit of a query, in order, until `body` returns `.stop`.
  ///
  /// Hits are ranked by relevance unless the query has an order. The call decodes one model at a
  /// time, and holds the keys of the hits in memory. Inside a write, `body` must not change the
  /// collection.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. An order adds
  ///   O(h log h). A query without a search takes O(log n + k) if an index or the key answers the
  ///   query, otherwise O(n).
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  public func scanHits<M: Model>(
    _ query: Query<M>, _ body: (SearchHit<M>) throws -> IterationStep
  ) throws {
    let rows = try rows(of: query)
    let columns = rows.searchedColumns
    try passingCallerErrors {
      try rows.scanHits { match, row in
        let hit = SearchHit(try rows.model(row) as M, match, columns)
        return try callerErrors { try body(hit) }
      }
    }
  }

  /// Returns the models that match a query, ranked by the scores that a closure returns.
  ///
  /// ```swift
  /// let hits = try store.read { transaction in
  ///   try transaction.search(Recipe.matching("bread").limit(10)) { score, recipe in
  ///     recipe.steps.count < 5 ? 2 * score : score
  ///   }
  /// }
  /// ```
  ///
  /// The highest new score comes first. The call decodes every matching model, and ignores the
  /// query's order. The query's limit and offset apply to the new ranking.
  ///
  /// - Parameters:
  ///   - query: Selects the models.
  ///   - score: Returns the new score of a model from the old score and the model.
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. The ranking adds
  ///   O(h log h). The call holds the matching models in memory. A query without a search takes
  ///   O(log n + k) if an index or the key answers the query, otherwise O(n).
  /// - Throws: One of these errors:
  ///   - Any error that `score` throws.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
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
  /// The call decodes no model. If the query has a search, the call reads rows only for a condition
  /// or an order. Without a search, every score is 0.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   rows of n that an index or the key finds, otherwise O(h) for h hits. An order adds
  ///   O(h log h). A query without a search takes O(log n + k) if an index or the key answers the
  ///   query, otherwise O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  ///     - `invalidKey` if a row has a key of another type.
  public func scores<M: Model>(
    of query: Query<M>
  ) throws -> [(key: M.PrimaryKey, score: Double)] {
    let rows = try rows(of: query)
    return try rows.scores().map {
      (try rows.place.key($0.key.span, as: M.PrimaryKey.self, of: M.collectionName), $0.score)
    }
  }

  /// Returns the keys of the models that match a query, in order, without decoding models.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field or timestamp that the query names, and the
  ///       query is not lenient (``Query/lenient()``).
  ///     - `unknownField` if rows exist, and a query parsed from text names a dictionary key that
  ///       no row and no index has. A lenient query allows such a key.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  ///     - `invalidKey` if a row has a key of another type.
  public func keys<M: Model>(of query: Query<M>) throws -> [M.PrimaryKey] {
    let rows = try rows(of: query)
    return try rows.keys().map {
      try rows.place.key($0.span, as: M.PrimaryKey.self, of: M.collectionName)
    }
  }
}
