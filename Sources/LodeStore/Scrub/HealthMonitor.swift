import Foundation
internal import LodeLMDB
import Synchronization

/// The state of a store's health: the scrubber's record, the marks of damaged tables, and the
/// listeners.
final class HealthMonitor: Sendable {
  private struct State {
    var record: ScrubRecord
    var fraction = 0.0
    var listeners: [Int: AsyncStream<StoreHealth>.Continuation] = [:]
    var nextListener = 0
    /// Whether damage has been recorded since opening, so that tables may have marks.
    var hadDamage = false
    /// The locked file during a pass.
    var file: ScrubFile?
  }

  private let state: Mutex<State>
  private let directory: String
  private let isReadOnly: Bool
  /// Whether damage of the store's own tables forbids every write.
  let refusesWrites: Atomic<Bool>
  private static let mostDamage = 100

  init(_ environment: Environment, isReadOnly: Bool) {
    directory = environment.path
    self.isReadOnly = isReadOnly
    let inode = environment.dataInode
    var record = ScrubRecord(inode: inode)
    if let stored = ScrubRecord.decode(ScrubFile.content(in: environment.path)),
      stored.inode == inode
    {
      record = stored
      // The opening has just checked every page.
      if environment.wasFullyChecked { record.damage.removeAll { $0.kind == .pages } }
    }
    refusesWrites = Atomic(record.damage.contains { $0.isOfStore })
    state = Mutex(State(record: record, hadDamage: !record.damage.isEmpty))
  }

  /// Returns whether the record in a directory names damage of the tables that opening reads.
  static func needsFullCheck(in directory: String) -> Bool {
    ScrubRecord.decode(ScrubFile.content(in: directory))?.damage.contains { $0.isOfStore } ?? false
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
    return StoreHealth(scrub: scrub, damage: record.damage)
  }

  /// The tables with damaged pages, and the tables of indexes that queries must not use.
  var marks: DamageMarks { state.withLock { DamageMarks($0.record.damage) } }

  /// Returns a catalog with the marks of damaged tables.
  func mark(_ catalog: Catalog) -> Catalog {
    state.withLock { $0.hadDamage } ? catalog.marked(marks) : catalog
  }
}

// Changes of the record.
extension HealthMonitor {
  /// Locks the file for a pass, and returns `false` if another process scrubs.
  func beginPass() -> Bool {
    guard let file = ScrubFile(in: directory) else { return false }
    state.withLock { state in
      state.file = file
      if state.record.position == nil { state.record.position = .init() }
    }
    return true
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

  /// Records a finding in place of an earlier finding about the same table.
  func add(_ damage: StoreHealth.Damage) {
    change { record in
      record.damage.removeAll { $0.isSameFinding(as: damage) }
      if record.damage.count < Self.mostDamage { record.damage.append(damage) }
    }
  }

  /// Removes findings that a later check has found to be mended; returns whether any was removed.
  @discardableResult
  func remove(where isMended: (StoreHealth.Damage) -> Bool) -> Bool {
    if !state.withLock({ $0.record.damage.contains(where: isMended) }) { return false }
    change { $0.damage.removeAll(where: isMended) }
    return true
  }

  /// Changes the record, saves it durably, and reports the new health to the listeners.
  private func change(_ body: (inout ScrubRecord) -> Void) {
    let (health, listeners) = state.withLock { state in
      body(&state.record)
      if !state.record.damage.isEmpty { state.hadDamage = true }
      refusesWrites.store(
        state.record.damage.contains { $0.isOfStore }, ordering: .relaxed)
      return (Self.health(of: state), Array(state.listeners.values))
    }
    save(durably: true)
    for listener in listeners { listener.yield(health) }
  }

  /// Writes the record into the file.
  ///
  /// A failure costs only the position: the next opening then continues at an earlier position.
  func save(durably: Bool) {
    if isReadOnly { return }
    let (bytes, file) = state.withLock { ($0.record.encoded(), $0.file) }
    guard bytes.count <= ScrubFile.mostBytes else { return }
    (file ?? ScrubFile(in: directory))?.write(bytes, durably: durably)
  }

  /// Returns the health after each later finding, and after each pass.
  func changes() -> AsyncStream<StoreHealth> {
    AsyncStream { continuation in
      let number = state.withLock { state in
        state.nextListener += 1
        state.listeners[state.nextListener] = continuation
        return state.nextListener
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
      }
    }
  }

  /// Ends the sequences of all listeners.
  func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
