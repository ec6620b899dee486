internal import Foundation
internal import LodeCoding
public import LodeStore
import Synchronization

/// Edits that the program collects in memory, and saves in one transaction.
///
/// A session suits an editor with "Save" and "Cancel" buttons: other readers see the edits only
/// after the save.
///
/// ```swift
/// let session = try store.stage()
/// try session.update(City.self, "Oslo") { $0.people += 1 }
/// try session.documents("pets").insert(["name": "Rex"])
/// do {
///   try session.save()  // one transaction
/// } catch let error as StoreError where error.code == .stagedConflict {
///   // Others changed the same rows.
///   for row in (error.cause as? StagedConflict)?.rows ?? [] { try session.resolve(row, .mine) }
///   try session.save()
/// }
/// ```
///
/// Any thread can use a session. Saves of one session run one at a time. A session holds a
/// snapshot, so LMDB cannot reuse the pages of the snapshot, and the file can grow. ``close()`` and
/// deallocation release the snapshot.
///
/// In addition to the errors that a call lists, a call can throw the codes in the table of
/// ``ModelStoring``.
public final class StagedSession: Sendable {
  /// The store of the session.
  public let store: Store
  private let snapshot: Snapshot
  private let state = Mutex(StagedState())
  /// A lock for saves and resolutions of conflicts: one runs at a time.
  private let saving = NSLock()

  init(_ store: Store) throws {
    self.store = store
    snapshot = try store.snapshot(named: "staged session")
  }

  /// Whether the session has unsaved edits.
  public var hasChanges: Bool { state.withLock { !$0.edits.isEmpty } }

  /// The number of rows with unsaved edits.
  public var changedRows: Int { state.withLock { $0.edits.count } }

  /// Saves all edits in one transaction, and moves the session to the newest commit.
  ///
  /// A row that the session did not edit keeps the changes of other writers. With the default
  /// `StoreOptions.durability`, the save is durable when the call returns. Edits that the program
  /// stages during the save remain unsaved.
  ///
  /// If the save fails, the store stays unchanged, and the session keeps all edits. If only the
  /// move to the newest commit fails, the store has the edits. The session then shows its old
  /// snapshot, without the edits, until ``reload()`` or the next save.
  ///
  /// - Returns: The numbers of inserted, updated, and unchanged rows; deleted rows count as
  ///   updated.
  /// - Complexity: O(k log k + k log n + size of the rows) for k edited rows in collections of n
  ///   rows. Also O(t) for t tables of collections and indexes, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``StagedConflict`` if another writer changed an edited row, and
  ///     the session has not resolved the conflict.
  ///   - `StoreError` caused by an `ArchiveError` if the store's version of a row in conflict
  ///     cannot be read.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session or the store is closed.
  ///     - `typeMismatch` if the store's version of a row in conflict is not an archive.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `schemaDrift` if the recorded version of a type has incompatible fields.
  ///     - `protectedCollection` if a model's collection belongs to another model, or a document's
  ///       collection belongs to a model.
  ///     - `keyFormatMismatch` if a collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes, or `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `blobNotFound` if a value refers to a blob that the store does not have.
  ///     - `invalidName` if a collection is new and its name exceeds 480 bytes.
  ///     - `counterOverflow` if the number of a saved model is the last number of its sequence.
  ///     - `nestedWrite` inside a write of this store, or `readOnly` if the store is open
  ///       read-only.
  ///     - `readersFull` if no reader slot is free; the store then has the edits.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func save() throws -> SaveOutcome {
    saving.lock()
    defer { saving.unlock() }
    if state.withLock({ $0.isClosed }) { throw StoreError(.closed) }
    let staged = state.withLock { $0.beginSaving() }
    defer { state.withLock { $0.endSaving() } }
    if staged.isEmpty {
      try refresh()
      return SaveOutcome()
    }
    let (outcome, bases) = try store.write { try Self.save(staged, in: $0.scope) }
    // The edits stay until the session has the new snapshot, so that no thread sees or edits the
    // state before the save.
    defer { state.withLock { $0.noteSaved(staged, bases) } }
    try refresh()
    return outcome
  }

  /// Discards all edits, moves the session to the newest commit, and reopens a closed session.
  ///
  /// If the call throws, the edits are lost, and the session keeps its snapshot.
  ///
  /// - Complexity: O(e + t) for e edits and t tables of collections and indexes. If another process
  ///   has changed the catalog, also O(c + t²) for c collections, because LMDB compares the names
  ///   of the tables.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `closed` if the store is closed, or `forked` if a parent process opened the store.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to the
  ///     store.
  ///   - `readersFull` if no reader slot is free.
  ///   - `damaged` if the file or a row is damaged.
  public func reload() throws {
    discard()
    try refresh()
  }

  /// Moves the session to the newest commit, and reopens a closed session.
  private func refresh() throws {
    try snapshot.refresh()
    state.withLock { state in
      state.snapshots += 1
      state.isClosed = false
    }
  }

  /// Discards all edits; the session keeps its snapshot.
  public func discard() { state.withLock { $0.edits = [:] } }

  /// Discards all edits, and releases the snapshot.
  ///
  /// Later reads, edits, and saves throw `closed`. ``reload()`` opens the session again.
  public func close() {
    state.withLock { state in
      state.edits = [:]
      state.isClosed = true
    }
    snapshot.close()
  }

  /// Writes the edits, and returns the outcome and the new revisions of the rows; the revision of a
  /// deleted row is 0.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``StagedConflict`` if other writers changed an edited row.
  ///   - Any error of the writes.
  private static func save(
    _ staged: [StagedKey: StagedEdit], in scope: WriteScope
  ) throws -> (SaveOutcome, [StagedKey: UInt64]) {
    let conflicts = try staged.sorted { $0.key < $1.key }.compactMap { key, edit in
      try StagedConflict.Row(key, edit, scope.access(to: key.collection).reading)
    }
    if !conflicts.isEmpty {
      throw StoreError(.stagedConflict, cause: StagedConflict(rows: conflicts))
    }
    var outcome = SaveOutcome()
    var bases: [StagedKey: UInt64] = [:]
    for (key, edit) in staged.sorted(by: { $0.key < $1.key }) {
      let rows = scope.access(to: key.collection)
      if let archive = edit.archive {
        if let schema = edit.schema { try rows.claim(schema) }
        let put = try rows.put(
          archive, forKey: key.bytes.span, .overwrite, isStamped: edit.isStamped)
        outcome.add(put ?? .unchanged)
        try rows.raiseSequence(above: edit.sequenceNumber)
      } else if try rows.delete(key.bytes.span) {
        outcome.updated += 1
      }
      bases[key] = try key.revision(in: rows.reading)
    }
    return (outcome, bases)
  }
}

