import Foundation
import LodeCoding
import LodeTestSupport
import Synchronization
import Testing

@testable import LodeStore

/// An observer inside the writer would hold up every write of the process, and could write nothing
/// itself.
@Suite("Observers run outside the writer")
struct ObserverTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `a change set is delivered after its commit, and not after cancelling`() throws {
    let (store, counter, visible) = (store, Counter(), Counter())
    let observation = store.observe { changes in
      counter.add(1)
      if (try? store["a"].get(1)) == 1, (try? store.revision) == changes.revision { visible.add(1) }
    }
    try store["a"].put(1, forKey: 1)
    observation.waitForDeliveries()
    #expect(visible.value == 1)
    observation.cancel()
    try store["a"].put(2, forKey: 2)
    observation.waitForDeliveries()
    #expect(counter.value == 1)
  }

  @Test func `a blocked observer delays neither writes nor other observers nor closing`() throws {
    let (blocked, go, other) = (Flag(), Flag(), Recorder(store))
    let observation = store.observe { _ in
      blocked.set()
      while !go.isSet { usleep(100) }
    }
    for i in 0..<100 { try store["a"].put(i, forKey: i) }
    while !blocked.isSet { usleep(100) }
    try store["a"].put(100, forKey: 100)
    #expect(other.take().map(\.revision) == Array(1...101))
    store.close()
    go.set()
    observation.waitForDeliveries()
  }

  @Test func `an observer writes, alone and in a batch, and its writes are delivered too`() throws {
    let store = store
    let observation = store.observe { changes in
      guard let inserted = changes["source"]?.inserted, !inserted.isEmpty else { return }
      do {
        try store.write { transaction in
          for key in inserted {
            let number = try key.decode(Int.self)
            try transaction["copy"].put(number, forKey: number)
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    let recorder = Recorder(store)
    let writers = (0..<4).map { writer in
      Worker { for i in 0..<25 { try store["source"].put(i, forKey: writer * 100 + i) } }
    }
    for writer in writers { try writer.wait() }
    observation.waitForDeliveries()
    #expect(try store["copy"].count == 100)
    let changes = recorder.take()
    #expect(changes.flatMap { $0["copy"]?.inserted ?? [] }.count == 100)
    #expect(changes.map(\.revision) == (1...UInt64(changes.count)).map { $0 })
  }

  @Test func `change sets arrive in commit order, one at a time`() throws {
    let (store, running, overlaps) = (store, Counter(), Counter())
    let seen = Mutex<[UInt64]>([])
    let observation = store.observe { changes in
      running.add(1)
      if running.value != 1 { overlaps.add(1) }
      seen.withLock { $0.append(changes.revision) }
      running.add(-1)
    }
    let writers = (0..<4).map { writer in
      Worker { for i in 0..<50 { try store["a"].put(i, forKey: writer * 100 + i) } }
    }
    for writer in writers { try writer.wait() }
    observation.waitForDeliveries()
    #expect(seen.withLock { $0 } == Array(1...200))
    #expect(overlaps.value == 0)
  }

  @Test func `cancelling drops what waits, also from inside a delivery`() throws {
    let (store, calls, begun, go) = (store, Counter(), Flag(), Flag())
    let held = Mutex<ChangeObservation?>(nil)
    let observation = store.observe { _ in
      calls.add(1)
      begun.set()
      while !go.isSet { usleep(100) }
      held.withLock { $0?.cancel() }
    }
    held.withLock { $0 = observation }
    for i in 0..<10 { try store["a"].put(i, forKey: i) }
    while !begun.isSet { usleep(100) }
    go.set()
    observation.waitForDeliveries()
    #expect(calls.value == 1)
    held.withLock { $0 = nil }
  }

  @Test func `an observation ends with its last reference`() throws {
    let calls = Counter()
    var observation: ChangeObservation? = store.observe { _ in calls.add(1) }
    try store["a"].put(1, forKey: 1)
    observation?.waitForDeliveries()
    observation = nil
    try store["a"].put(2, forKey: 2)
    #expect(calls.value == 1)
    #expect(!store.core.feed.hasListeners)
  }
}
