public import LodeCoding
internal import LodeLMDB

/// Read access to a collection in one transaction, for ``CollectionReader`` and
/// ``CollectionWriter``.
///
/// Programs use the methods of ``CollectionReading``, and never create an access. An access is
/// valid only inside the closure of its transaction, on the closure's thread.
public struct CollectionAccess {
  var reader: RowReader
  package let name: String
  /// The collection in the snapshot, or `nil` if the collection does not exist; also `nil` in a
  /// write.
  private let known: CollectionRuntime?
  /// Whether the access refuses queries without a usable index.
  package var requiresIndexes = false
  /// Whether a large read can use helper threads.
  package var usesHelperThreads = false
  /// The collection's state in a write, or `nil` in a read.
  ///
  /// A write may move the collection to another table, so the state has the current description.
  private let state: CollectionState?
  /// The catalog of the snapshot; `nil` in a write, and if the creator passed no catalog.
  let snapshot: CatalogSnapshot?

  /// Creates access to a collection of a snapshot.
  ///
  /// - Parameter info: The collection, or `nil` if the collection does not exist.
  init(
    _ info: CollectionRuntime?, named name: String, _ handle: TransactionHandle,
    _ schemas: SchemaCatalog, in snapshot: CatalogSnapshot? = nil
  ) {
    reader = RowReader(handle, schemas)
    self.name = name
    self.snapshot = snapshot
    known = info
    state = nil
  }

  /// Creates access to a collection in a write.
  init(_ state: CollectionState) {
    reader = RowReader(state.context.handle, state.context.catalog.schemas)
    name = state.name
    requiresIndexes = state.context.store.requiresIndexes
    snapshot = nil
    known = nil
    self.state = state
  }

  /// The collection, or `nil` if the collection does not exist or the write has ended.
  var info: CollectionRuntime? {
    guard let state else { return known }
    return state.context.isOpen ? state.info : nil
  }

  var handle: TransactionHandle { reader.handle }

  /// The schemas and blobs that the archives of this snapshot refer to.
  var schemas: SchemaCatalog { reader.schemas }

  /// Counts the rows that a read skips because their migration fails; `nil` if no row is skipped.
  package var skipped: SkippedRowCounter? { reader.skipped }

  /// The write of this access, or `nil` in a read.
  ///
  /// A read of a full-text index uses the property to write the pending postings first.
  var context: WriteSession? { state?.context }

  /// Calls `body` with the checked content of the row at a key, and returns whether the row exists.
  ///
  /// With `wantsValue: false`, the content of a compressed row holds the compressed block instead
  /// of the value. For a row that `skipped` counts, the call returns `true` without calling `body`.
  @usableFromInline
  package func withRow(
    _ key: Span<UInt8>, _ format: KeyFormat, wantsValue: Bool = true,
    _ body: (borrowing RowValue) throws -> Void
  ) throws -> Bool {
    guard let info = try readable(key, format) else { return false }
    let form = wantsValue ? RowForm.migrated : .stored
    if TableKey.isShortened(key) { return try withLongRow(key, info, form, body) }
    guard let bytes = try bytes(at: key, of: info) else {
      try info.checkAbsence(of: key)
      return false
    }
    let record = try info.record(bytes, at: key)
    try reader.pass(record, at: key, of: info, as: form, body)
    return true
  }

  /// Calls `body` like ``withRow(_:_:wantsValue:_:)`` with a row that an index or a search has
  /// found.
  ///
  /// - Throws: ``StoreError`` with `damaged` if the row is missing in a read. In a write, a missing
  ///   row is no error, because the caller may have deleted the row.
  package func withFoundRow(
    _ key: Span<UInt8>, _ body: (borrowing RowValue) throws -> Void
  ) throws {
    if try withRow(key, keyFormat ?? .tuple, body) { return }
    try checkFoundRow(key)
  }

  /// Throws `damaged` in a read, because an index or a search has found a missing row.
  ///
  /// In a write, the call has no effect.
  func checkFoundRow(_ key: Span<UInt8>) throws(StoreError) {
    guard context == nil, let info else { return }
    throw StoreError(
      .damaged, collection: name,
      context: "\(describe(key, info.keyFormat ?? .raw)): an index names the missing row")
  }

