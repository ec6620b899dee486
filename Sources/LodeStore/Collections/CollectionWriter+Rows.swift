public import LodeCoding
internal import LodeLMDB

// Changes of metadata, counters, and ranges of rows.
extension CollectionWriter {
  /// Replaces the metadata of a row, and returns whether the row exists.
  ///
  /// Passing `nil` removes the metadata.
  ///
  /// The row keeps its value and its timestamps, and gets a new revision. Nothing changes on
  /// failure.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `keyFormatMismatch` if the collection has keys of the other format.
  ///   - `damaged` if the row cannot be read.
  ///   - `valueTooLarge` if the value with its key and metadata is larger than 1 GiB.
  @discardableResult
  public func setMetadata(
    _ metadata: [UInt8]?, forKey key: some KeyConvertible
  ) throws -> Bool {
    let format = key.keyFormat
    let state = state
    return try key.withKeyBytes { try state.setMetadata(metadata, forKey: $0, format) }
  }

  /// Reports a row as updated without changing it, and returns whether the row exists.
  ///
  /// The commit then has a revision and a change set, as if the row had been written.
  ///
  /// - Complexity: O(log n), and O(size of the row) for its checksum.
  /// - Throws: ``StoreError`` with `keyFormatMismatch` if the collection has keys of the other
  ///   format, or `damaged` if the row's checksum does not match.
  @discardableResult
  public func touch(_ key: some KeyConvertible) throws -> Bool {
    guard try contains(key) else { return false }
    let format = key.keyFormat
    key.withKeyBytes { state.noteTouched($0, format) }
    return true
  }

  /// Adds to the counter at a key, and returns the sum; a missing key counts as 0.
  ///
  /// The row keeps its metadata. Nothing changes on failure.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``StoreError`` with `typeMismatch` if the row holds no integer, or `counterOverflow`
  ///   if the sum exceeds 64 bits; otherwise the errors of `get` and `put`.
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
  /// The call holds the keys in memory. After an error, earlier rows stay deleted unless the error
  /// leaves the write or a savepoint.
  ///
  /// - Complexity: O(log n + k log n) for k rows, and O(size of the rows) for their checksums.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
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
  /// - Complexity: O(pages of the collection); O(size of the rows) if rows have blobs.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  @discardableResult
  public func deleteAll() throws -> Int {
    try state.clear()
  }

  /// Calls `body` with a copy of each row of a range, in key order, until `body` returns `.stop`.
  ///
  /// Unlike in ``CollectionReading/scan(_:reversed:limit:_:)``, `body` may use this view. After a
  /// change of the collection, `body` must return `.stop`. Touching a row is not a change.
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
  /// - Complexity: O(log n + size of the rows).
  /// - Throws: the errors of `body`; ``StoreError`` with `damaged` if stored data is damaged, or
  ///   `mutatedDuringEnumeration` if `body` changed the collection and returned `.next`. The
  ///   changes of `body` remain unless the error leaves the write or a savepoint.
  public func enumerate(
    _ range: KeyRange = .all, reversed: Bool = false,
    _ body: (StoredRow) throws -> IterationStep
  ) throws {
    guard let info = access.info else { return }
    let mutations = state.mutations
    var scan = try RowScan(
      context.handle, info, KeyBounds(range), reversed: reversed,
      schemas: context.catalog.schemas)
    try scan.run { row in
      if try body(row.copied()) == .stop { return .stop }
      if state.mutations != mutations {
        throw StoreError(.mutatedDuringEnumeration, collection: name)
      }
      return .next
    }
  }
}
