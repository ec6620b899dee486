public import LodeCoding

// The asynchronous forms of StoreCollection+Calls.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension StoreCollection {
  /// Returns the value at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: `CancellationError` if the task was cancelled before the read; ``StoreError`` with
  ///   one of these codes:
  ///   - `readInsideWrite` from the synchronous form inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `migrationFailed` if a step of a pending migration fails for a row.
  ///   - `damaged` if stored data is damaged.
  ///   - `typeMismatch` if the row has a type other than `V`, or if the bytes do not decode as
  ///     `V`.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys (`RawKey`),
  ///     or the reverse.
  ///   - The other codes of `Store.read`.
  public func get<V: StoredValue>(_ key: some KeyConvertible & Sendable, as type: V.Type = V.self)
    async throws -> V?
  {
    try await store.read { try $0[name].get(key, as: type) }
  }

  /// Returns the values at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// All values come from one snapshot.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys and n rows.
  /// - Throws: `CancellationError` if the task was cancelled before the read; ``StoreError`` with
  ///   one of these codes:
  ///   - `readInsideWrite` from the synchronous form inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `migrationFailed` if a step of a pending migration fails for a row.
  ///   - `damaged` if stored data is damaged.
  ///   - `typeMismatch` if a row has a type other than `V`, or if the bytes do not decode as `V`.
  ///   - `keyFormatMismatch` if the keys are tuples and the collection has raw keys, or the
  ///     reverse.
  ///   - The other codes of `Store.read`.
  public func get<V: StoredValue, K: KeyConvertible & SendableMetatype>(
    _ keys: some Sequence<K> & Sendable, as type: V.Type = V.self
  ) async throws -> [V?] {
    try await store.read { try $0[name].get(keys, as: type) }
  }

  /// Returns whether a key exists.
  ///
  /// - Complexity: O(log n) for n rows, and O(size of the row) for its checksum.
  /// - Throws: `CancellationError` if the task was cancelled before the read; ``StoreError`` with
  ///   one of these codes:
  ///   - `readInsideWrite` from the synchronous form inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - The other codes of `Store.read`.
  public func contains(_ key: some KeyConvertible & Sendable) async throws -> Bool {
    try await store.read { try $0[name].contains(key) }
  }

  /// Returns copies of the rows of a range of keys, in key order.
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of rows; `nil` returns all rows, and 0 returns no rows.
  /// - Complexity: O(log n + size of the returned rows) for n rows.
  /// - Throws: `CancellationError` if the task was cancelled before or during the read;
  ///   ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` from the synchronous form inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `migrationFailed` if a step of a pending migration fails for a row.
  ///   - `damaged` if stored data is damaged.
  ///   - `invalidLimit` if the limit is negative.
  ///   - `timeLimitExceeded` if a time limit (`Store.withTimeLimit`) ends the scan.
  ///   - The other codes of `Store.read`.
  public func rows(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) async throws -> [StoredRow] {
    try await store.read { try $0[name].rows(range, reversed: reversed, limit: limit) }
  }

  /// Returns the keys of a range, in key order.
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of keys; `nil` returns all keys, and 0 returns no keys.
  /// - Complexity: O(log n + k) for k of n keys, and O(size of the rows) for their checksums.
  /// - Throws: `CancellationError` if the task was cancelled before or during the read;
  ///   ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` from the synchronous form inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - `invalidLimit` if the limit is negative.
  ///   - `timeLimitExceeded` if a time limit (`Store.withTimeLimit`) ends the scan.
  ///   - The other codes of `Store.read`.
  public func keys(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) async throws -> [RowKey] {
    try await store.read { try $0[name].keys(range, reversed: reversed, limit: limit) }
  }
}

extension StoreCollection {
  /// Inserts or replaces the value at a key.
  ///
  /// The call does not rewrite an identical row. When the call returns, the commit has the
  /// durability of the store's options. A failure changes nothing, unless the code is
  /// `commitOutcomeUnknown`.
  ///
  /// ```swift
  /// try await store["users"].put("Ada", forKey: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - metadata: Additional bytes of the row, outside its value; `nil` removes existing metadata.
  /// - Returns: Whether the row was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
  /// - Throws: `CancellationError` if the task was cancelled before the write; ``StoreError`` with
  ///   one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `nestedWrite` from the synchronous form inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  @discardableResult
  public func put(
    _ value: some StoredValue, forKey key: some KeyConvertible & Sendable, metadata: [UInt8]? = nil
  ) async throws -> PutOutcome {
    let block = prepareBlock(value)
    return try await store.write {
      try $0[name].put(value, key, metadata, .overwrite, prepared: block)
    }
      ?? .unchanged
  }

