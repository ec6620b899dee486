import Foundation
internal import LodeLMDB
import Synchronization

/// The health of an open store.
final class HealthMonitor: Sendable {
  private struct State {
    var record: ScrubRecord
    /// The damage of the indexes that the opening has rebuilt.
    var rebuilt: [StoreHealth.Damage] = []
    /// The fraction of the store that the running pass has checked, from 0 to 1.
    var fraction = 0.0
    /// Whether the record has contained damage since opening, so that tables can have marks.
    var hadDamage = false
    /// The locked file of the record, during a pass.
    var file: ScrubFile?
  }

  private let state: Mutex<State>
  /// Receives the health after each change of the record.
  let feed = Feed<StoreHealth>()
  /// The last record that this process read from the file or wrote into the file.
  ///
  /// Each save holds the lock, so that an earlier record never replaces a later record.
  private let saved: Mutex<ScrubRecord?>
  private let directory: String
  private let isReadOnly: Bool
  /// Whether the store refuses all writes, because tables that every write needs are damaged.
  let refusesWrites: Atomic<Bool>
  /// The maximum number of findings in the record.
  static let mostDamage = 100

  init(_ environment: Environment, isReadOnly: Bool) {
    directory = environment.path
    self.isReadOnly = isReadOnly
    let inode = environment.dataInode
    let stored = ScrubRecord.decode(ScrubFile.content(in: environment.path))
    var record = ScrubRecord(inode: inode)
    if let stored, stored.inode == inode {
      record = stored
      // The opening has checked all pages.
      if environment.wasFullyChecked { record.damage.removeAll(where: \.isOfPages) }
    }
    refusesWrites = Atomic(record.damage.contains { $0.isOfStore })
    state = Mutex(State(record: record, hadDamage: !record.damage.isEmpty))
    saved = Mutex(stored)
    // The save replaces the outdated record in the file.
    if let stored, stored != record { save(durably: false) }
  }

  /// Returns whether opening must check all pages because of the record in a directory.
  ///
  /// The record requires a check if the store's own tables have damaged pages. The record also
  /// requires a check if only indexes have damaged pages and the opening can write, because the
  /// opening rebuilds these indexes.
  static func needsFullCheck(in directory: String, readOnly: Bool) -> Bool {
    guard let record = ScrubRecord.decode(ScrubFile.content(in: directory)),
      record.inode == Environment.dataInode(in: directory)
    else { return false }
    let pages = record.damage.filter { $0.kind == .pages }
    if pages.contains(where: \.isOfStore) { return true }
    return !readOnly && !pages.isEmpty && pages.allSatisfy { $0.index != nil }
  }

  var record: ScrubRecord { state.withLock { $0.record } }

  var health: StoreHealth { state.withLock { Self.health(of: $0) } }

  private static func health(of state: borrowing State) -> StoreHealth {
    let record = state.record
    let scrub: StoreHealth.Scrub
    if record.position != nil {
      scrub = .running(fraction: state.fraction)
    } else if let finished = record.finished {
      scrub = .finished(at: Date(timeIntervalSince1970: finished))
    } else {
      scrub = .notRun
    }
    return StoreHealth(scrub: scrub, damage: record.damage, rebuilt: state.rebuilt)
  }

  /// The marks of the damaged tables and indexes in the record.
  var marks: DamageMarks { state.withLock { DamageMarks($0.record.damage) } }

  /// Returns a catalog with the marks of damaged tables.
  func mark(_ catalog: Catalog) -> Catalog {
    state.withLock { $0.hadDamage } ? catalog.marked(marks) : catalog
  }
}

// Changes of the record.
extension HealthMonitor {
  /// Locks the file for a pass.
  ///
  /// Returns `false` if another process runs a pass.
  ///
  /// If another process has written the file, its record replaces the record of this process, and
  /// the caller must apply the new marks.
  func beginPass() -> Bool {
    return saved.withLock { saved in
      guard let file = ScrubFile(in: directory) else { return false }
      let stored = ScrubRecord.decode(ScrubFile.content(in: directory))
      let isOfAnotherProcess = stored != saved
      saved = stored
      state.withLock { state in
        state.file = file
        if isOfAnotherProcess, let stored, stored.inode == state.record.inode {
          state.record = stored
          if !stored.damage.isEmpty { state.hadDamage = true }
          refusesWrites.store(stored.damage.contains { $0.isOfStore }, ordering: .relaxed)
        }
        if state.record.position == nil { state.record.position = .init() }
      }
      return true
    }
  }

  /// Saves the position, and releases the file.
  func endPass() {
    save(durably: false)
    state.withLock { $0.file = nil }
  }

  /// Records the position of the pass.
  func move(to position: ScrubRecord.Position, fraction: Double) {
    state.withLock { state in
      state.record.position = position
      state.fraction = fraction
    }
  }

  /// Records the end of a pass.
  func finishPass(at time: Date) {
    change { record in
      record.passes += 1
      record.finished = time.timeIntervalSince1970
      record.position = nil
    }
  }

  /// Records a finding, and replaces an earlier finding about the same table.
  ///
  /// If the record is full, a finding about pages replaces a finding of another kind. Findings
  /// about pages are necessary, because LMDB must not read damaged pages.
  func add(_ damage: StoreHealth.Damage) {
    change { record in
      record.damage.removeAll { $0.isSameFinding(as: damage) }
      if record.damage.count >= Self.mostDamage, damage.isOfPages,
        let last = record.damage.lastIndex(where: { !$0.isOfPages })
      {
        record.damage.remove(at: last)
      }
      if record.damage.count < Self.mostDamage { record.damage.append(damage) }
    }
  }

  /// Removes the findings that a later check has disproved, and returns whether the record has
  /// changed.
  @discardableResult
  func remove(where isMended: (StoreHealth.Damage) -> Bool) -> Bool {
    if !state.withLock({ $0.record.damage.contains(where: isMended) }) { return false }
    change { $0.damage.removeAll(where: isMended) }
    return true
  }

  /// Records findings about pages, and removes all earlier findings about pages.
  func replacePages(_ damage: [StoreHealth.Damage]) {
    change { record in
      record.damage.removeAll(where: \.isOfPages)
      record.damage.insert(contentsOf: damage, at: 0)
      record.damage.removeLast(max(0, record.damage.count - Self.mostDamage))
    }
  }

  /// Records that the opening has rebuilt an index, and removes the findings about the index's old
  /// table.
  func noteRebuilt(_ damage: StoreHealth.Damage) {
    state.withLock { $0.rebuilt.append(damage) }
    remove { $0.table == damage.table }
  }

  /// Changes the record, saves the record durably, and reports the new health to the listeners.
  private func change(_ body: (inout ScrubRecord) -> Void) {
    let health = state.withLock { state in
      body(&state.record)
      if !state.record.damage.isEmpty { state.hadDamage = true }
      refusesWrites.store(
        state.record.damage.contains { $0.isOfStore }, ordering: .relaxed)
      return Self.health(of: state)
    }
    save(durably: true)
    feed.deliver(health)
  }

  /// Writes the record into the file.
  ///
  /// If writing fails, the next opening uses the earlier record, or no record.
  func save(durably: Bool) {
    if isReadOnly { return }
    saved.withLock { saved in
      let (record, file) = state.withLock { ($0.record, $0.file) }
      let bytes = record.encoded(upTo: ScrubFile.mostBytes)
      guard bytes.count <= ScrubFile.mostBytes else { return }
      if (file ?? ScrubFile(in: directory))?.write(bytes, durably: durably) == true {
        saved = ScrubRecord.decode(bytes)
      }
    }
  }
}
