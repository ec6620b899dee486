import Foundation
import Synchronization

/// A thread of its own, whose failure `wait` throws.
package final class Worker: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let failure = Mutex<(any Error)?>(nil)

  package init(_ body: @escaping @Sendable () throws -> Void) {
    let thread = Thread { [self] in
      do { try body() } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  package func wait() throws {
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// Whether the thread ends in time: how tests see that nothing waits for itself.
  ///
  /// It counts from the thread's beginning. The time limit of a test counts from the beginning of
  /// the whole run, in which a test waits for its turn for minutes when the machine is busy.
  package func ends(within seconds: Double) -> Bool {
    guard done.wait(timeout: .now() + seconds) == .success else { return false }
    done.signal()
    return true
  }

  /// Runs `body` on several threads that begin together, and waits for all.
  package static func together(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void)
    throws
  {
    // Races show only when the threads overlap, so they wait for each other.
    let gathering = Gathering(count)
    let workers = (0..<count).map { index in
      Worker {
        gathering.meet()
        try body(index)
      }
    }
    for worker in workers { try worker.wait() }
  }
}

/// A place where threads wait until all have come.
package final class Gathering: Sendable {
  private let missing: Atomic<Int>

  package init(_ count: Int) { missing = Atomic(count) }

  package func meet() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}

/// A flag that threads share.
package final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { value.load(ordering: .acquiring) }
  package func set() { value.store(true, ordering: .releasing) }
}

/// A number that threads add to.
package final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  package init() {}

  package var value: Int { number.load(ordering: .acquiring) }
  package func add(_ amount: Int) { number.add(amount, ordering: .acquiringAndReleasing) }
}
