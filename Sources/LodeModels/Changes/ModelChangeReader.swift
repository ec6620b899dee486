import Dispatch
internal import LodeCoding
internal import LodeStore
import Synchronization

/// How far a subscriber can be behind until the store releases the subscriber's snapshot.
///
/// An open snapshot keeps the pages that later writes replace, so the file grows.
struct LagLimit: Sendable {
  /// The time since the first change that the consumer has not received.
  var duration = Duration.seconds(30)
  /// The number of commits since the snapshot.
  var commits: UInt64 = 10_000
}

/// One subscriber of a model's changes: holds the snapshot of the last element, and compares the
/// snapshot with the newest commit.
///
/// While the subscriber holds a snapshot, a timer limits the age of the snapshot:
///
/// - If the collection has no changes, the timer moves the snapshot to the newest commit.
/// - If the collection has changes, and the consumer does not receive the changes within the
///   ``LagLimit``, the timer releases the snapshot. The next element is a reset.
/// - If another thread waits for the end of all snapshots, the timer releases the snapshot.
final class ModelChangeReader<M: Model & Sendable>: Sendable {
  /// The state to which the next changes relate.
  private enum Base {
    case snapshot(Snapshot)
    /// No state, because the snapshot was released.
    case released(LiveResetReason)
    /// No state, because the first snapshot failed.
    case failed(any Error)
  }

  private struct State {
    var base: Base
    /// Whether the timer runs.
    var isChecking = true
    /// The time at which the timer first found changes that the consumer has not received.
    var isBehindSince: ContinuousClock.Instant?
    var hasEnded = false
  }

  /// The time between two checks of the snapshot's age.
  private static var checkInterval: DispatchTimeInterval { .milliseconds(250) }

  /// The subscription; `nil` if the store was released before.
  private let watch: CollectionWatch?
  private let partition: String?
  private let limit: LagLimit
  private let store: @Sendable () -> Store?
  private let state: Mutex<State>

  /// Subscribes to the commits after the call.
  init(
    in partition: String?, limit: LagLimit, _ store: @escaping @Sendable () -> Store?
  ) {
    (self.partition, self.limit, self.store) = (partition, limit, store)
    let opened = store()
    watch = opened?.watch(M.collectionName)
    var base = Base.released(.released)
    if let opened {
      do {
        base = .snapshot(try Self.snapshot(of: opened))
      } catch {
        base = .failed(error)
      }
    }
    state = Mutex(State(base: base))
    checkLater()
  }

  /// Waits for changes, and returns the changes since the last element.
  ///
  /// - Returns: The changes; `nil` after the end of the sequence.
  /// - Throws: The errors of comparing and decoding rows; the sequence then ends.
  @concurrent
  func next() async throws -> ModelChanges<M>? {
    try await nextElement({ try await element() }, end: end)
  }

  private func element() async throws -> ModelChanges<M>? {
    guard let watch, !state.withLock(\.hasEnded) else { return nil }
    while true {
      // The event is taken before the read, so a commit after the snapshot causes another read.
      let event = await watch.next()
      guard event != .ended, let store = store() else { return nil }
      if let element = try read(store, isReopened: event == .reopened) { return element }
    }
  }

  /// Moves the snapshot to the newest commit, and returns the changes; `nil` without changes.
  private func read(_ store: Store, isReopened: Bool) throws -> ModelChanges<M>? {
    do {
      return try Interruption.endingWithTask {
        try state.withLock { try element(of: store, isReopened: isReopened, &$0) }
      }
    } catch let error as StoreError where error.code == .commitOutcomeUnknown && !isReopened {
      // The store is about to reopen its files after a failed commit, and then sends an event.
      return nil
    } catch let error as StoreError where error.code == .busy {
      // The snapshot itself can prevent this process from adopting a larger map.
      return try state.withLock { state in
        state.base = .released(.released)
        return try element(of: store, isReopened: isReopened, &state)
      }
    }
  }

