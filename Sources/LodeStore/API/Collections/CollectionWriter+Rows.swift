public import LodeCoding

// Changes of metadata, counters, and ranges of rows.
extension CollectionWriter {
  /// Replaces the metadata of a row, and returns whether the row exists.
  ///
  /// Passing `nil` removes the metadata. The row keeps its value and its timestamps, and gets a new
  /// revision if the metadata changes. Nothing changes on failure.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["images"].setMetadata([1], forKey: "logo")
  /// }
  /// ```
  ///
  /// - Complexity: O(log n + size of the row) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `protectedCollection` if the collection belongs to a model that cannot read the row.
  ///   - `blobNotFound` if the row refers to a missing blob.
  ///   - `uniqueViolation` if another row has the same values in a unique index.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `migrationFailed` if a step of a pending migration fails for the row.
  ///   - `damaged` if the row or other stored data is damaged.
  @discardableResult
  public func setMetadata(
    _ metadata: [UInt8]?, forKey key: some KeyConvertible
  ) throws -> Bool {
    let format = key.keyFormat
    let state = state
    return try key.withKeyBytes { try state.setMetadata(metadata, forKey: $0, format) }
  }

  /// Reports a row as updated without changing the row, and returns whether the row exists.
  ///
  /// The store gets a new revision, and observers receive the key as updated. The row keeps its own
  /// revision.
  ///
  /// - Complexity: O(log n) for n rows, and O(size of the row) for its checksum.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the key is a tuple and the collection has raw keys, or the reverse.
  ///   - `damaged` if the row or other stored data is damaged.
  @discardableResult
  public func touch(_ key: some KeyConvertible) throws -> Bool {
    guard try contains(key) else { return false }
    key.withKeyBytes { state.noteTouched($0) }
    return true
  }

  /// Adds `amount` to the counter at a key, and returns the sum; a missing key counts as 0.
  ///
  /// The row keeps its metadata. Nothing changes on failure.
  ///
  /// ```swift
  /// let visits = try store.write { transaction in
  ///   try transaction["visits"].increment("home")
  /// }
  /// ```
  ///
  /// - Complexity: O(log n) for n rows, and O(log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
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
  ///   - `damaged` if stored data is damaged.
  @discardableResult
  public func increment(
    _ key: some KeyConvertible, by amount: Int64 = 1
  ) throws -> Int64 {
    guard let old: Int64 = try get(key) else {
      try put(amount, forKey: key)
      return amount
    }
    let (sum, overflow) = old.addingReportingOverflow(amount)
    if overflow { throw StoreError(.counterOverflow, collection: name) }
    try update(sum, forKey: key)
    return sum
  }

  /// Deletes the rows of a range of keys, and returns the number of deleted rows.
  ///
  /// The call keeps the keys in memory. After an error, earlier rows stay deleted, unless the error
  /// leaves the write or a savepoint.
  ///
  /// ```swift
  /// let count = try store.write { transaction in
  ///   try transaction["log"].delete(.elements(1..<100))
  /// }
  /// ```
  ///
  /// - Complexity: O(k log n + size of the k rows) for k of n rows, and O(k log n) for each index.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `unknownFunction` if the program has not registered the function of a unique index.
  ///   - `needsMigration` if a unique index needs a pending migration that the program lacks.
  ///   - `damaged` if stored data is damaged.
  @discardableResult
  public func delete(_ range: KeyRange) throws -> Int {
    let keys = try keys(range)
    for key in keys { try delete(key) }
    return keys.count
  }

  /// Deletes every row, and returns the number of deleted rows.
  ///
  /// The collection remains, with its compression policy, its dictionary, and its indexes.
  ///
  /// - Complexity: O(p) for p pages of rows and indexes. If rows have blobs, also O(size of the
  ///   rows).
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged, or `tablesFull` if an index
  ///   has damaged pages, and the capacity for tables cannot grow.
  @discardableResult
  public func deleteAll() throws -> Int {
    try state.clear()
  }

  /// Calls `body` with a copy of each row of a range, in key order, until `body` returns `.stop`.
  ///
  /// `body` may use this view, and may change the collection. After a change, `body` must return
  /// `.stop`. Touching a row is not a change. After an error, the changes of `body` remain, unless
  /// the error leaves the write or a savepoint.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   let jobs = transaction["jobs"]
  ///   try jobs.enumerate { row in
  ///     try jobs.delete(row.key)
  ///     return .stop
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - range: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - body: Called with a copy of each row.
  /// - Complexity: O(log n + size of the visited rows) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - ``StoreError`` with one of these codes:
  ///     - `mutatedDuringEnumeration` if `body` changed the collection and returned `.next`.
  ///     - `migrationFailed` if a step of a pending migration fails for a row.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `damaged` if stored data is damaged.
  public func enumerate(
    _ range: KeyRange = .all, reversed: Bool = false,
    _ body: (StoredRow) throws -> IterationStep
  ) throws {
    guard let info = access.info else { return }
    let mutations = state.mutations
    var scan = try RowScan(
      access.reader, info, KeyBounds(range), reversed: reversed, as: .migrated)
    try passingCallerErrors {
      try scan.run { row in
        if try callerErrors({ try body(row.copied()) }) == .stop { return .stop }
        if state.mutations != mutations {
          throw StoreError(.mutatedDuringEnumeration, collection: name)
        }
        return .next
      }
    }
  }
}
