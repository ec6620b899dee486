internal import BenchHarness
internal import Dispatch
internal import Foundation
internal import LodeModels
internal import LodeStore
internal import Synchronization

/// Others who use a store while its rows are taken to another version: one reads rows by their
/// keys, one changes a row now and then.
///
/// Both wait between their calls, as programs do that are not at work all the time.
final class Bystanders: Sendable {
  /// How long their calls took.
  struct Times {
    var reads: [Duration] = []
    var writes: [Duration] = []
  }

  private let store: Store
  private let settlers: [SettlerFields]
  private let isOver = Atomic(false)
  private let times = Mutex(Times())
  private let failure = Mutex<(any Error)?>(nil)

  init(_ store: Store, _ settlers: [SettlerFields]) {
    self.store = store
    self.settlers = settlers
  }

  /// Runs `body` beside them.
  func times(during body: () throws -> Void) throws -> Times {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let reads = self.repeating(every: 500, seed: 61) { try self.read($0) }
      self.times.withLock { $0.reads = reads }
    }
    DispatchQueue.global().async(group: group) {
      let writes = self.repeating(every: 2_000, seed: 62) { try self.write($0) }
      self.times.withLock { $0.writes = writes }
    }
    let outcome = Result { try body() }
    isOver.store(true, ordering: .releasing)
    group.wait()
    try outcome.get()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return times.withLock { $0 }
  }

  /// Calls `body` with a random person after each pause in microseconds, and returns how long each
  /// call took.
  private func repeating(
    every pause: UInt32, seed: UInt64, _ body: (SettlerFields) throws -> Void
  ) -> [Duration] {
    var noise = Noise(seed: seed)
    var times: [Duration] = []
    do {
      repeat {
        let settler = settlers[Int.random(in: settlers.indices, using: &noise)]
        times.append(try timed { try body(settler) }.1)
        usleep(pause)
      } while !isOver.load(ordering: .acquiring)
    } catch {
      failure.withLock { $0 = error }
    }
    return times
  }

  private func read(_ settler: SettlerFields) throws {
    let found = try store.read { try $0.get(Settler.self, settler.id) }
    guard found?.sum == settler.sum else {
      throw BenchFailure("settler \(settler.id) is not what it should be")
    }
  }

  /// Changes something that nobody looks at.
  private func write(_ settler: SettlerFields) throws {
    let outcome = try store.write { transaction in
      try transaction.update(Settler.self, settler.id) { $0.notes += "." }
    }
    guard outcome.changed == 1 else { throw BenchFailure("settler \(settler.id) is not there") }
  }
}
