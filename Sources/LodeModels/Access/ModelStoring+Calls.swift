public import LodeCoding
public import LodeSearch
public import LodeStore

// The most common calls, each a transaction of its own. `.ci/async-forms` writes the asynchronous
// forms of these calls from this file.

// MARK: Reads

extension ModelStoring {
  /// Returns the model at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if a later version of the type wrote the row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if the row has another type.
  public func get<M: Model>(_ type: M.Type = M.self, _ key: M.PrimaryKey) throws -> M? {
    try store.read { try $0.partition(partition).get(type, key) }
  }

  /// Returns the models at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// All models come from one snapshot.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys.
  /// - Throws: `ArchiveError` if a later version of the type wrote a row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  public func get<M: Model>(
    _ type: M.Type = M.self, keys: some Sequence<M.PrimaryKey>
  ) throws -> [M?] {
    try store.read { try $0.partition(partition).get(type, keys: keys) }
  }

  /// Returns the model that a reference names, or `nil` if its key does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if a later version of the type wrote the row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if the row has another type.
  public func get<M: Model>(_ reference: Ref<M>) throws -> M? {
    try store.read { try $0.partition(partition).get(reference) }
  }

  /// Returns whether a key exists.
  ///
  /// - Complexity: O(log n), and O(size of the row) for its checksum.
  /// - Throws: `StoreError` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if the file or a row is damaged.
  public func contains<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try store.read { try $0.partition(partition).contains(type, key) }
  }

  /// Returns the models that match a query, in the query's order.
  ///
  /// - Complexity: O(log n + k) for k matching rows if an index answers the query, otherwise O(n).
  ///   An order that no index has adds O(k log k).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row cannot
  ///   be read; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func fetch<M: Model>(_ query: Query<M>) throws -> [M] {
    try store.read { try $0.partition(partition).fetch(query) }
  }

  /// Returns the models of a type, in key order.
  ///
  /// ```swift
  /// let first = try store.fetch(City.self, limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of models to return; `nil` for no limit. With 0, the call
  ///     returns no models.
  /// - Complexity: O(log n + k) for k models.
  /// - Throws: `ArchiveError` if a later version of the type wrote a row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if the limit is negative.
  public func fetch<M: Model>(
    _ type: M.Type, keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [M] {
    try store.read {
      try $0.partition(partition).fetch(type, keys: keys, reversed: reversed, limit: limit)
    }
  }

  /// Returns projected values or an aggregate of the models that match a query.
  ///
  /// ```swift
  /// let cities = try store.fetch(City.where { $0.people > 1_000 }.values { $0.name })
  /// let most = try store.fetch(Query(City.self).maximum { $0.people })
  /// ```
  ///
  /// - Complexity: O(log n + k) for k matching rows if an index answers the query, otherwise O(n).
  ///   An order that no index has adds O(k log k). No model is decoded, and no row is read if a
  ///   covering index has the fields.
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row cannot
  ///   be read, or with `outOfRange` if a sum exceeds 64 bits; `StoreError` with one of these
  ///   codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func fetch<M: Model, Answer>(_ query: FieldQuery<M, Answer>) throws -> Answer {
    try store.read { try $0.partition(partition).fetch(query) }
  }

  /// Returns the model with the lowest key, or `nil` if the type has no rows.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if a later version of the type wrote the row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if the row has another type.
  public func first<M: Model>(_ type: M.Type) throws -> M? {
    try store.read { try $0.partition(partition).first(type) }
  }

  /// Returns the first model that matches a query, or `nil` if no model matches.
  ///
  /// - Complexity: O(log n) if an index answers the query and has its order, otherwise O(log n + k)
  ///   for k matching rows with an index, and O(n) without.
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row cannot
  ///   be read; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func first<M: Model>(_ query: Query<M>) throws -> M? {
    try store.read { try $0.partition(partition).first(query) }
  }

  /// Returns the number of models of a type.
  ///
  /// - Complexity: O(1) if the collection has no partitions, otherwise O(rows in partitions).
  /// - Throws: `StoreError` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if the file or a row is damaged.
  public func count<M: Model>(_ type: M.Type) throws -> Int {
    try store.read { try $0.partition(partition).count(type) }
  }

  /// Returns the number of models that match a query, without decoding the models.
  ///
  /// - Complexity: O(log n + k) for k matching entries if an index answers the query, otherwise
  ///   O(n).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row cannot
  ///   be read; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func count<M: Model>(_ query: Query<M>) throws -> Int {
    try store.read { try $0.partition(partition).count(query) }
  }

  /// Returns whether any model matches a query, without decoding models.
  ///
  /// - Complexity: O(log n) if an index answers the query, otherwise O(n).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row cannot
  ///   be read; `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func exists<M: Model>(_ query: Query<M>) throws -> Bool {
    try store.read { try $0.partition(partition).exists(query) }
  }

  /// Searches the texts of a type, and returns the hits ranked by relevance.
  ///
  /// ```swift
  /// let hits = try store.search(Recipe.self, "tomato* NOT basil", limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - type: A model type with `@Searchable` properties.
  ///   - text: The search text; the guide `Search.md` describes its language.
  ///   - mode: How the text is parsed.
  ///   - limit: The maximum number of hits to return; `nil` for no limit.
  /// - Complexity: O(postings of the terms); with a limit, blocks of postings that cannot contain a
  ///   better hit are skipped.
  /// - Throws: `SearchSyntaxError` if the text is malformed, with the position; `ArchiveError` if a
  ///   row cannot be read; `StoreError` with one of these codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if the limit is negative.
  public func search<M: Model>(
    _ type: M.Type, _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<M>] {
    try store.read { try $0.partition(partition).search(type, text, mode, limit: limit) }
  }

  /// Returns the models that match a query, with their scores.
  ///
  /// Hits are ranked by relevance unless the query has an order.
  ///
  /// - Complexity: O(postings of the terms). A condition adds O(log n + k) for k matching rows if
  ///   an index answers the condition, otherwise O(hits). An order adds O(k log k).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row cannot
  ///   be read; `StoreError` with one of these codes:
  ///   - `indexNotFound` if the type has no full-text index that is built.
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row is damaged, or `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func search<M: Model>(_ query: Query<M>) throws -> [SearchHit<M>] {
    try store.read { try $0.partition(partition).search(query) }
  }
}

// MARK: Writes

extension ModelStoring {
  /// Inserts a model whose key does not exist yet, and returns its key.
  ///
  /// The write is durable when the call returns. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if the model cannot be archived;
  ///   `StoreError` with one of these codes:
  ///   - `duplicateKey` if the key exists.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(_ model: M) throws -> M.PrimaryKey {
    try store.write { try $0.partition(partition).insert(model) }
  }

  /// Inserts a model, and stores its sequence number and the changes of `willSave` in `model`.
  ///
  /// The write is durable when the call returns. Nothing changes on failure, and `model` keeps its
  /// value.
  ///
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if the model cannot be archived;
  ///   `StoreError` with one of these codes:
  ///   - `duplicateKey` if the key exists.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(_ model: inout M) throws -> M.PrimaryKey {
    try store.write { try $0.partition(partition).insert(&model) }
  }

  /// Inserts models in one transaction: all models, or no model on failure.
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models, and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if a model cannot be archived; `StoreError`
  ///   with one of these codes:
  ///   - `duplicateKey` if a key exists, or if two models have the same key.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(_ models: [M]) throws -> [M.PrimaryKey] {
    try store.write { try $0.partition(partition).insert(models) }
  }

  /// Inserts a sequence of models in one transaction: all models, or no model on failure.
  ///
  /// - Returns: The keys, in the order of the models.
  /// - Complexity: O(k log n + size of the rows) for k models, and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if a model cannot be archived; `StoreError`
  ///   with one of these codes:
  ///   - `duplicateKey` if a key exists, or if two models have the same key.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert<M: Model>(contentsOf models: some Sequence<M>) throws -> [M.PrimaryKey] {
    try store.write { try $0.partition(partition).insert(contentsOf: models) }
  }

  /// Inserts or replaces a model.
  ///
  /// The write is durable when the call returns. Nothing changes on failure. An identical row keeps
  /// its timestamps and is not written.
  ///
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if the model cannot be archived;
  ///   `StoreError` with one of these codes:
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(_ model: M) throws -> PutOutcome {
    try store.write { try $0.partition(partition).put(model) }
  }

  /// Inserts or replaces a model, and stores its sequence number and the changes of `willSave` in
  /// `model`.
  ///
  /// The write is durable when the call returns. Nothing changes on failure, and `model` keeps its
  /// value.
  ///
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if the model cannot be archived;
  ///   `StoreError` with one of these codes:
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(_ model: inout M) throws -> PutOutcome {
    try store.write { try $0.partition(partition).put(&model) }
  }

  /// Inserts or replaces models in one transaction: all models, or no model on failure.
  ///
  /// If several models have the same key, the last model is stored.
  ///
  /// - Complexity: O(k log n + size of the rows) for k models, and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if a model cannot be archived; `StoreError`
  ///   with one of these codes:
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(_ models: [M]) throws -> SaveOutcome {
    try store.write { try $0.partition(partition).put(models) }
  }

  /// Inserts or replaces a sequence of models in one transaction: all models, or no model on
  /// failure.
  ///
  /// If several models have the same key, the last model is stored.
  ///
  /// - Complexity: O(k log n + size of the rows) for k models, and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if a model cannot be archived; `StoreError`
  ///   with one of these codes:
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put<M: Model>(contentsOf models: some Sequence<M>) throws -> SaveOutcome {
    try store.write { try $0.partition(partition).put(contentsOf: models) }
  }

  /// Replaces the row of a model, if the row exists.
  ///
  /// The call overwrites changes that others made to the row since the model was read. To change
  /// the current row instead, use the form with a closure.
  ///
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if the model cannot be archived;
  ///   `StoreError` with one of these codes:
  ///   - `keyChanged` if `willSave` changes the key.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(_ model: M) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(model) }
  }

  /// Changes the model at a key, if the key exists.
  ///
  /// ```swift
  /// let outcome = try store.update(City.self, "Oslo") { $0.people += 1 }
  /// if outcome.matched == 0 { print("no such city") }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - key: The key.
  ///   - change: Changes the current model; the closure must not change the key.
  /// - Returns: How many rows matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row), and one wait for the disk.
  /// - Throws: the errors of `change` and of `willSave`; `ArchiveError` if a later version of the
  ///   type wrote the row, or if the model cannot be archived; ``MigrationError`` with `failed` if
  ///   a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `keyChanged` if `change` or `willSave` changes the key.
  ///   - `typeMismatch` if the row has another type.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(type, key, change) }
  }

  /// Changes every model that matches a query: all models, or no model on failure.
  ///
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows if an index answers the query, otherwise O(n).
  ///   An order that no index has adds O(k log k). The change adds O(k log n); the changed models
  ///   are held in memory.
  /// - Throws: the errors of `change` and of `willSave`; `ConditionError` with `missingCondition`
  ///   if the query has no condition, or if the query names an unknown field or has an invalid
  ///   expression; ``QueryError`` with `needsIndex` if the query requires an index that does not
  ///   exist; `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row
  ///   cannot be read, or if a model cannot be archived; `StoreError` with one of these codes:
  ///   - `keyChanged` if `change` or `willSave` changes the key.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query or an index uses a function that is not registered.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(query, change) }
  }

  /// Sets fields of every model that matches a query: changes all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models.
  ///   - fields: New values by the names of fields in archives or of Swift properties.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching rows if an index answers the query, otherwise O(n).
  ///   An order that no index has adds O(k log k). The change adds O(k log n); the changed models
  ///   are held in memory.
  /// - Throws: the errors of `willSave`; `ConditionError` with `missingCondition` if the query has
  ///   no condition, or if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a field
  ///   cannot have its value, if a row cannot be read, or if a model cannot be archived;
  ///   `StoreError` with one of these codes:
  ///   - `keyChanged` if `willSave` changes the key.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query or an index uses a function that is not registered.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try store.write { try $0.partition(partition).update(query, set: fields) }
  }

  /// Updates the row with a model's value of a property, or puts the model if no row has the value.
  ///
  /// ```swift
  /// try store.upsert(person, on: \.email, nil: .keep)
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model. A matching row keeps its own key.
  ///   - field: The property to match; `nil` matches no row.
  ///   - policy: Whether a property that is `nil` overwrites the stored value.
  /// - Complexity: O(log n + size of the row) with an index on the property, otherwise O(n); and
  ///   one wait for the disk.
  /// - Throws: the errors of `willSave`; `ArchiveError` if the row cannot be read, or if the model
  ///   cannot be archived; `StoreError` with one of these codes:
  ///   - `ambiguousUpsert` if several rows have the value.
  ///   - `typeMismatch` if the row has another type.
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `schemaDrift` if the recorded version of the type has other fields.
  ///   - `protectedCollection` if the collection belongs to another model.
  ///   - `keyTooLong` if the key exceeds 65,535 bytes, or `valueTooLarge` if the row exceeds 1 GiB.
  ///   - `counterOverflow` if the sequence has no further number.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func upsert<M: Model, Owner: ArchivableObject, V: ArchivableValue>(
    _ model: M, on field: KeyPath<M.ArchiveFields.Type, ArchivedField<Owner, V>>,
    nil policy: NilPolicy = .overwrite
  ) throws -> PutOutcome {
    try store.write { try $0.partition(partition).upsert(model, on: field, nil: policy) }
  }

  /// Deletes the row of a model, and returns whether the row existed.
  ///
  /// - Complexity: O(log n), and one wait for the disk.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ model: M) throws -> Bool {
    try store.write { try $0.partition(partition).delete(model) }
  }

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// - Complexity: O(log n), and one wait for the disk.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try store.write { try $0.partition(partition).delete(type, key) }
  }

  /// Deletes every model that matches a query, and returns the number of deleted rows.
  ///
  /// - Complexity: O(log n + k) for k matching rows if an index answers the query, otherwise O(n).
  ///   An order that no index has adds O(k log k). The deletion adds O(k log n); the keys are held
  ///   in memory.
  /// - Throws: `ConditionError` with `missingCondition` if the query has no condition (use
  ///   `deleteAll` to delete every row), or if the query names an unknown field or has an invalid
  ///   expression; ``QueryError`` with `needsIndex` if the query requires an index that does not
  ///   exist; `SearchSyntaxError` if the query has a malformed search text; `ArchiveError` if a row
  ///   cannot be read; `StoreError` with one of these codes:
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query or an index uses a function that is not registered.
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete<M: Model>(_ query: Query<M>) throws -> Int {
    try store.write { try $0.partition(partition).delete(query) }
  }

  /// Deletes all models of a type, and returns the number of deleted rows.
  ///
  /// Other partitions keep their rows.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - resetSequence: Whether the sequence restarts at 1, if no partition has rows left.
  /// - Complexity: O(pages) if the collection has no partitions, otherwise O(k log n) for k rows.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `closed` or `readOnly` if the store is closed or read-only, or `nestedWrite` in a write.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func deleteAll<M: Model>(_ type: M.Type, resetSequence: Bool = false) throws -> Int {
    try store.write { try $0.partition(partition).deleteAll(type, resetSequence: resetSequence) }
  }
}
