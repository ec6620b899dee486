package import LodeCoding
internal import LodeLMDB

/// The writing half of a collection inside one transaction, for the modules above.
///
/// Keys are the bytes of tuples. It is not kept beyond the transaction; one that is finds it ended.
package struct WriteAccess {
  let context: WriteContext
  let name: String

  /// Fetched for each access: a savepoint that begins or ends discards earlier states.
  private var state: CollectionState { context.state(of: name) }

  /// What a put asks of the row that may be there.
  package enum Policy {
    /// Nothing.
    case overwrite
    /// That there is none.
    case insert
    /// That there is one.
    case replace
  }

  /// Has the rows of the collection be models of a type from the next row on.
  ///
  /// - Throws: ``StoreError`` with `protectedCollection` if the collection belongs to another type.
  package func claim(_ schema: ArchiveSchema) throws(StoreError) { try state.claim(schema) }

  /// The reading half.
  package var reading: CollectionAccess { context.reading(state) }

  /// How often the collection was changed, so that an iteration notices it.
  package var mutations: Int { context.mutationCount(in: name) }

  /// The revision that rows have which this write changes.
  package var revision: UInt64 { context.revision }

  /// The time of this write, in microseconds since 1970.
  package var time: Int64 { context.time }

  /// Archives a value; `nil` when the policy asks for a row and there is none.
  ///
  /// An existing row keeps its metadata.
  /// - Parameter isStamped: whether the row has a ``RowStamp``, which this change then updates.
  /// - Throws: as the puts of ``CollectionWriter``. Then nothing has changed.
  package func put<T: ArchivableValue>(
    _ value: T, forKey key: Span<UInt8>, _ policy: Policy, isStamped: Bool
  ) throws -> PutOutcome? {
    let context = context
    return try Archiver().withStored(value, number: { try context.number(of: $0) }) { bytes in
      try put(bytes, key, policy, isStamped: isStamped)
    }
  }

  /// Adds a row, with a ``RowStamp``, whose key is greater than every key there; pages are filled
  /// completely so.
  ///
  /// - Throws: `StoreError` with `keysOutOfOrder` when the key is not; else as `put`. Then nothing
  ///   has changed.
  package func append<T: ArchivableValue>(stamped value: T, forKey key: Span<UInt8>) throws {
    let context = context
    try Archiver().withStored(value, number: { try context.number(of: $0) }) { bytes in
      try state.append(
        bytes, .archive, forKey: key, format: .tuple, revision: context.revision,
        .keeping(time: context.time))
    }
  }

  /// Writes an archive that was made ahead; `nil` when the policy asks for a row and there is none.
  ///
  /// - Throws: as the puts of ``CollectionWriter``. Then nothing has changed.
  package func put(
    _ archive: EncodedArchive, forKey key: Span<UInt8>, _ policy: Policy, isStamped: Bool
  ) throws -> PutOutcome? {
    let context = context
    let bytes = try archive.stored { try context.number(of: $0) }
    return try put(bytes.span, key, policy, isStamped: isStamped)
  }

  private func put(
    _ bytes: Span<UInt8>, _ key: Span<UInt8>, _ policy: Policy, isStamped: Bool
  ) throws(StoreError) -> PutOutcome? {
    let policy: PutPolicy =
      switch policy {
      case .overwrite: .overwrite
      case .insert: .insert
      case .replace: .replace
      }
    return try state.put(
      bytes, .archive, .keeping(time: isStamped ? context.time : nil), forKey: key, format: .tuple,
      policy: policy, revision: context.revision)
  }

  /// Deletes a row, and returns whether the row existed.
  package func delete(_ key: Span<UInt8>) throws(StoreError) -> Bool {
    try state.delete(key, format: .tuple)
  }

  /// Deletes the rows of a range; returns how many there were.
  /// - Complexity: O(log n + k log n); O(pages) when the range is everything.
  package func delete(_ range: KeyRange) throws -> Int {
    if range == .all { return try state.clear() }
    var keys: [[UInt8]] = []
    try reading.scan(range, wantsValues: false) { row in
      keys.append(row.keyBytes.copied())
      return .next
    }
    for key in keys { _ = try delete(key.span) }
    return keys.count
  }

  /// The number that the collection's sequence gives next.
  /// - Complexity: O(log n).
  package func nextInSequence() throws(StoreError) -> UInt64 {
    try context.checkOpen()
    guard let info = state.info else { return 1 }
    return try catalogTable.sequence(of: info.id)
  }

  /// Decides what number the collection's sequence gives next.
  /// - Complexity: O(log n).
  package func setSequence(next: UInt64) throws(StoreError) {
    let info = try state.table(for: .tuple)
    let table = catalogTable
    try context.batch.errors(collection: name) { () throws(LMDBError) in
      try table.setSequence(of: info.id, next: next)
    }
    context.hasChanges = true
  }

  private var catalogTable: CatalogTable {
    CatalogTable(transaction: context.handle, table: context.store.catalogTable)
  }
}
