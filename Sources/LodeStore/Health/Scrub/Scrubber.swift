import Dispatch
import Foundation
internal import LodeLMDB
import Synchronization

/// The scrubber of an open store, which runs each pass on its own thread.
///
/// At most one pass runs at a time, and no pass begins after `stop()`.
final class Scrubber: Sendable {
  private struct State {
    var isStopped = false
    var isRunning = false
  }

  private let core: StoreCore
  private let bytesPerSecond: Int
  private let isOn: Bool
  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)

  /// The time between opening and the first part of a pass, in seconds.
  private static let firstDelay = 10.0
  /// The time between the end of a pass and the next pass, in seconds.
  private static let interval = 86_400.0
  /// The minimum number of reader slots with which the scrubber runs.
  private static let leastReaders = 16

  init(_ core: StoreCore, _ options: StoreOptions) {
    self.core = core
    bytesPerSecond = options.scrubbing.bytesPerSecond
    isOn =
      options.scrubbing != .off && !options.readOnly
      && options.maximumReaders >= Self.leastReaders
  }

  /// Schedules the next pass.
  func start() {
    if !isOn { return }
    let record = core.health.record
    // If the opening has checked all pages, the next pass can wait.
    let wait = core.environment.wasFullyChecked ? Self.interval : 0
    let last = record.finished.map { Date().timeIntervalSince1970 - $0 } ?? Self.interval
    let rest = max(wait, Self.interval - max(0, last))
    schedule(after: record.position == nil ? max(rest, Self.firstDelay) : Self.firstDelay)
  }

  private func schedule(after seconds: Double) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
      self?.begin()
    }
  }

  private func begin() {
    if state.withLock({ $0.isStopped }) { return }
    let thread = Thread { [self] in
      run(ScrubPace(bytesPerSecond: bytesPerSecond))
      schedule(after: Self.interval)
    }
    thread.name = "Lode scrubber"
    thread.qualityOfService = .utility
    thread.start()
  }

  /// Runs a pass on this thread, unless this process or another process runs a pass.
  func run(_ pace: ScrubPace) {
    let begins = state.withLock { state in
      if state.isStopped || state.isRunning { return false }
      state.isRunning = true
      return true
    }
    guard begins else { return }
    defer { state.withLock { $0.isRunning = false } }
    let marks = core.health.marks
    guard core.health.beginPass() else { return }
    defer { core.health.endPass() }
    if core.health.marks != marks { core.applyDamageMarks() }
    var pass = ScrubPass(core, pace) { [self] seconds in rest(seconds) }
    pass.run()
  }

  /// Waits, and returns whether the pass can continue.
  private func rest(_ seconds: Double) -> Bool {
    if seconds > 0 { _ = wakeUp.wait(timeout: .now() + seconds) }
    return state.withLock { !$0.isStopped }
  }

  /// Ends the running pass after its current part, and prevents later passes.
  ///
  /// The call waits up to two seconds for the pass.
  func stop() {
    state.withLock { $0.isStopped = true }
    wakeUp.signal()
    let start = ContinuousClock.now
    while state.withLock({ $0.isRunning }), ContinuousClock.now - start < .seconds(2) {
      pause(microseconds: 200)
    }
  }
}
