public import LodeCoding
public import LodeStore

/// The cause of `StoreError` with `stagedConflict`: other writers changed rows that the session
/// edited.
///
/// The save changed nothing, and the session keeps all edits. Resolve each row with
/// ``StagedSession/resolve(_:_:)``, or with a merged value, and save again.
///
/// ```swift
/// let session = try store.stage()
/// try session.documents("pets").put(["name": "Rex"], forKey: 1)
/// do {
///   try session.save()
/// } catch let error as StoreError where error.code == .stagedConflict {
///   let rows = (error.cause as? StagedConflict)?.rows ?? []
///   for row in rows { try session.resolve(row, .theirs) }
///   try session.save()
/// }
/// ```
public struct StagedConflict: Error, Sendable, Hashable, CustomStringConvertible {
  /// A row that the session edited and another writer changed.
  public struct Row: Sendable {
    /// The name of the collection.
    public let collection: String
    /// The key; if the row is in a partition, the key begins with the partition.
    public let key: RowKey
    /// The revision of the store's version of the row; 0 if the store did not have the row.
    public let revision: UInt64
    let mineArchive: EncodedArchive?
    let theirsArchive: Archive?

    /// Returns the store's version of the row at the time when the session found the conflict.
    ///
    /// The result is `nil` if the store did not have the row.
    ///
    /// - Complexity: O(size of the row).
    /// - Throws: `StoreError` caused by an `ArchiveError` if the row does not decode as `T`.
    public func theirs<T: ArchivableValue>(as type: T.Type = T.self) throws -> T? {
      try readingErrors(collection: collection) { try theirsArchive?.decoded(as: type) }
    }

    /// Returns the session's version of the row, or `nil` if the session deletes the row.
    ///
    /// - Complexity: O(size of the row).
    /// - Throws: `StoreError` caused by an `ArchiveError` if the row does not decode as `T`.
    public func mine<T: ArchivableValue>(as type: T.Type = T.self) throws -> T? {
      try readingErrors(collection: collection) { try mineArchive?.decoded(as: type) }
    }

    var stagedKey: StagedKey { StagedKey(collection: collection, bytes: key.bytes) }
  }

  /// The rows in conflict, sorted by collection and key.
  public let rows: [Row]

  /// Up to five rows, the number of further rows, and the remedy, in one line.
  public var description: String {
    let names = rows.prefix(5).map { "\($0.collection) \($0.key)" }.joined(separator: ", ")
    let more = rows.count > 5 ? " and \(rows.count - 5) more" : ""
    return
      "Other writers changed edited rows: \(names)\(more). The save changed nothing. Resolve each row, then save again."
  }
}

/// The version of a row that resolves a conflict.
public enum StagedChoice: Sendable, Hashable {
  /// The session's version, which the next save writes over the row in the store.
  case mine
  /// The store's version; the session discards its edit of the row.
  case theirs
}

extension StagedConflict.Row: Hashable {
  /// Returns whether both conflicts concern the same row at the same revision.
  public static func == (left: Self, right: Self) -> Bool {
    left.collection == right.collection && left.key == right.key && left.revision == right.revision
  }

  /// Adds the collection, the key, and the revision to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(collection)
    hasher.combine(key)
    hasher.combine(revision)
  }
}

extension StagedConflict.Row {
  /// Creates the conflict of an edit with the current row; `nil` if only the session changed the
  /// row.
  init?(_ key: StagedKey, _ edit: StagedEdit, _ access: CollectionAccess) throws {
    let revision = try key.revision(in: access)
    var archive: Archive?
    if revision == edit.base { return nil }
    _ = try access.withRow(key.bytes.span, .tuple) {
      archive = try access.archive($0.bytes, $0.type)
    }
    self.init(
      collection: key.collection, key: RowKey(bytes: key.bytes, format: .tuple),
      revision: revision, mineArchive: edit.archive, theirsArchive: archive)
  }
}