// Operations shared by the calls for models and documents.
extension StagedSession {
  /// Returns the edit at a key, or `nil` if the row is not edited.
  func edit(_ key: StagedKey) -> StagedEdit? { state.withLock { $0.edits[key] } }

  var allEdits: [StagedKey: StagedEdit] { state.withLock { $0.edits } }

  /// Discards an edit, and returns whether the row had an edit.
  func discard(_ key: StagedKey) -> Bool {
    state.withLock { $0.edits.removeValue(forKey: key) != nil }
  }

  /// Moves to the newest commit, resolves a conflict, and returns whether the row had an edit.
  func resolve(_ row: StagedConflict.Row, _ change: (StagedEdit) -> StagedEdit?) throws -> Bool {
    saving.lock()
    defer { saving.unlock() }
    // If the refresh throws, no edit has changed.
    try refresh()
    return state.withLock { $0.resolve(row.stagedKey, over: row.revision, change) }
  }

  /// Stages a new value of a row; `nil` deletes the row.
  ///
  /// - Parameters:
  ///   - archive: The new value; `nil` to delete the row.
  ///   - key: The stored key.
  ///   - isStamped: Whether the row has timestamps.
  ///   - schema: The model's schema; `nil` for a document.
  ///   - sequenceNumber: The number that is the row's key; 0 without a sequence.
  /// - Throws: `StoreError` with `closed` if the session is closed, `keyFormatMismatch` if the
  ///   collection has raw keys, or `damaged` if the row is damaged.
  func stage(
    _ archive: EncodedArchive?, at key: StagedKey, isStamped: Bool, schema: ArchiveSchema? = nil,
    sequenceNumber: UInt64 = 0
  ) throws {
    while true {
      let snapshots = state.withLock { $0.snapshots }
      let base = try snapshot.read { try key.revision(in: $0.access(to: key.collection)) }
      let edit = StagedEdit(
        archive: archive, isStamped: isStamped, schema: schema, base: base,
        sequenceNumber: sequenceNumber)
      // If another thread moved the session to another snapshot, the base revision is outdated.
      if state.withLock({ $0.stage(edit, at: key, over: snapshots) }) { return }
    }
  }

  /// Reads the session's snapshot.
  func readBase<R>(_ body: (ReadTransaction) throws -> R) throws -> R { try snapshot.read(body) }

  /// Calls `edited` for each inserted or changed row of a range, and `base` for each row without an
  /// edit.
  ///
  /// Rows come in key order, but rows with very long keys come in the order of a prefix and a hash.
  /// The call omits rows that the session deletes.
  func scan(
    _ collection: String, _ range: KeyRange,
    edited: (StagedKey, EncodedArchive) throws -> Void,
    base: (borrowing Row, CollectionAccess) throws -> Void
  ) throws {
    let staged = allEdits.filter {
      $0.key.collection == collection && range.contains($0.key.bytes.span)
    }
    let order = staged.keys.sorted()
    var next = 0
    func passEdit() throws {
      if let archive = staged[order[next]]?.archive { try edited(order[next], archive) }
      next += 1
    }
    try snapshot.read { transaction in
      let access = transaction.access(to: collection)
      try access.scan(range) { row in
        while next < order.count, order[next].isBefore(row.keyBytes) {
          try passEdit()
        }
        // The order of edits and rows can differ for very long keys, so each row needs a lookup.
        let isEdited =
          !staged.isEmpty
          && staged[StagedKey(collection: collection, bytes: row.keyBytes.copied())] != nil
        if !isEdited { try base(row, access) }
        return .next
      }
    }
    while next < order.count { try passEdit() }
  }
}

extension Store {
  /// Starts a staged session, which saves its edits in one transaction.
  ///
  /// ```swift
  /// let session = try store.stage()
  /// try session.put(City(name: "Oslo", people: 700_000))
  /// try session.save()
  /// ```
  ///
  /// A session that starts inside a write shows the state before the write.
  ///
  /// - Complexity: O(t) for t tables of collections and indexes. If another process has changed the
  ///   catalog, O(c + t²) for c collections, because LMDB compares the names of the tables.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `closed` if the store is closed, or `forked` if a parent process opened the store.
  ///   - `replaced` if the store is open without its lock file, and another process wrote to the
  ///     store.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  ///   - `readersFull` if no reader slot is free.
  ///   - `busy` if another process enlarged the map, and an open snapshot or read prevents this
  ///     process from enlarging its own map.
  ///   - `busy` inside a write if another process changed the catalog, and this process has not
  ///     read the store since.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `tablesFull` if another process created tables, and this process has no capacity for the
  ///     tables.
  ///   - `damaged` if the catalog, or a page at the beginning of the file, is damaged.
  public func stage() throws -> StagedSession { try StagedSession(self) }
}
