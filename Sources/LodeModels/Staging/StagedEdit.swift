internal import LodeCoding
internal import LodeStore

/// The stored key of an edited row.
struct StagedKey: Hashable, Comparable {
  /// The name of the collection.
  let collection: String
  /// The key as stored, with the partition before the row's own key.
  let bytes: [UInt8]

  /// Returns whether the key comes before another stored key of the collection.
  func isBefore(_ key: Span<UInt8>) -> Bool { bytes.span.byteOrder(key) < 0 }

  static func < (left: StagedKey, right: StagedKey) -> Bool {
    if left.collection != right.collection { return left.collection < right.collection }
    return left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}

/// The staged value or deletion of a row.
struct StagedEdit: Sendable {
  /// The new value; `nil` for a deletion.
  let archive: EncodedArchive?
  /// Whether the row has timestamps.
  let isStamped: Bool
  /// The model's schema; `nil` for a document, and for a deletion.
  var schema: ArchiveSchema?
  /// The revision that the row must have at the save; 0 if the row must not exist.
  ///
  /// A save reports a conflict if the row has another revision. The first edit takes the revision
  /// from the session's snapshot. `resolve` sets the revision in conflict, and `noteSaved` sets the
  /// saved revision.
  var base: UInt64
  /// The sequence number that is the row's key; 0 without a sequence.
  let sequenceNumber: UInt64
  /// The number of the edit in the session, which distinguishes edits of the same row.
  var number = 0
}

/// The unsaved edits of a session.
struct StagedState: Sendable {
  var edits: [StagedKey: StagedEdit] = [:]
  var isClosed = false
  /// The number of times that the session has moved to another snapshot.
  var snapshots = 0
  /// The number of the last edit.
  private var count = 0
  /// Whether a save is running.
  private var isSaving = false

  /// Records an edit whose base revision comes from the session's snapshot.
  ///
  /// - Returns: `false`, without recording the edit, if the session has moved to another snapshot.
  mutating func stage(_ edit: StagedEdit, at key: StagedKey, over snapshot: Int) -> Bool {
    guard snapshot == snapshots else { return false }
    var edit = edit
    // The base of the first edit stays, so that a conflict with another writer remains until the
    // program resolves the conflict.
    if let earlier = edits[key] { edit.base = earlier.base }
    // Deleting a row that exists only in the session discards the edit. During a save, the session
    // stages the deletion, because the save may be inserting the row.
    if edit.archive == nil, edit.base == 0, !isSaving {
      edits[key] = nil
      return true
    }
    count += 1
    edit.number = count
    edits[key] = edit
    return true
  }

  /// Resolves a conflict: sets the base of the edit to the store's revision, or discards the edit
  /// if `change` returns `nil`.
  ///
  /// - Returns: Whether the session had an edit of the row.
  mutating func resolve(
    _ key: StagedKey, over base: UInt64, _ change: (StagedEdit) -> StagedEdit?
  ) -> Bool {
    guard let edit = edits[key] else { return false }
    guard var resolved = change(edit) else {
      edits[key] = nil
      return true
    }
    count += 1
    resolved.base = base
    resolved.number = count
    edits[key] = resolved
    return true
  }

  /// Begins a save, and returns the edits to save.
  mutating func beginSaving() -> [StagedKey: StagedEdit] {
    isSaving = true
    return edits
  }

  mutating func endSaving() { isSaving = false }

  /// Removes saved edits.
  ///
  /// An edit staged during the save stays, with the revision of the saved row as its base. `bases`
  /// has the revisions of the saved rows.
  mutating func noteSaved(_ saved: [StagedKey: StagedEdit], _ bases: [StagedKey: UInt64]) {
    for (key, edit) in saved {
      guard let now = edits[key] else { continue }
      if now.number == edit.number {
        edits[key] = nil
      } else if let base = bases[key] {
        edits[key]?.base = base
      }
    }
  }
}

extension StagedKey {
  /// Creates the stored key of a row in a partition of a collection.
  ///
  /// - Throws: The errors of ``RowLocation/withKey(_:_:)``.
  init(_ key: some KeyConvertible, _ partition: String?, of collection: String) throws {
    self.init(
      collection: collection, bytes: try RowLocation(partition).withKey(key) { $0.copied() })
  }

  /// Returns the revision of the row, or 0 if the row does not exist.
  func revision(in access: CollectionAccess) throws -> UInt64 {
    var revision: UInt64 = 0
    _ = try access.withRow(bytes.span, .tuple, wantsValue: false) { revision = $0.revision }
    return revision
  }
}