  private func element(
    of store: Store, isReopened: Bool, _ state: inout State
  ) throws -> ModelChanges<M>? {
    let reason: LiveResetReason
    switch state.base {
    case .failed(let error): throw error
    case .released(let cause): reason = isReopened ? .recovered : cause
    case .snapshot(let snapshot):
      if !isReopened {
        let element = try snapshot.advance(in: M.collectionName) { old, new, changes in
          try self.element(old, new, changes)
        }
        state.isBehindSince = nil
        return element ?? nil
      }
      reason = .recovered
    }
    let snapshot = try Self.snapshot(of: store)
    state.base = .snapshot(snapshot)
    state.isBehindSince = nil
    if !state.isChecking {
      state.isChecking = true
      checkLater()
    }
    return ModelChanges(
      revision: try snapshot.revision, partition: partition, userInfos: [],
      content: .reset(reason))
  }

  /// Decodes the changed rows of the partition; `nil` if only other partitions have changes.
  private func element(
    _ old: ReadTransaction, _ new: ReadTransaction, _ changes: CollectionChanges
  ) throws -> ModelChanges<M>? {
    let place = RowLocation(partition)
    let keys = (changes.inserted + changes.updated + changes.deleted)
      .filter { place.contains($0.bytes.span) }.sorted()
    var oldRows = DecodedRows<M>(old.access(to: M.collectionName))
    var newRows = DecodedRows<M>(new.access(to: M.collectionName))
    var list: [ModelChange<M>] = []
    list.reserveCapacity(keys.count)
    for key in keys {
      switch (try oldRows.model(at: key), try newRows.model(at: key)) {
      case (nil, let new?): list.append(.inserted(new))
      case (let old?, let new?): list.append(.updated(old: old, new: new))
      case (let old?, nil): list.append(.deleted(old))
      case (nil, nil): break
      }
    }
    if list.isEmpty { return nil }
    let since = try old.version()
    let userInfos = watch.flatMap { new.userInfos($0, since: since) } ?? []
    return ModelChanges(
      revision: try new.revision, partition: partition, userInfos: userInfos,
      content: .changes(list))
  }

  private static func snapshot(of store: Store) throws -> Snapshot {
    try store.snapshot(named: "changes of \(M.collectionName)")
  }

  private func end() {
    state.withLock { state in
      state.hasEnded = true
      state.base = .released(.released)
    }
  }
}

// The age of the snapshot.
extension ModelChangeReader {
  private func checkLater() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.checkInterval) {
      [weak self] in
      if let self, self.checkAge() { self.checkLater() }
    }
  }

  /// Moves or releases an old snapshot, and returns whether the subscriber still has a snapshot.
  func checkAge() -> Bool {
    // While the lock is taken, the consumer receives the changes.
    state.withLockIfAvailable { state in
      if case .snapshot(let snapshot) = state.base {
        guard let reason = reasonToRelease(snapshot, &state) else { return true }
        state.base = .released(reason)
      }
      state.isChecking = false
      return false
    } ?? true
  }

  private func reasonToRelease(
    _ snapshot: Snapshot, _ state: inout State
  ) -> LiveResetReason? {
    if snapshot.isAwaited { return .released }
    do throws(StoreError) {
      // Known changes need no further comparison.
      let isBehind = state.isBehindSince != nil
      let commits =
        try isBehind
        ? snapshot.commitsBehind() : snapshot.advance(unlessChanged: M.collectionName)
      if !isBehind, commits == 0 { return nil }
      if commits > limit.commits { return .behind }
    } catch {
      // The snapshot of a closed store is closed. The consumer receives any other error that
      // remains, and until then, the error counts as a change.
      if error.code == .busy || error.code == .closed { return .released }
    }
    let since = state.isBehindSince ?? .now
    state.isBehindSince = since
    return .now - since > limit.duration ? .behind : nil
  }
}

/// The rows of one state, decoded with the parsed schemas of the previous row.
private struct DecodedRows<M: Model>: ~Copyable {
  private let access: CollectionAccess
  private var series = ArchiveSeries()

  init(_ access: CollectionAccess) { self.access = access }

  /// Returns the model at a stored key, or `nil` if the state does not have the row.
  mutating func model(at key: RowKey) throws -> M? {
    let access = access
    var model: M?
    _ = try access.withRow(key.bytes.span, key.format) { row in
      model = try access.unarchive(row.bytes, row.type, as: M.self, &series)
    }
    return model
  }
}
