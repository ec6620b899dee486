public import LodeCoding
public import LodeStore

/// A row that a staged session has edited and not saved.
public struct StagedChange: Sendable {
  /// The collection.
  public let collection: String
  /// The key, with the partition before it if there is one.
  public let key: RowKey
  private let archive: EncodedArchive?

  init(_ key: StagedKey, _ edit: StagedEdit) {
    collection = key.collection
    self.key = RowKey(bytes: key.bytes, format: .tuple)
    archive = edit.archive
  }

  /// Whether the session deletes the row.
  public var isDeletion: Bool { archive == nil }

  /// What the session makes of the row; `nil` when the session deletes it.
  ///
  /// - Throws: `ArchiveError` when the row is none of this type.
  public func value<T: ArchivableValue>(as type: T.Type = T.self) throws -> T? {
    try archive?.decoded(as: type)
  }
}

// What is not saved yet, and what others did to the same rows.
extension StagedSession {
  /// The rows that were edited and not saved, in the order of their collections and keys.
  public var edits: [StagedChange] {
    allEdits.sorted { $0.key < $1.key }.map { StagedChange($0.key, $0.value) }
  }

  /// The edited rows that others have changed since, with both values.
  ///
  /// A save would be refused for these now.
  ///
  /// - Complexity: O(edits log n).
  /// - Throws: `StoreError` as a read; `ArchiveError` when a row cannot be read.
  public func conflicts() throws -> [StagedConflict.Row] {
    let edits = allEdits
    return try store.read { transaction in
      try edits.sorted { $0.key < $1.key }.compactMap { key, edit in
        try StagedConflict.Row(key, edit, transaction.access(to: key.collection))
      }
    }
  }

  /// Resolves a conflict by one of both versions of a row.
  ///
  /// The session then reads the store as it is now, with its remaining edits over it. Other
  /// conflicts stay until they are resolved. Should others change the row once more, the next save
  /// is refused again.
  ///
  /// - Returns: whether the session had an edit of the row.
  /// - Complexity: O(1).
  /// - Throws: `StoreError` with `closed`.
  @discardableResult
  public func resolve(_ row: StagedConflict.Row, _ choice: StagedChoice) throws -> Bool {
    try resolve(row) { choice == .mine ? $0 : nil }
  }

  /// Resolves a conflict of a model by a model that is made of both versions; the next save writes
  /// it.
  ///
  /// - Returns: whether the session had an edit of the row.
  /// - Complexity: O(bytes).
  /// - Throws: `StoreError` with `keyChanged` when the model has another key, `closed`; what
  ///   `willSave` throws; `ArchiveError` when the model cannot be archived. Then nothing has
  ///   changed.
  @discardableResult
  public func resolve<M: Model>(_ row: StagedConflict.Row, merged model: M) throws -> Bool {
    var model = model
    try M.checkSave(&model, .update)
    let key = try RowPlace(ofRowAt: row.key.bytes.span).rowKey(model.primaryKey)
    guard row.collection == M.collectionName, key == row.key else {
      throw StoreError(
        .keyChanged, collection: row.collection, context: "\(row.key) to \(model.primaryKey)")
    }
    return try resolve(
      row, merged: Archiver().encode(model), schema: M.archiveSchema, isStamped: M.keepsTimestamps,
      sequenceNumber: M.hasSequence ? M.sequenceNumber(of: model) ?? 0 : 0)
  }

  /// Resolves a conflict of a document by fields that are made of both versions; the next save
  /// writes them.
  ///
  /// - Returns: whether the session had an edit of the row.
  /// - Complexity: O(bytes).
  /// - Throws: `ArchiveError` when the fields cannot be archived; `StoreError` with `closed`. Then
  ///   nothing has changed.
  @discardableResult
  public func resolve(
    _ row: StagedConflict.Row, merged fields: [String: ArchiveValue]
  ) throws -> Bool {
    try resolve(
      row, merged: Archiver().encode(fields), schema: nil, isStamped: true, sequenceNumber: 0)
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

  /// Drops the edit of one row; says whether there was one.
  @discardableResult
  public func discard(_ change: StagedChange) -> Bool {
    discard(StagedKey(collection: change.collection, bytes: change.key.bytes))
  }
}
