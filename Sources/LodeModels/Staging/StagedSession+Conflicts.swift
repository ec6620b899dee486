public import LodeCoding
public import LodeStore

/// A row with an unsaved edit of a staged session.
///
/// ```swift
/// let session = try store.stage()
/// try session.documents("pets").insert(["name": "Rex"])
/// for change in session.edits {
///   print(change.collection, change.key, change.isDeletion)
/// }
/// ```
public struct StagedChange: Sendable {
  /// The name of the collection.
  public let collection: String
  /// The key; if the row is in a partition, the key begins with the partition.
  public let key: RowKey
  private let archive: EncodedArchive?

  init(_ key: StagedKey, _ edit: StagedEdit) {
    collection = key.collection
    self.key = RowKey(bytes: key.bytes, format: .tuple)
    archive = edit.archive
  }

  /// Whether the session deletes the row.
  public var isDeletion: Bool { archive == nil }

  /// Returns the session's version of the row, or `nil` if the session deletes the row.
  ///
  /// - Complexity: O(size of the row).
  /// - Throws: `StoreError` caused by an `ArchiveError` if the row does not decode as `T`.
  public func value<T: ArchivableValue>(as type: T.Type = T.self) throws -> T? {
    try readingErrors(collection: collection) { try archive?.decoded(as: type) }
  }
}

extension StagedSession {
  /// The rows with unsaved edits, sorted by collection and key.
  ///
  /// - Complexity: O(e log e) for e edits.
  public var edits: [StagedChange] {
    allEdits.sorted { $0.key < $1.key }.map { StagedChange($0.key, $0.value) }
  }

  /// Returns the rows in conflict: edited rows that other writers have changed.
  ///
  /// If the result is not empty, a save throws `StoreError` with `stagedConflict`, caused by a
  /// ``StagedConflict`` with these rows.
  ///
  /// - Complexity: O(e log n + size of the rows) for e staged edits in collections of n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row cannot be read.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `keyFormatMismatch` if a collection has raw keys.
  public func conflicts() throws -> [StagedConflict.Row] {
    let edits = allEdits
    return try store.read { transaction in
      try edits.sorted { $0.key < $1.key }.compactMap { key, edit in
        try StagedConflict.Row(key, edit, transaction.access(to: key.collection))
      }
    }
  }

  /// Resolves a row's conflict by choosing the session's version or the store's version.
  ///
  /// The call moves the session to the newest commit, and keeps all other edits and their
  /// conflicts. If another writer changes the row again, the next save throws `stagedConflict`
  /// again. A closed session opens again. Nothing changes on failure.
  ///
  /// - Returns: Whether the session had an edit of the row.
  /// - Complexity: O(t) for t tables of collections and indexes. If another process has changed the
  ///   catalog, O(c + t²) for c collections, because LMDB compares the names of the tables.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `closed` if the store is closed, or `forked` if a parent process opened the store.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to the
  ///     store.
  ///   - `readersFull` if no reader slot is free.
  ///   - `damaged` if the file or a row is damaged.
  @discardableResult
  public func resolve(_ row: StagedConflict.Row, _ choice: StagedChoice) throws -> Bool {
    try resolve(row) { choice == .mine ? $0 : nil }
  }

  /// Resolves a model's conflict: the next save writes a merged model.
  ///
  /// The call moves the session to the newest commit, and keeps all other edits. A closed session
  /// opens again. Nothing changes on failure.
  ///
  /// - Returns: Whether the session had an edit of the row.
  /// - Complexity: O(size of the model), and O(t) for t tables of collections and indexes. If
  ///   another process has changed the catalog, also O(c + t²) for c collections, because LMDB
  ///   compares the names of the tables.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if the model has another key or collection than the row.
  ///     - `closed` if the store is closed, or `forked` if a parent process opened the store.
  ///     - `replaced` if the store is open without its lock file, and another process wrote to the
  ///       store.
  ///     - `readersFull` if no reader slot is free.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func resolve<M: Model>(_ row: StagedConflict.Row, merged model: M) throws -> Bool {
    var model = model
    try M.checkSave(&model, .update)
    let key = try RowLocation(ofRowAt: row.key.bytes.span).rowKey(model.primaryKey)
    guard row.collection == M.collectionName, key == row.key else {
      throw StoreError(
        .keyChanged, collection: row.collection, context: "\(row.key) to \(model.primaryKey)")
    }
    let archive = try archivingErrors(collection: M.collectionName) {
      try Archiver().encode(model)
    }
    return try resolve(
      row, merged: archive, schema: M.archiveSchema, isStamped: M.keepsTimestamps,
      sequenceNumber: M.hasSequence ? M.sequenceNumber(of: model) ?? 0 : 0)
  }

  /// Resolves a document's conflict: the next save writes merged fields.
  ///
  /// The call moves the session to the newest commit, and keeps all other edits. A closed session
  /// opens again. Nothing changes on failure.
  ///
  /// - Returns: Whether the session had an edit of the row.
  /// - Complexity: O(size of the fields), and O(t) for t tables of collections and indexes. If
  ///   another process has changed the catalog, also O(c + t²) for c collections, because LMDB
  ///   compares the names of the tables.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the store is closed, or `forked` if a parent process opened the store.
  ///     - `replaced` if the store is open without its lock file, and another process wrote to the
  ///       store.
  ///     - `readersFull` if no reader slot is free.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func resolve(
    _ row: StagedConflict.Row, merged fields: [String: ArchiveValue]
  ) throws -> Bool {
    let archive = try archivingErrors(collection: row.collection) {
      try Archiver().encode(fields)
    }
    return try resolve(row, merged: archive, schema: nil, isStamped: true, sequenceNumber: 0)
  }

  private func resolve(
    _ row: StagedConflict.Row, merged archive: EncodedArchive, schema: ArchiveSchema?,
    isStamped: Bool, sequenceNumber: UInt64
  ) throws -> Bool {
    try resolve(row) { edit in
      StagedEdit(
        archive: archive, isStamped: isStamped, schema: schema, base: edit.base,
        sequenceNumber: max(sequenceNumber, edit.sequenceNumber))
    }
  }

  /// Discards the edit of a row, and returns whether the session had an edit of the row.
  @discardableResult
  public func discard(_ change: StagedChange) -> Bool {
    discard(StagedKey(collection: change.collection, bytes: change.key.bytes))
  }
}
