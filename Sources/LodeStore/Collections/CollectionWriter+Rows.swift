public import LodeCoding
internal import LodeLMDB

// Changes of metadata, of counters, and of many rows at once.
extension CollectionWriter {
  /// Replaces the metadata of a row and keeps its value and its times; `nil` removes it.
  ///
  /// Says whether there is a row.
  ///
  /// - Complexity: O(log n), and O(bytes of the row).
  /// - Throws: ``StoreError`` with `damaged` when the row cannot be read, `keyFormatMismatch`.
  @discardableResult
  public func setMetadata(
    _ metadata: [UInt8]?, forKey key: some KeyConvertible
  ) throws -> Bool {
    let format = key.keyFormat
    let state = state
    return try key.withKeyBytes { try state.setMetadata(metadata, forKey: $0, format) }
  }

  /// Reports a row as updated without changing it.
  ///
  /// Says whether there is one.
  ///
  /// The commit then has a revision and a change set, as if the row had been written.
  /// - Complexity: O(log n).
  @discardableResult
  public func touch(_ key: some KeyConvertible) throws -> Bool {
    guard try contains(key) else { return false }
    let format = key.keyFormat
    key.withKeyBytes { state.noteTouched($0, format) }
    return true
  }

  /// Adds to a counter, which begins at zero, and returns the sum.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``StoreError`` with `typeMismatch` when the row holds no integer, `counterOverflow`
  ///   when the sum has no 64 bits, and then nothing has changed.
  @discardableResult
  public func increment(
    _ key: some KeyConvertible, by amount: Int64 = 1
  ) throws -> Int64 {
    let old: Int64 = try get(key) ?? 0
    let (sum, overflow) = old.addingReportingOverflow(amount)
    if overflow { throw StoreError(.counterOverflow, collection: name) }
    try put(sum, forKey: key)
    return sum
  }

  /// Deletes the rows of a range; returns how many there were.
  ///
  /// - Complexity: O(log n + k log n).
  @discardableResult
  public func delete(_ range: KeyRange) throws -> Int {
    let keys = try keys(range)
    for key in keys { try delete(key) }
    return keys.count
  }

  /// Deletes every row, and its metadata; returns how many there were.
  ///
  /// The collection stays declared.
  ///
  /// - Complexity: O(pages of the collection).
  @discardableResult
  public func deleteAll() throws -> Int {
    try state.clear()
  }

  /// Calls `body` for each row of a range, and lets it stop after changing the collection.
  ///
  /// Unlike in ``CollectionReading/scan(_:reversed:limit:_:)``, `body` gets a copy of the row, and
  /// may use this view. After a change of the collection it must stop; touching a row is no change.
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
  /// - Complexity: as a scan.
  /// - Throws: what `body` throws; ``StoreError`` with `mutatedDuringEnumeration` when `body`
  ///   changed the collection and went on. What it changed stays, unless the error leaves the
  ///   write.
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