  /// Inserts a value at a key that does not exist yet.
  ///
  /// When the call returns, the commit has the durability of the store's options. A failure changes
  /// nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
  /// - Throws: `CancellationError` if the task was cancelled before the write; ``StoreError`` with
  ///   one of these codes:
  ///   - `duplicateKey` if the key exists, or if another key of over 510 bytes has the same first
  ///     495 bytes and hash.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `nestedWrite` from the synchronous form inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  public func insert(
    _ value: some StoredValue, forKey key: some KeyConvertible & Sendable, metadata: [UInt8]? = nil
  ) async throws {
    let block = prepareBlock(value)
    _ = try await store.write { try $0[name].put(value, key, metadata, .insert, prepared: block) }
  }

  /// Replaces the value of an existing key, and returns whether the key existed.
  ///
  /// The row keeps its metadata. When the call returns, the commit has the durability of the
  /// store's options. A failure changes nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index; one
  ///   or two waits for the disk.
  /// - Throws: `CancellationError` if the task was cancelled before the write; ``StoreError`` with
  ///   one of these codes:
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `nestedWrite` from the synchronous form inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if the existing row or other stored data is damaged.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  @discardableResult
  public func update(_ value: some StoredValue, forKey key: some KeyConvertible & Sendable)
    async throws -> Bool
  {
    let block = prepareBlock(value)
    return try await store.write { try $0[name].put(value, key, nil, .replace, prepared: block) }
      != nil
  }

  /// Deletes the row at a key, and returns whether the row existed.
  ///
  /// When the call returns, the commit has the durability of the store's options. A failure changes
  /// nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(log n) for n rows, and O(log n) for each index; one or two waits for the disk.
  /// - Throws: `CancellationError` if the task was cancelled before the write; ``StoreError`` with
  ///   one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `nestedWrite` from the synchronous form inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  @discardableResult
  public func delete(_ key: some KeyConvertible & Sendable) async throws -> Bool {
    try await store.write { try $0[name].delete(key) }
  }

  /// Adds `amount` to the counter at a key, and returns the sum; a missing key counts as 0.
  ///
  /// The row keeps its metadata. When the call returns, the commit has the durability of the
  /// store's options. A failure changes nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// ```swift
  /// let visits = try await store["visits"].increment("home")
  /// ```
  ///
  /// - Complexity: O(log n) for n rows, and O(log n) for each index; one or two waits for the disk.
  /// - Throws: `CancellationError` if the task was cancelled before the write; ``StoreError`` with
  ///   one of these codes:
  ///   - `typeMismatch` if the value of the row is not a signed integer.
  ///   - `migrationFailed` if the row is an archive, and a step of a pending migration fails.
  ///   - `counterOverflow` if the sum is outside the range of `Int64`.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyTooLong` if the key is longer than 65,535 bytes.
  ///   - `keyFormatMismatch` for a tuple key in a collection with raw keys, or for a raw key in a
  ///     collection with tuple keys or indexes.
  ///   - `keyCollision` if another key of over 510 bytes has the same first 495 bytes and hash.
  ///   - `invalidName` if the collection does not exist and its name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `nestedWrite` from the synchronous form inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  @discardableResult
  public func increment(_ key: some KeyConvertible & Sendable, by amount: Int64 = 1) async throws
    -> Int64
  {
    try await store.write { try $0[name].increment(key, by: amount) }
  }

  /// Deletes every row, and returns the number of deleted rows.
  ///
  /// The collection remains, with its compression policy, its dictionary, and its indexes. When the
  /// call returns, the commit has the durability of the store's options. A failure changes nothing,
  /// unless the code is `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(p) for p pages of rows and indexes, and one or two waits for the disk. If rows
  ///   have blobs, also O(size of the rows).
  /// - Throws: `CancellationError` if the task was cancelled before the write; ``StoreError`` with
  ///   one of these codes:
  ///   - `tablesFull` if an index has damaged pages, and the capacity for tables cannot grow.
  ///   - `nestedWrite` from the synchronous form inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `damaged` if stored data is damaged.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` or `inputOutput` if the commit fails, or `commitOutcomeUnknown` if the store
  ///     cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  @discardableResult
  public func deleteAll() async throws -> Int {
    try await store.write { try $0[name].deleteAll() }
  }
}
