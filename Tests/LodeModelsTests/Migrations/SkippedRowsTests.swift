import Foundation
import LodeModels
import LodeStore
import LodeTestErrors
import LodeTestSupport
import Synchronization
import Testing

/// One row that a step fails for made every condition on its collection throw.
@Suite("Conditions pass over rows that a step of their migration fails for")
struct SkippedRowsTests {
  let directory: TemporaryDirectory
  private let failing = FooHistory.plan { _, record in if record["id"]?.int == 2 { throw Stop() } }
  private let reported = Reported()

  /// What was reported of skipped rows.
  private final class Reported: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ count: Int, _ collection: String) {
      list.withLock { $0.append("\(count) \(collection)") }
    }
  }

  /// Makes a store with three rows of the first version; the step fails for the second.
  init() throws {
    directory = try TemporaryDirectory()
    let first = try Store(directory.file("s"), models: [FooHistory.V1.self])
    try first.insert(contentsOf: (1...3).map { FooHistory.V1($0, "row \($0)") })
    first.close()
  }

  private func open(_ mode: MigrationOptions.Mode) throws -> Store {
    let reported = reported
    return try Store(
      directory.file("s"), models: [FooHistory.V3.self], migrations: failing,
      migrating: MigrationOptions(mode, skipped: { reported.add($0, $1) }))
  }

  @Test(arguments: [MigrationOptions.Mode.lazy, .online])
  func `queries give the other rows, and report how many were skipped`(
    _ mode: MigrationOptions.Mode
  ) throws {
    let store = try open(mode)
    if mode == .online { try store.migrateRows() }
    let query = try Query<FooHistory.V3>(parsing: "id >= 1 ORDER BY title DESC")
    #expect(try store.fetch(query).map(\.title) == ["row 3", "row 1"])
    #expect(reported.all == ["1 foo"])
    #expect(try store.fetch(Query<FooHistory.V3>(parsing: "title LIKE 'row%'")).count == 2)
    #expect(try store.update(query) { $0.title += "!" }.matched == 2)
    let explanation = try store.read { try $0.explain(query) }
    #expect(explanation.rowsSkipped == 1)
    #expect("\(explanation)".contains("1 skipped because their migration fails"))
  }

  @Test func `a strict query throws, and so does a read of all rows`() throws {
    let store = try open(.lazy)
    let query = try Query<FooHistory.V3>(parsing: "id >= 1")
    expectCause(MigrationError.self) { try store.fetch(query.strict()) }
    expectCause(MigrationError.self) { try store.fetch(FooHistory.V3.self) }
    expectCause(MigrationError.self) { try store.get(FooHistory.V3.self, 2) }
    #expect(reported.all.isEmpty)
  }

  @Test func `a skipped row is neither changed nor deleted`() throws {
    let store = try open(.lazy)
    #expect(try store.delete(Query<FooHistory.V3>(parsing: "id >= 1")) == 2)
    #expect(try store.quarantine().count == 1)
    store.close()
    let mended = try Store(
      directory.file("s"), models: [FooHistory.V3.self], migrations: FooHistory.plan())
    #expect(try mended.fetch(FooHistory.V3.self).map(\.title) == ["row 2"])
  }

  @Test func `collections without such rows report nothing`() throws {
    let store = try Store(
      directory.file("s"), models: [FooHistory.V3.self], migrations: FooHistory.plan(),
      migrating: .lazy)
    let explanation = try store.read { try $0.explain(Query<FooHistory.V3>(parsing: "id >= 1")) }
    #expect(explanation.rowsSkipped == 0 && !"\(explanation)".contains("skipped"))
  }
}
