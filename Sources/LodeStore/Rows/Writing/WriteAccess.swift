package import LodeCoding
internal import LodeLMDB

/// Write access to a collection inside one transaction, for the modules above this one.
///
/// Keys are the bytes of tuples. After the transaction has ended, calls throw `closed` or have no
/// effect.
package struct WriteAccess {
  let states: CollectionStates
  let name: String
  var context: WriteSession { states.context }

  /// The state of the collection.
  ///
  /// The property is computed, because the beginning and the end of a savepoint discard earlier
  /// states.
  var state: CollectionState { states.state(of: name) }

  /// Assigns the collection to the models of a type, from the next row on.
  ///
  /// - Throws: ``StoreError`` with `protectedCollection` if the collection belongs to another type,
  ///   and the write does not allow rows of other types.
  package func claim(_ schema: ArchiveSchema) throws(StoreError) {
    let state = state
    if state.owner.claimed !== schema { try state.owner.claim(schema, name, in: context) }
  }

  package var reading: CollectionAccess { CollectionAccess(state) }

  /// The number of changes of the collection; an iteration compares the number to detect changes.
  package var mutations: Int { states.mutationCount(in: name) }

  /// The revision that this write gives to changed rows.
  package var revision: UInt64 { context.revision }

  /// The time of this write, in microseconds since 1970.
  package var time: Int64 { context.time }

  /// Archives and puts a value, and returns `nil` if the policy requires a row that does not exist.
  ///
  /// An existing row keeps its metadata. With `isStamped`, the put sets the timestamps; otherwise,
  /// the put removes existing timestamps. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the value) for n rows, and O(log n) for each index.
  /// - Throws: Any error that the type's `encode(to:)` throws, except `ArchiveError`;
  ///   ``StoreError`` with one of these codes:
  ///   - `archivingFailed` if the value cannot be archived.
  ///   - `schemaDrift` if the recorded version of the type has incompatible fields.
  ///   - Another code if the collection or an index refuses the row.
  package func put<T: ArchivableValue>(
    _ value: T, forKey key: Span<UInt8>, _ policy: PutPolicy, isStamped: Bool
  ) throws -> PutOutcome? {
    let time = isStamped ? context.time : nil
    return try withStored(value) { bytes in
      try state.put(RowPut(bytes, .archive, forKey: key, .tuple, policy, .keeping(time: time)))
    }
  }

  /// Calls `body` with the stored archive of a value, and records the schemas of the archive.
  ///
  /// - Throws: Any error that `body` or the type's `encode(to:)` throws; an `ArchiveError` as
  ///   ``StoreError`` with `archivingFailed`.
  @inline(__always)
  func withStored<T: ArchivableValue, R>(
    _ value: T, _ body: (Span<UInt8>) throws -> R
  ) throws -> R {
    let schemas = states.schemas
    return try archivingErrors(collection: name) {
      try Archiver().withStored(value, number: { try schemas.number(of: $0) }, body)
    }
  }

  /// Puts an encoded archive, and returns `nil` if the policy requires a row that does not exist.
  ///
  /// Nothing changes on failure.
  ///
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///   - Another code if the collection or an index refuses the row.
  package func put(
    _ archive: EncodedArchive, forKey key: Span<UInt8>, _ policy: PutPolicy, isStamped: Bool
  ) throws -> PutOutcome? {
    let schemas = states.schemas
    let bytes = try archive.stored { try schemas.number(of: $0) }
    return try put(bytes.span, key, policy, isStamped: isStamped)
  }

  /// Puts a stored archive, and returns `nil` if the policy requires a row that does not exist.
  ///
  /// - Parameter prepared: The compressed archive; `nil` to compress the archive.
  func put(
    _ bytes: Span<UInt8>, _ key: Span<UInt8>, _ policy: PutPolicy, isStamped: Bool,
    prepared: PreparedBlock? = nil
  ) throws(StoreError) -> PutOutcome? {
    var put = RowPut(
      bytes, .archive, forKey: key, .tuple, policy,
      .keeping(time: isStamped ? context.time : nil))
    put.prepared = prepared
    return try state.put(put)
  }

  /// Deletes the row at a key, and returns whether the row existed.
  package func delete(_ key: Span<UInt8>) throws(StoreError) -> Bool {
    try state.delete(key, format: .tuple)
  }

  /// Deletes the rows of a range, and returns the number of deleted rows.
  ///
  /// - Complexity: O(k log n + size of the k rows) for k of n rows; O(p) for p pages if the range
  ///   is `.all`.
  package func delete(_ range: KeyRange) throws -> Int {
    if range == .all { return try state.clear() }
    var keys: [[UInt8]] = []
    try reading.scan(range, as: .stored) { row in
      keys.append(row.keyBytes.copied())
      return .next
    }
    for key in keys { _ = try delete(key.span) }
    return keys.count
  }

  /// Returns the next number of the collection's sequence; 1 if the collection does not exist.
  ///
  /// - Complexity: O(log c) for c collections.
  package func nextInSequence() throws(StoreError) -> UInt64 {
    try context.checkOpen()
    guard let info = state.info else { return 1 }
    return try context.catalogTable.sequence(of: info.id)
  }

  /// Sets the next number of the collection's sequence, and creates a missing collection.
  ///
  /// - Complexity: O(log c) for c collections.
  package func setSequence(next: UInt64) throws(StoreError) {
    let info = try state.table(for: .tuple)
    try context.batch.errors(collection: name) { () throws(LMDBError) in
      try context.catalogTable.setSequence(of: info.id, next: next)
    }
    context.hasChanges = true
  }
}
