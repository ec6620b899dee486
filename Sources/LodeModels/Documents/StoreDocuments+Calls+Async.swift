public import LodeCoding
public import LodeSearch
public import LodeStore

// The asynchronous forms of StoreDocuments+Calls.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension StoreDocuments {
  /// Returns the document at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if the row is not a document.
  public func get(_ key: some KeyConvertible & Sendable) async throws -> Document? {
    try await store.read { try $0.documents(name, partition: partition).get(key) }
  }

  /// Returns the documents at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// All documents come from one snapshot.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys.
  /// - Throws: the errors of `get` with one key.
  public func get<K: KeyConvertible & SendableMetatype>(keys: some Sequence<K> & Sendable)
    async throws -> [Document?]
  {
    try await store.read { try $0.documents(name, partition: partition).get(keys: keys) }
  }

  /// Returns whether a key exists.
  ///
  /// - Complexity: O(log n), and O(size of the row) for its checksum.
  /// - Throws: `StoreError` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if the file or a row is damaged.
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
  /// - Complexity: O(log n + k) for k documents.
  /// - Throws: the errors of `get`; `StoreError` with `invalidLimit` if the limit is negative.
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
  /// let newest = try store.documents("pets").keys(reversed: true, limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of keys to return; `nil` for no limit. With 0, the call returns
  ///     no keys.
  /// - Complexity: O(log n + k) for k keys, and O(size of the rows) for their checksums.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
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
  /// - Complexity: O(log n + k) for k matching rows if an index answers the selection, otherwise
  ///   O(n). An order that no index has adds O(k log k).
  /// - Throws: ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `ConditionError` if no document has a field of a name, or an expression is invalid;
  ///   `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row is not a document.
  ///   - `collectionNotFound` if the selection was parsed from text and the collection does not
  ///     exist.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the selection uses a function that is not registered.
  public func fetch(_ selection: Selection) async throws -> [Document] {
    try await store.read { try $0.documents(name, partition: partition).fetch(selection) }
  }

  /// Returns the documents that match a condition written as text.
  ///
  /// ```swift
  /// let small = try store.documents("pets").fetch("weight < 10 ORDER BY name LIMIT 5")
  /// ```
  ///
  /// - Complexity: as `fetch` with a selection.
  /// - Throws: `ConditionError` if the text is malformed, with the position and the expected
  ///   syntax; the errors of `fetch` with a selection.
  public func fetch(_ text: String, parameters: ConditionParameters = []) async throws -> [Document]
  {
    try await store.read {
      try $0.documents(name, partition: partition).fetch(text, parameters: parameters)
    }
  }

  /// Returns the first document that matches a selection, or `nil` if no document matches.
  ///
  /// - Complexity: as `fetch`, with k = 1 if an index has the selection's order.
  /// - Throws: the errors of `fetch` with a selection.
  public func first(_ selection: Selection) async throws -> Document? {
    try await store.read { try $0.documents(name, partition: partition).first(selection) }
  }

  /// Returns the first document that matches a condition written as text, or `nil` if no document
  /// matches.
  ///
  /// - Complexity: as `fetch`, with k = 1 if an index has the text's order.
  /// - Throws: the errors of `fetch` with a text.
  public func first(_ text: String, parameters: ConditionParameters = []) async throws -> Document?
  {
    try await store.read {
      try $0.documents(name, partition: partition).first(text, parameters: parameters)
    }
  }

  /// Returns the number of documents that match a selection, without decoding the documents.
  ///
  /// - Complexity: O(log n + k) for k matching entries if an index answers the selection, otherwise
  ///   O(n).
  /// - Throws: the errors of `fetch` with a selection.
  public func count(_ selection: Selection) async throws -> Int {
    try await store.read { try $0.documents(name, partition: partition).count(selection) }
  }

  /// Returns the number of documents that match a condition written as text.
  ///
  /// - Complexity: as `count` with a selection.
  /// - Throws: the errors of `fetch` with a text.
  public func count(_ text: String, parameters: ConditionParameters = []) async throws -> Int {
    try await store.read {
      try $0.documents(name, partition: partition).count(text, parameters: parameters)
    }
  }

  /// Returns the number of documents that match a search with a condition.
  ///
  /// - Complexity: O(postings of the terms), and the complexity of `count` for the condition.
  /// - Throws: the errors of `search` with a text.
  public func count(_ search: SearchSelection) async throws -> Int {
    try await store.read { try $0.documents(name, partition: partition).count(search) }
  }

  /// Returns whether any document matches a selection, without decoding documents.
  ///
  /// - Complexity: O(log n) if an index answers the selection, otherwise O(n).
  /// - Throws: the errors of `fetch` with a selection.
  public func exists(_ selection: Selection) async throws -> Bool {
    try await store.read { try $0.documents(name, partition: partition).exists(selection) }
  }

  /// Searches the texts of the collection, and returns the hits ranked by relevance.
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes its language.
  ///   - mode: How the text is parsed.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(postings of the terms); with a limit, blocks of postings that cannot contain a
  ///   better hit are skipped.
  /// - Throws: `SearchSyntaxError` if the text is malformed; `StoreError` with `indexNotFound` if
  ///   the collection has no full-text index; otherwise the errors of `fetch`.
  public func search(
    _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) async throws -> [SearchHit<Document>] {
    try await store.read {
      try $0.documents(name, partition: partition).search(text, mode, limit: limit)
    }
  }

  /// Returns the documents that match a search with a condition, with their scores.
  ///
  /// Hits are ranked by relevance unless the search has an order.
  ///
  /// - Complexity: O(postings of the terms), and the complexity of `fetch` for the condition and
  ///   the order.
  /// - Throws: the errors of `search` with a text.
  public func search(_ search: SearchSelection) async throws -> [SearchHit<Document>] {
    try await store.read { try $0.documents(name, partition: partition).search(search) }
  }
}

