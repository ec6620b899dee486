public import LodeCoding
public import LodeSearch
internal import LodeStore

// The asynchronous forms of ModelStoring+Reads.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension ModelStoring {
  /// Returns the model at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  public func get<M: Model & Sendable>(_ type: M.Type = M.self, _ key: M.PrimaryKey) async throws
    -> M?
  {
    try await store.read { [partition] in try $0.partition(partition).get(type, key) }
  }

  /// Returns the models at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// All models come from one snapshot.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys and n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model. The cause
  ///     has the code `futureVersion` if a later version of the type wrote that row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive, or `keyFormatMismatch` if the collection has
  ///       raw keys.
  public func get<M: Model & Sendable>(
    _ type: M.Type = M.self, keys: some Sequence<M.PrimaryKey> & Sendable
  ) async throws -> [M?] {
    try await store.read { [partition] in try $0.partition(partition).get(type, keys: keys) }
  }

  /// Returns the model that a reference names, or `nil` if the row of the model does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  public func get<M: Model & Sendable>(_ reference: Ref<M>) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).get(reference) }
  }

  /// Returns whether a key exists, without decoding the model.
  ///
  /// - Complexity: O(log n) for n rows, and O(size of the row) for its checksum.
  /// - Throws: `CancellationError` if the task was cancelled before the read; `StoreError` with one
  ///   of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or the row is damaged.
  ///   - `keyFormatMismatch` if the collection has raw keys.
  public func contains<M: Model & Sendable>(_ type: M.Type, _ key: M.PrimaryKey) async throws
    -> Bool
  {
    try await store.read { [partition] in try $0.partition(partition).contains(type, key) }
  }

  /// Returns the models that match a query, in the query's order.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  public func fetch<M: Model & Sendable>(_ query: Query<M>) async throws -> [M] {
    try await store.read { [partition] in try $0.partition(partition).fetch(query) }
  }

  /// Returns the models of a type, in key order.
  ///
  /// ```swift
  /// let first = try await store.fetch(City.self, limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of models to return; `nil` for no limit. With 0, the call
  ///     returns no models.
  /// - Complexity: O(log n + size of the returned rows) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model. The cause
  ///     has the code `futureVersion` if a later version of the type wrote that row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  public func fetch<M: Model & Sendable>(
    _ type: M.Type, keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) async throws -> [M] {
    try await store.read { [partition] in
      try $0.partition(partition).fetch(type, keys: keys, reversed: reversed, limit: limit)
    }
  }

  /// Returns projected values or an aggregate of the models that match a query.
  ///
  /// ```swift
  /// let cities = try await store.fetch(City.where { $0.people > 1_000 }.values { $0.name })
  /// let most = try await store.fetch(Query(City.self).maximum { $0.people })
  /// ```
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. With a covering index, the call reads
  ///   only rows whose entries lack an exact value.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed, or if a value or a sum
  ///     does not fit the result type.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  public func fetch<M: Model & Sendable, Answer: Sendable>(_ query: FieldQuery<M, Answer>)
    async throws -> Answer
  {
    try await store.read { [partition] in try $0.partition(partition).fetch(query) }
  }

  /// Returns the model with the lowest key, or `nil` if the type has no rows.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive.
  public func first<M: Model & Sendable>(_ type: M.Type) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).first(type) }
  }

  /// Returns the first model that matches a query, or `nil` if no model matches.
  ///
  /// - Complexity: O(log n) for n rows if an index or the key answers the query in the query's
  ///   order. If the call must sort k matching rows, O(log n + k). Without an index or a key, O(n).
  ///   An offset of o rows adds O(o), or O(k log k) if the call sorts. A search adds O(p) for p
  ///   postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  public func first<M: Model & Sendable>(_ query: Query<M>) async throws -> M? {
    try await store.read { [partition] in try $0.partition(partition).first(query) }
  }

  /// Returns the number of models of a type in the partition, without decoding the models.
  ///
  /// - Complexity: O(1) if the collection has no partitions. Otherwise, O(size of the partition's
  ///   rows) in a partition, and O(size of the rows in all partitions) outside of partitions.
  /// - Throws: `CancellationError` if the task was cancelled before or during the read;
  ///   `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row in a partition is damaged.
  public func count<M: Model & Sendable>(_ type: M.Type) async throws -> Int {
    try await store.read { [partition] in try $0.partition(partition).count(type) }
  }

  /// Returns the number of models that match a query, without decoding the models.
  ///
  /// The query's offset and limit apply: with a limit of 10, the result is at most 10.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). A counting index with g groups answers in O(g log n). The count of a whole
  ///   collection without partitions takes O(1). A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  public func count<M: Model & Sendable>(_ query: Query<M>) async throws -> Int {
    try await store.read { [partition] in try $0.partition(partition).count(query) }
  }

  /// Returns whether any model matches a query, without decoding models.
  ///
  /// With an offset, the call returns whether more models match than the query skips.
  ///
  /// - Complexity: O(log n) for n rows if one index or the key answers the query, otherwise O(n).
  ///   An offset of o rows adds O(o). A search adds O(p) for p postings of its terms.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  public func exists<M: Model & Sendable>(_ query: Query<M>) async throws -> Bool {
    try await store.read { [partition] in try $0.partition(partition).exists(query) }
  }

  /// Searches the texts of a type, and returns the hits ranked by relevance.
  ///
  /// ```swift
  /// let hits = try await store.search(Recipe.self, "tomato* NOT basil", limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - type: A model type with `@Searchable` properties.
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no model.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits to return; `nil` for no limit. With 0, the call returns
  ///     no hits.
  /// - Complexity: O(p) for p postings of the search terms. With a limit, the search skips blocks
  ///   of postings that cannot contain a better hit.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `indexNotFound` if the type has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  public func search<M: Model & Sendable>(
    _ type: M.Type, _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) async throws -> [SearchHit<M>] {
    try await store.read { [partition] in
      try $0.partition(partition).search(type, text, mode, limit: limit)
    }
  }

  /// Returns the models that match a query, with their scores.
  ///
  /// Hits are ranked by relevance unless the query has an order. Without a search, every score is
  /// 0.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   matching rows of n if an index answers the condition, otherwise O(h) for h hits. An order
  ///   adds O(h log h). A query without a search takes O(log n + k) if an index or the key answers
  ///   the query, otherwise O(n).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  public func search<M: Model & Sendable>(_ query: Query<M>) async throws -> [SearchHit<M>] {
    try await store.read { [partition] in try $0.partition(partition).search(query) }
  }
}
