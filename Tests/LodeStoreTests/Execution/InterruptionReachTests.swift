import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeLMDB
@testable import LodeStore

@Suite("What a time limit and a cancellation reach")
struct InterruptionReachTests {
  private func expired() -> Interruption { Interruption.current(endingAfter: .zero) }

  /// A task that a write had begun failed later, although nobody had cancelled the task.
  @Test func `the cancellation of a writer ends with the body of its write`() throws {
    let writer = WriterCancellation()
    var kept: Interruption?
    try Interruption.ending(with: nil, or: writer) { kept = Interruption.current }
    writer.cancel()
    try #require(kept).check()
    #expect(throws: CancellationError.self) {
      try Interruption.ending(with: nil, or: writer) { try Interruption.current?.check() }
    }
  }

  @Test func `the store's own work has no limit, and its errors keep their type`() throws {
    Interruption.$current.withValue(expired()) {
      #expect(throws: StoreError(.timeLimitExceeded)) { try Interruption.current?.check() }
      #expect(Interruption.suspended { Interruption.current == nil })
      #expect(throws: StoreError(.closed)) {
        try Interruption.suspended { () throws(StoreError) in throw StoreError(.closed) }
      }
    }
  }

  /// Observers got a part of the rows, and the rename stayed although it had thrown.
  @Test func `a rename that cannot read a row changes nothing`() throws {
    let test = try ScrubbedStore(rows: 100)
    let store = try test.open()
    defer { store.close() }
    let observation = store.observe { _ in }
    defer { observation.cancel() }
    let info = try store.read { try #require($0["people"].access.info) }
    let handle = try store.core.environment.beginWrite()
    let damaged: [UInt8] = [1, 2]
    _ = try handle.put(damaged.span, forKey: Key(7).bytes.span, in: info.table, mode: .overwrite)
    try store.core.environment.commitWrite(handle)
    try store.write { transaction in
      expect(.damaged) { try transaction.rename("people", to: "persons") }
      try transaction["others"].put("kept", forKey: "kept")
    }
    #expect(try store.collections() == ["others", "people"])
  }
}
