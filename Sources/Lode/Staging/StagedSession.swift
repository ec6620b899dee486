internal import LodeCoding
public import LodeStore
import Synchronization

/// Edits that collect over a snapshot, visible to nobody else, until they are saved together.
///
/// For an editor whose "Save" and "Cancel" mean all that was done since it was opened.
///
/// ```swift
/// let session = try store.stage()
/// try session.update(City.self, "Oslo") { $0.people += 1 }
/// try session.documents("pets").add(["name": "Rex"])
/// do {
///   try session.save()  // one transaction
/// } catch let conflict as StagedConflict {
///   print(conflict)  // somebody else changed the same rows
///   try session.reload()
/// }
/// ```
///
/// It can be used from any thread. While it lives it holds a snapshot, for which the store's file grows by everything that is
/// overwritten; ``close()`` lets it go, as does the end of the last reference.
public final class StagedSession: Sendable {
  /// The store that it is saved into.
  public let store: Store
  private let snapshot: Snapshot
  private let edits = Mutex<[StagedKey: StagedEdit]>([:])

  init(_ store: Store) throws {
    self.store = store
    snapshot = try store.snapshot(named: "staged session")
  }

  /// Whether there are edits that were not saved.
  public var hasChanges: Bool { edits.withLock { !$0.isEmpty } }

  /// How many rows were edited and not saved.
  public var changedRows: Int { edits.withLock { $0.count } }

  /// Saves all edits in one transaction, and goes on over the state that they lead to.
  ///
  /// Rows that others changed stay as these left them, unless they were edited here too.
  ///
  /// - Returns: how many rows are new, other than before or gone, and the same.
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: ``StagedConflict`` when rows that were edited here were changed by others since the snapshot: then nothing is
  ///   saved, and the edits are still there. `StoreError` as a write.
  @discardableResult
  public func save() throws -> SaveOutcome {
    let staged = edits.withLock { $0 }
    var outcome = SaveOutcome()
    if !staged.isEmpty {
      let revision: UInt64
      (outcome, revision) = try store.write { transaction in
        (try Self.save(staged, in: transaction.scope), transaction.revision)
      }
      edits.withLock { edits in
        for (key, edit) in staged {
          // Edits made by other threads meanwhile are still to be saved.
          let isSaved = edits[key]?.number == edit.number
          if isSaved { edits[key] = nil } else { edits[key]?.base = revision }
        }
      }
    }
    try snapshot.refresh()
    return outcome
  }

  /// Drops all edits and goes on over the store as it is now.
  ///
  /// - Throws: `StoreError` as a read; the edits are dropped all the same.
  public func reload() throws {
    discard()
    try snapshot.refresh()
  }

  /// Drops all edits; the snapshot stays the same.
  public func discard() { edits.withLock { $0 = [:] } }

  /// Drops all edits and lets the snapshot go; later calls throw `closed`.
  public func close() {
    discard()
    snapshot.close()
  }

  private static func save(
    _ staged: [StagedKey: StagedEdit], in scope: WriteScope
  ) throws -> SaveOutcome {
    let conflicts = try staged.filter { key, edit in
      try scope.access(to: key.collection).reading.revision(key) != edit.base
    }
    if !conflicts.isEmpty { throw StagedConflict(conflicts.keys) }
    var outcome = SaveOutcome()
    for (key, edit) in staged.sorted(by: { $0.key < $1.key }) {
      let rows = scope.access(to: key.collection)
      guard let archive = edit.archive else {
        if try rows.delete(key.bytes.span) { outcome.updated += 1 }
        continue
      }
      let done = try rows.put(
        archive, forKey: key.bytes.span, .overwrite, isStamped: edit.isStamped)
      switch done {
      case .inserted: outcome.inserted += 1
      case .updated: outcome.updated += 1
      case .unchanged, nil: outcome.unchanged += 1
      }
    }
    return outcome
  }
}

// What the calls for models and documents are made of.
extension StagedSession {
  /// What was edited at a key; `nil` when it was not.
  func edit(_ key: StagedKey) -> StagedEdit? { edits.withLock { $0[key] } }

  /// The edits of a place, in the order of their keys.
  func edits(of collection: String, in range: KeyRange) -> [(key: StagedKey, edit: StagedEdit)] {
    edits.withLock { edits in
      edits.filter { $0.key.collection == collection && range.contains($0.key.bytes.span) }
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// Notes what a row is to become; `nil` deletes it.
  func stage(_ archive: EncodedArchive?, at key: StagedKey, isStamped: Bool) throws {
    let base = try snapshot.read { try $0.access(to: key.collection).revision(key) }
    edits.withLock { edits in
      if archive == nil, base == 0 {
        // It was only ever here.
        edits[key] = nil
        return
      }
      let number = (edits[key]?.number ?? 0) + 1
      edits[key] = StagedEdit(archive: archive, isStamped: isStamped, base: base, number: number)
    }
  }

  /// Reads the snapshot.
  func readBase<R>(_ body: (ReadTransaction) throws -> R) throws -> R { try snapshot.read(body) }

  /// Calls `body` for each row of a range, edited or not, in key order.
  ///
  /// Of rows that were edited it gets the edit, of others the row.
  func scan(
    _ collection: String, _ range: KeyRange,
    edited: (StagedKey, EncodedArchive) throws -> Void,
    base: (borrowing Row, CollectionAccess) throws -> Void
  ) throws {
    let staged = edits(of: collection, in: range)
    var next = 0
    func passEdits(before key: Span<UInt8>?) throws -> Bool {
      while next < staged.count {
        let (stagedKey, edit) = staged[next]
        let order = if let key { stagedKey.bytes.span.byteOrder(key) } else { -1 }
        if order > 0 { return false }
        next += 1
        if let archive = edit.archive { try edited(stagedKey, archive) }
        if order == 0 { return true }
      }
      return false
    }
    try snapshot.read { transaction in
      let access = transaction.access(to: collection)
      try access.scan(range) { row in
        if try !passEdits(before: row.keyBytes) { try base(row, access) }
        return .next
      }
    }
    _ = try passEdits(before: nil)
  }
}

extension Store {
  /// Begins a session in which edits collect until they are saved together.
  ///
  /// - Complexity: O(1).
  /// - Throws: `StoreError` as a read.
  public func stage() throws -> StagedSession { try StagedSession(self) }
}
