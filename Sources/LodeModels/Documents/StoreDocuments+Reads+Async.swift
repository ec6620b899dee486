public import LodeCoding
public import LodeSearch
public import LodeStore

// The asynchronous forms of StoreDocuments+Reads.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension StoreDocuments {
  /// Returns the document at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  public func get(_ key: some KeyConvertible & Sendable) async throws -> Document? {
    try await store.read { try $0.documents(name, partition: partition).get(key) }
  }

  /// Returns the documents at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// All documents come from one snapshot.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys and n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `keyFormatMismatch` if a key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if a key is empty.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  public func get<K: KeyConvertible & SendableMetatype>(keys: some Sequence<K> & Sendable)
    async throws -> [Document?]
  {
    try await store.read { try $0.documents(name, partition: partition).get(keys: keys) }
  }

  /// Returns whether a key exists, without decoding the document.
  ///
  /// - Complexity: O(log n) for n documents, and O(size of the row) for its checksum.
  /// - Throws: `CancellationError` if the task was cancelled before the read; `StoreError` with one
  ///   of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///     collection has raw keys.
  ///   - `keyEmpty` if the key is empty.
  ///   - `damaged` if the file or the row is damaged.
  public func contains(_ key: some KeyConvertible & Sendable) async throws -> Bool {
    try await store.read { try $0.documents(name, partition: partition).contains(key) }
  }

  /// Returns the documents of a range of keys, in key order.
  ///
  /// - Parameters:
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of documents to return; `nil` for no limit. With 0, the call
  ///     returns no documents.
  /// - Complexity: O(log n + size of the returned rows) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  public func fetch(
    keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) async throws -> [Document] {
    try await store.read {
      try $0.documents(name, partition: partition).fetch(
        keys: keys, reversed: reversed, limit: limit)
    }
  }

  /// Returns the keys of a range, in key order, without decoding documents.
  ///
  /// ```swift
  /// let newest = try await store.documents("pets").keys(reversed: true, limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of keys to return; `nil` for no limit. With 0, the call returns
  ///     no keys.
  /// - Complexity: O(log n) for n documents, and O(size of the rows) for the checksums of the rows
  ///   at the returned keys.
  /// - Throws: `CancellationError` if the task was cancelled before or during the read;
  ///   `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `invalidLimit` if the limit is negative.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) async throws -> [RowKey] {
    try await store.read {
      try $0.documents(name, partition: partition).keys(range, reversed: reversed, limit: limit)
    }
  }

  /// Returns the documents that match a selection, in the selection's order.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  public func fetch(_ selection: Selection) async throws -> [Document] {
    try await store.read { try $0.documents(name, partition: partition).fetch(selection) }
  }

  /// Returns the documents that match a condition written as text.
  ///
  /// ```swift
  /// let small = try await store.documents("pets").fetch("weight < 10 ORDER BY name LIMIT 5")
  /// ```
  ///
  /// - Parameters:
  ///   - text: A condition, an order, a limit, and an offset, each optional. The guide
  ///     `Conditions.md` describes the language.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   text, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the text's
  ///   order.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `syntax` if the text is malformed, or has a negative limit or offset.
  ///     - `tooDeep` if the text is nested more than 64 levels deep.
  ///     - `parameter` if a parameter has no value, or a value has no parameter.
  ///     - `comparedWithNull` if the text compares a value with `NULL`.
  ///     - `unknownField` if documents exist, and the text names a field that no document, index,
  ///       or recorded schema has.
  ///     - `unknownField` if the text names an unknown row property, such as `$size`, or a
  ///       component of `$key` that no model of the collection declares.
  ///     - `typeMismatch` if the text compares a timestamp, `$revision`, or a model's field with a
  ///       value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the collection does not exist.
  ///     - `unknownFunction` if the text uses a function that is not registered.
  public func fetch(_ text: String, parameters: ConditionParameters = []) async throws -> [Document]
  {
    try await store.read {
      try $0.documents(name, partition: partition).fetch(text, parameters: parameters)
    }
  }

  /// Returns the first document that matches a selection, or `nil` if no document matches.
  ///
  /// - Complexity: O(log n) for n documents if an index or the key answers the selection in the
  ///   selection's order. If the call must sort k matching documents, O(log n + k). Without an
  ///   index or a key, O(n). An offset of o documents adds O(o), or O(k log k) if the call sorts.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  public func first(_ selection: Selection) async throws -> Document? {
    try await store.read { try $0.documents(name, partition: partition).first(selection) }
  }

  /// Returns the first document that matches a condition written as text, or `nil` if no document
  /// matches.
  ///
  /// - Parameters:
  ///   - text: A condition, an order, a limit, and an offset, each optional. The guide
  ///     `Conditions.md` describes the language.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(log n) for n documents if an index or the key answers the text in the text's
  ///   order. If the call must sort k matching documents, O(log n + k). Without an index or a key,
  ///   O(n). An offset of o documents adds O(o), or O(k log k) if the call sorts.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `syntax` if the text is malformed, or has a negative limit or offset.
  ///     - `tooDeep` if the text is nested more than 64 levels deep.
  ///     - `parameter` if a parameter has no value, or a value has no parameter.
  ///     - `comparedWithNull` if the text compares a value with `NULL`.
  ///     - `unknownField` if documents exist, and the text names a field that no document, index,
  ///       or recorded schema has.
  ///     - `unknownField` if the text names an unknown row property, such as `$size`, or a
  ///       component of `$key` that no model of the collection declares.
  ///     - `typeMismatch` if the text compares a timestamp, `$revision`, or a model's field with a
  ///       value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the collection does not exist.
  ///     - `unknownFunction` if the text uses a function that is not registered.
  public func first(_ text: String, parameters: ConditionParameters = []) async throws -> Document?
  {
    try await store.read {
      try $0.documents(name, partition: partition).first(text, parameters: parameters)
    }
  }

  /// Returns the number of documents that match a selection, without decoding the documents.
  ///
  /// The selection's offset and limit apply: with a limit of 10, the result is at most 10.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). A counting index with g groups answers in O(g log n). The count
  ///   of a whole collection without partitions takes O(1).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  public func count(_ selection: Selection) async throws -> Int {
    try await store.read { try $0.documents(name, partition: partition).count(selection) }
  }

  /// Returns the number of documents that match a condition written as text, without decoding the
  /// documents.
  ///
  /// The text's offset and limit apply: with a limit of 10, the result is at most 10.
  ///
  /// - Parameters:
  ///   - text: A condition, an order, a limit, and an offset, each optional. The guide
  ///     `Conditions.md` describes the language.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   text, otherwise O(n). A counting index with g groups answers in O(g log n). The count of a
  ///   whole collection without partitions takes O(1).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `syntax` if the text is malformed, or has a negative limit or offset.
  ///     - `tooDeep` if the text is nested more than 64 levels deep.
  ///     - `parameter` if a parameter has no value, or a value has no parameter.
  ///     - `comparedWithNull` if the text compares a value with `NULL`.
  ///     - `unknownField` if documents exist, and the text names a field that no document, index,
  ///       or recorded schema has.
  ///     - `unknownField` if the text names an unknown row property, such as `$size`, or a
  ///       component of `$key` that no model of the collection declares.
  ///     - `typeMismatch` if the text compares a timestamp, `$revision`, or a model's field with a
  ///       value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the store requires an index,
  ///     but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the collection does not exist.
  ///     - `unknownFunction` if the text uses a function that is not registered.
  public func count(_ text: String, parameters: ConditionParameters = []) async throws -> Int {
    try await store.read {
      try $0.documents(name, partition: partition).count(text, parameters: parameters)
    }
  }

  /// Returns the number of documents that match a search and its condition.
  ///
  /// The search's offset and limit apply. If the search has no condition and the collection has no
  /// partitions, the call reads no document.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   matching documents of n if an index answers the condition, otherwise O(h) for h hits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the search names a field that no document, index,
  ///       or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the search names a component of `$key` that no model of the collection
  ///       declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the search is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the condition was parsed from text, the selection is not
  ///       lenient, and the collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the search uses a function that is not registered.
  public func count(_ search: SearchSelection) async throws -> Int {
    try await store.read { try $0.documents(name, partition: partition).count(search) }
  }

  /// Returns whether any document matches a selection, without decoding documents.
  ///
  /// With an offset, the call returns whether more documents match than the selection skips.
  ///
  /// - Complexity: O(log n) for n documents if one index or the key answers the selection,
  ///   otherwise O(n). An offset of o documents adds O(o).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a
  ///       field.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the selection was parsed from text and is not lenient, and the
  ///       collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection uses a function that is not registered.
  public func exists(_ selection: Selection) async throws -> Bool {
    try await store.read { try $0.documents(name, partition: partition).exists(selection) }
  }

  /// Searches the texts of the collection, and returns the hits ranked by relevance.
  ///
  /// ```swift
  /// let hits = try await store.documents("pets").search("friendly OR playful", limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes the language. An empty text matches
  ///     no document.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  ///   - limit: The maximum number of hits to return; `nil` for no limit. With 0, the call returns
  ///     no hits.
  /// - Complexity: O(p) for p postings of the search terms. With a limit, the search skips blocks
  ///   of postings that cannot contain a better hit.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  public func search(
    _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) async throws -> [SearchHit<Document>] {
    try await store.read {
      try $0.documents(name, partition: partition).search(text, mode, limit: limit)
    }
  }

  /// Returns the documents that match a search and its condition, with their scores.
  ///
  /// Hits are ranked by relevance unless the search has an order.
  ///
  /// - Complexity: O(p) for p postings of the search terms. A condition adds O(log n + k) for k
  ///   matching documents of n if an index answers the condition, otherwise O(h) for h hits. An
  ///   order adds O(h log h).
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if documents exist, and the search names a field that no document, index,
  ///       or recorded schema has. A lenient selection (`Selection.lenient()`) allows such a field.
  ///     - `unknownField` if the search names a component of `$key` that no model of the collection
  ///       declares, and the selection is not lenient.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type. A lenient selection allows the
  ///       comparison.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the search is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before or during the read.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `indexNotFound` if the collection has no usable full-text index.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `collectionNotFound` if the condition was parsed from text, the selection is not
  ///       lenient, and the collection does not exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the search uses a function that is not registered.
  public func search(_ search: SearchSelection) async throws -> [SearchHit<Document>] {
    try await store.read { try $0.documents(name, partition: partition).search(search) }
  }
}