extension StoreDocuments {
  /// Inserts a document with a new key, a time-ordered UUID, and returns the document.
  ///
  /// Each new key is greater than every earlier key of this process, so documents are sorted by
  /// insertion. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: `ArchiveError` if the fields cannot be archived; `StoreError` with one of these
  ///   codes:
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `nestedWrite` inside another write.
  ///   - `readOnly` if the store is read-only.
  ///   - `diskFull` if the disk is full.
  @discardableResult
  public func insert(_ fields: [String: ArchiveValue]) async throws -> Document {
    try await store.write { try $0.documents(name, partition: partition).insert(fields) }
  }

  /// Inserts documents with new keys in one transaction: all documents, or no document on failure.
  ///
  /// - Returns: The documents, in the order of the sequence.
  /// - Complexity: O(k log n + size of the rows) for k documents, and one wait for the disk.
  /// - Throws: the errors of `insert` with one document.
  @discardableResult
  public func insert(
    contentsOf all: some Sequence<[String: ArchiveValue]> & Sendable
  ) async throws -> [Document] {
    try await store.write { try $0.documents(name, partition: partition).insert(contentsOf: all) }
  }

  /// Inserts a document at a key that does not exist yet, and returns the document.
  ///
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `insert` without a key; `StoreError` with one of these codes:
  ///   - `duplicateKey` if the key exists.
  ///   - `keyFormatMismatch` if the collection has keys of another format.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes.
  @discardableResult
  public func insert(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible & Sendable
  ) async throws -> Document {
    try await store.write {
      try $0.documents(name, partition: partition).insert(fields, forKey: key)
    }
  }

  /// Inserts or replaces the document at a key.
  ///
  /// An identical document keeps its timestamps and is not written. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `insert` with a key, except `duplicateKey`.
  @discardableResult
  public func put(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible & Sendable
  ) async throws -> PutOutcome {
    try await store.write { try $0.documents(name, partition: partition).put(fields, forKey: key) }
  }

  /// Sets fields of the document at a key, if the key exists; other fields keep their values.
  ///
  /// - Returns: How many documents matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `get` and `put`.
  @discardableResult
  public func update(
    _ key: some KeyConvertible & Sendable, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write { try $0.documents(name, partition: partition).update(key, set: fields) }
  }

  /// Changes the fields of the document at a key, if the key exists.
  ///
  /// - Returns: How many documents matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `change`, `get`, and `put`.
  @discardableResult
  public func update(
    _ key: some KeyConvertible & Sendable,
    _ change: @escaping @Sendable (inout [String: ArchiveValue]) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { try $0.documents(name, partition: partition).update(key, change) }
  }

  /// Sets fields of every document that matches a selection: changes all documents, or no document
  /// on failure.
  ///
  /// - Returns: How many documents matched, and how many changed.
  /// - Complexity: as `fetch`, and O(k log n) for k matching documents; the keys are held in
  ///   memory.
  /// - Throws: `ConditionError` with `missingCondition` if the selection has no condition; the
  ///   errors of `fetch` and of `update` with one key.
  @discardableResult
  public func update(
    _ selection: Selection, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write {
      try $0.documents(name, partition: partition).update(selection, set: fields)
    }
  }

  /// Deletes the document at a key, and returns whether the document existed.
  ///
  /// - Complexity: O(log n), and one wait for the disk.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `nestedWrite` inside another write.
  ///   - `readOnly` if the store is read-only.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `diskFull` if the disk is full.
  @discardableResult
  public func delete(_ key: some KeyConvertible & Sendable) async throws -> Bool {
    try await store.write { try $0.documents(name, partition: partition).delete(key) }
  }

  /// Deletes every document that matches a selection, and returns the number of deleted documents.
  ///
  /// - Complexity: as `fetch`, and O(k log n) for k matching documents; the keys are held in
  ///   memory.
  /// - Throws: `ConditionError` with `missingCondition` if the selection has no condition; use
  ///   `deleteAll` to delete every document. Otherwise the errors of `fetch` and of `delete`.
  @discardableResult
  public func delete(_ selection: Selection) async throws -> Int {
    try await store.write { try $0.documents(name, partition: partition).delete(selection) }
  }

  /// Deletes all documents, and returns the number of deleted documents.
  ///
  /// Other partitions keep their rows.
  ///
  /// - Complexity: O(pages) if the collection has no partitions, otherwise O(k log n) for k rows.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `nestedWrite` inside another write.
  ///   - `readOnly` if the store is read-only.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `diskFull` if the disk is full.
  @discardableResult
  public func deleteAll() async throws -> Int {
    try await store.write { try $0.documents(name, partition: partition).deleteAll() }
  }
}
