internal import LodeCoding
internal import LodeStore

/// Where an edited row is.
struct StagedKey: Hashable, Comparable {
  let collection: String
  /// The key in the collection, with its partition.
  let bytes: [UInt8]

  /// Whether it comes before a row of its collection.
  func isBefore(_ key: Span<UInt8>) -> Bool { bytes.span.byteOrder(key) < 0 }

  static func < (left: StagedKey, right: StagedKey) -> Bool {
    if left.collection != right.collection { return left.collection < right.collection }
    return left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}

/// What a row is to become.
struct StagedEdit: Sendable {
  /// The new value; `nil` when the row is to be deleted.
  let archive: EncodedArchive?
  let isStamped: Bool
  /// The model's schema; `nil` for a document, and for a deletion.
  var schema: ArchiveSchema?
  /// The row's revision in the session's snapshot; zero when there is none.
  var base: UInt64
  /// The number of the collection's sequence that the row's key is, or zero.
  let sequenceNumber: UInt64
  /// Counts the edits of the session, so that a later one of the same row is told from this.
  var number = 0
}

/// What a session has that was not saved.
struct StagedState: Sendable {
  var edits: [StagedKey: StagedEdit] = [:]
  var isClosed = false
  /// The number of snapshots that the session has moved to.
  var snapshots = 0
  private var count = 0
  private var isSaving = false

  /// Notes an edit that was made over a snapshot; `false` when that is not the session's any more.
  mutating func stage(_ edit: StagedEdit, at key: StagedKey, over snapshot: Int) -> Bool {
    guard snapshot == snapshots else { return false }
    var edit = edit
    // What others did to a row since its first edit stays a conflict until that is resolved.
    if let earlier = edits[key] { edit.base = earlier.base }
    // What is being saved may make a row that was only here, which then is to be deleted.
    if edit.archive == nil, edit.base == 0, !isSaving {
      edits[key] = nil
      return true
    }
    count += 1
    edit.number = count
    edits[key] = edit
    return true
  }

  /// Resolves a conflict: the edit is rebased on the new revision, gets another value, or is
  /// discarded.
  ///
  /// - Returns: `false` when the row is not edited any more.
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

  mutating func beginSaving() -> [StagedKey: StagedEdit] {
    isSaving = true
    return edits
  }

  mutating func endSaving() { isSaving = false }

  /// Forgets saved edits.
  ///
  /// Edits made since the save began are rebased on the current rows.
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

extension CollectionAccess {
  /// The revision of a row; zero when there is none.
  func revision(_ key: StagedKey) throws -> UInt64 {
    var revision: UInt64 = 0
    _ = try withRow(key.bytes.span, .tuple, wantsValue: false) { revision = $0.revision }
    return revision
  }
}
