public import LodeCoding
public import LodeStore

/// Rows that a staged session edited were changed by others since its snapshot.
///
/// Nothing was saved, and the session still has all its edits. Resolve each row with
/// ``StagedSession/resolve(_:_:)`` or a merged value, and save again.
///
/// ```swift
/// let session = try store.stage()
/// try session.documents("pets").insert(["name": "Rex"])
/// do {
///   try session.save()
/// } catch let conflict as StagedConflict {
///   for row in conflict.rows { try session.resolve(row, .theirs) }
///   try session.save()
/// }
/// ```
public struct StagedConflict: Error, Sendable, CustomStringConvertible {
  /// One of the rows, with what both sides made of it.
  public struct Row: Sendable {
    /// The collection.
    public let collection: String
    /// The key, with the partition before it if there is one.
    public let key: RowKey
    /// The revision of the row in the store; zero when others deleted it.
    public let revision: UInt64
    let mineArchive: EncodedArchive?
    let theirsArchive: Archive?

    /// The row as others left it; `nil` when they deleted it.
    ///
    /// - Throws: `ArchiveError` when the row is none of this type.
    public func theirs<T: ArchivableValue>(as type: T.Type = T.self) throws -> T? {
      try theirsArchive?.decoded(as: type)
    }

    /// The row as the session would leave it; `nil` when the session deletes it.
    ///
    /// - Throws: `ArchiveError` when the row is none of this type.
    public func mine<T: ArchivableValue>(as type: T.Type = T.self) throws -> T? {
      try mineArchive?.decoded(as: type)
    }

    var stagedKey: StagedKey { StagedKey(collection: collection, bytes: key.bytes) }
  }

  /// All rows that both sides changed, in the order of their collections and keys.
  public let rows: [Row]

  /// One line: which rows, and what to do.
  public var description: String {
    let names = rows.prefix(5).map { "\($0.collection) \($0.key)" }.joined(separator: ", ")
    let more = rows.count > 5 ? " and \(rows.count - 5) more" : ""
    return
      "Others changed what was edited here: \(names)\(more). Nothing was saved; resolve each row, and save again."
  }
}

/// Whose version of a row a staged session goes on with.
public enum StagedChoice: Sendable, Hashable {
  /// The session's: its next save overwrites what others did to the row.
  case mine
  /// The others': the session drops its edit of the row.
  case theirs
}

extension StagedConflict.Row {
  /// The conflict of an edit with a row as a transaction sees it; `nil` when there is none.
  init?(_ key: StagedKey, _ edit: StagedEdit, _ access: CollectionAccess) throws {
    var revision: UInt64 = 0
    var archive: Archive?
    _ = try access.withRow(key.bytes.span, .tuple, wantsValue: false) { revision = $0.revision }
    if revision == edit.base { return nil }
    _ = try access.withRow(key.bytes.span, .tuple) {
      archive = try access.archive($0.bytes, $0.type)
    }
    self.init(
      collection: key.collection, key: RowKey(bytes: key.bytes, format: .tuple),
      revision: revision, mineArchive: edit.archive, theirsArchive: archive)
  }
}
