import LodeCoding
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeStore

/// A wrong order of results would return the rows of a scan in another order.
@Suite("Helper threads run tasks ahead, and results keep their order")
struct TasksAheadTests {
  private struct Failure: Error, Equatable { let number: Int }

  @Test func `results come in the order of the tasks, on the calling thread`() throws {
    var taken: [Int] = []
    var tasks = TasksAhead<Int>()
    for number in 0..<500 {
      let work = { @Sendable in number }
      let step = try tasks.add(work) {
        taken.append($0)
        return .next
      }
      #expect(step == .next)
    }
    #expect(taken.count == 500 - HelperThreads.mostTasks)
    let last = try tasks.finish {
      taken.append($0)
      return .next
    }
    #expect(last == .next && taken == Array(0..<500))
  }

  @Test func `an error arrives after the results of earlier tasks`() throws {
    var taken: [Int] = []
    func take(_ number: Int) -> IterationStep {
      taken.append(number)
      return .next
    }
    #expect(throws: Failure(number: 20)) {
      var tasks = TasksAhead<Int>()
      for number in 0..<100 {
        let work = { @Sendable () throws -> Int in
          if number >= 20 { throw Failure(number: number) }
          return number
        }
        _ = try tasks.add(work, take)
      }
      try tasks.finish(take)
    }
    #expect(taken == Array(0..<20))
  }

  @Test func `after a stop, no result is taken, and no task runs`() throws {
    let running = Mutex(0)
    let started = Mutex(0)
    var taken: [Int] = []
    do {
      var tasks = TasksAhead<Int>()
      for number in 0..<50 {
        let work = { @Sendable in
          started.withLock { $0 += 1 }
          running.withLock { $0 += 1 }
          defer { running.withLock { $0 -= 1 } }
          var sum = number
          for index in 0..<10_000 { sum &+= index }
          return sum
        }
        let step = try tasks.add(work) {
          taken.append($0)
          return taken.count == 3 ? .stop : .next
        }
        if step == .stop { break }
      }
    }
    #expect(taken.count == 3 && running.withLock { $0 } == 0)
    let count = started.withLock { $0 }
    #expect(count <= 3 + HelperThreads.mostTasks)
    for _ in 0..<1_000 { #expect(started.withLock { $0 } == count) }
  }

  @Test func `tasks end even if no helper thread is free`() throws {
    // Each outer task waits for its own inner tasks, so the outer tasks take all helper threads.
    var sum = 0
    var outer = TasksAhead<Int>()
    func take(_ number: Int) -> IterationStep {
      sum += number
      return .next
    }
    for _ in 0..<64 {
      let work = { @Sendable in
        var sum = 0
        var inner = TasksAhead<Int>()
        for number in 0..<64 {
          _ = try inner.add({ number }) {
            sum += $0
            return .next
          }
        }
        try inner.finish {
          sum += $0
          return .next
        }
        return sum
      }
      _ = try outer.add(work, take)
    }
    try outer.finish(take)
    #expect(sum == 64 * (0..<64).reduce(0, +))
  }
}