  /// Returns the stored bytes at a table key, or `nil` if the table does not have the key.
  @inline(__always)
  @_lifetime(borrow self)
  private func bytes(
    at tableKey: Span<UInt8>, of info: CollectionRuntime
  ) throws(StoreError) -> Span<UInt8>? {
    do throws(LMDBError) {
      return try reader.handle.get(tableKey, in: info.table)
    } catch {
      throw StoreError(error, collection: name)
    }
  }

  /// Calls `body` with the checked content of the row at a key that is too long for the table, and
  /// returns whether the row exists.
  private func withLongRow(
    _ key: Span<UInt8>, _ info: CollectionRuntime, _ form: RowForm,
    _ body: (borrowing RowValue) throws -> Void
  ) throws -> Bool {
    let shortened = TableKey.shorten(key)
    guard let bytes = try bytes(at: shortened.span, of: info) else {
      try info.checkAbsence(of: key)
      return false
    }
    guard let record = RowRecord(bytes), let whole = record.longKeyBytes else {
      throw info.damaged(at: key)
    }
    if whole.byteOrder(key) != 0 {
      // This row has another key with the same prefix and hash.
      if TableKey.isForm(shortened.span, of: whole) { return false }
      throw info.damaged(at: key)
    }
    try reader.pass(record, at: key, of: info, as: form, body)
    return true
  }

  /// Returns the collection if the collection can contain a row with the key; otherwise `nil`.
  ///
  /// - Throws: ``StoreError`` with `keyFormatMismatch` if the collection has keys of another
  ///   format, or with `damaged` if a check has found damaged pages, or missing or outdated rows.
  private func readable(
    _ key: Span<UInt8>, _ format: KeyFormat
  ) throws(StoreError) -> CollectionRuntime? {
    guard let info else {
      try checkMissing()
      return nil
    }
    // A collection without a key format in an outdated catalog can have rows.
    try info.checkReadable()
    guard !key.isEmpty, key.count <= TableKey.maximumKeySize, let existing = info.keyFormat
    else { return nil }
    if existing != format {
      throw StoreError(.keyFormatMismatch, collection: name, context: "has \(existing) keys")
    }
    return info
  }

  /// Checks that the collection exists.
  ///
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `collectionNotFound` if the collection does not exist; the error suggests a similar name,
  ///     if any.
  ///   - `damaged` if a check has found an outdated catalog, which may lack the collection.
  package func checkExists() throws(StoreError) {
    if info != nil { return }
    try checkMissing()
    let names = catalog?.collections.keys.map { $0 } ?? []
    throw StoreError(
      .collectionNotFound, collection: name, context: NearestName.of(name, among: names) ?? "")
  }

  /// The catalog of the snapshot or the write; `nil` if the creator passed no catalog.
  var catalog: Catalog? { context?.catalog ?? snapshot?.catalog }

  /// Throws `damaged` if the catalog lacks the collection, and a check has found the catalog to be
  /// outdated.
  func checkMissing() throws(StoreError) {
    guard info == nil, snapshot?.catalog.isOutdated == true else { return }
    throw StoreError(
      .damaged, collection: name,
      context: "a check has found an outdated page of the store's own tables")
  }

  /// Returns whether any row has a key at or after a key, without reading the row.
  ///
  /// - Parameter key: The bytes of a key of at most `TableKey.headSize` bytes.
  /// - Complexity: O(log n) in a collection of n rows.
  package func hasRow(atLeast key: Span<UInt8>) throws(StoreError) -> Bool {
    guard let info else {
      try checkMissing()
      return false
    }
    return try info.hasRow(atLeast: key, in: handle)
  }

  /// Returns the number of rows; 0 if the collection does not exist.
  ///
  /// - Complexity: O(1).
  package func count() throws(StoreError) -> Int {
    guard let info else {
      try checkMissing()
      return 0
    }
    return try info.rowCount(in: handle)
  }
}

extension CollectionAccess {
  /// Checks that a limit is not negative; `nil` sets no limit, and 0 returns no rows.
  ///
  /// - Throws: ``StoreError`` with `invalidLimit` if the limit is negative.
  package func checkLimit(_ limit: Int?) throws(StoreError) {
    guard let limit, limit < 0 else { return }
    throw StoreError(.invalidLimit, collection: name, context: "\(limit)")
  }
}
