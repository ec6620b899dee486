import Foundation
import Lode
import LodeModels
import LodeStore
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("S45: a step that fails for a row")
struct FailingStepTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  /// Makes a store with two rows of the first version and one of the second.
  init() throws {
    directory = try TemporaryDirectory()
    let first = try Store(path, models: [FooHistory.V1.self])
    try first.insert(contentsOf: [FooHistory.V1(1, "one"), FooHistory.V1(2, "two")])
    first.close()
    let second = try Store(path)
    try second.insert(FooHistory.V2(3, "three"))
    second.close()
  }

  private let failing = FooHistory.plan { _, record in if record["id"]?.int == 2 { throw Stop() } }

  private func open(_ plan: MigrationPlan, _ mode: MigrationOptions) throws -> Store {
    try Store(path, models: [FooHistory.V3.self], migrations: plan, migrating: mode)
  }

  /// The rows as they lie in the file.
  private func storedRows() throws -> [RowKey: [UInt8]] {
    let store = try Store(path)
    defer { store.close() }
    return try store.read { transaction in
      var rows: [RowKey: [UInt8]] = [:]
      try transaction["foo"].forEach { rows[$0.key] = $0.bytes.copied() }
      return rows
    }
  }

  private func checkFailure(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let failure = expectCause(
      MigrationError.self, sourceLocation: sourceLocation, performing: body)
    let error = try #require(failure, sourceLocation: sourceLocation)
    #expect(error.code == .failed, sourceLocation: sourceLocation)
    #expect(error.type == "Foo" && error.fromVersion == 1 && error.toVersion == 2)
    #expect(error.collection == "foo" && error.cause is Stop, sourceLocation: sourceLocation)
    #expect(try error.key?.decode(Int.self) == 2, sourceLocation: sourceLocation)
  }

  private func checkQuarantine(_ rows: [QuarantinedRow]) throws {
    #expect(try rows.map { try $0.key.decode(Int.self) } == [2])
    #expect(rows.first?.collection == "foo" && rows.first?.type == "Foo")
    #expect(rows.first?.fromVersion == 1 && rows.first?.toVersion == 2)
    #expect(rows.first?.message.contains("Stop") == true)
  }

  @Test
  func `at open the store stays as it was, and goes through once the step is mended`() throws {
    let before = try storedRows()
    try checkFailure { _ = try open(failing, .atOpen) }
    #expect(try storedRows() == before)
    let store = try open(FooHistory.plan(), .atOpen)
    #expect(try store.fetch(FooHistory.V3.self).map(\.title) == ["one", "two", "three"])
    #expect(try store.quarantine() == [])
  }

  @Test(arguments: [MigrationOptions.Mode.online, .lazy])
  func
    `online and lazily the row stays as it was and is in the quarantine until the step is mended`(
      _ mode: MigrationOptions.Mode
    ) throws
  {
    let before = try storedRows()
    let store = try open(failing, MigrationOptions(mode))
    #expect(try store.get(FooHistory.V3.self, 1)?.title == "one")
    #expect(try store.get(FooHistory.V3.self, 3)?.title == "three")
    try checkFailure { _ = try store.get(FooHistory.V3.self, 2) }
    try checkFailure { _ = try store.fetch(FooHistory.V3.self) }
    try checkFailure { try store.update(FooHistory.V3.self, 2) { $0.title = "lost" } }
    try checkQuarantine(try store.quarantine())
    let done = try store.migrateRows()
    #expect(!done.isDone)
    try checkQuarantine(try store.quarantine())
    #expect(try store.count(FooHistory.V3.self) == 3)
    #expect(try store.fetch(FooHistory.V3.where { $0.title == "three" }).map(\.id) == [3])
    store.close()

    let key = try #require(before.keys.first { try $0.decode(Int.self) == 2 })
    let stored = try storedRows()
    #expect(stored[key] == before[key] && stored.count == 3)
    // It is still there, and still in the quarantine, when the store is opened the next time.
    let again = try open(failing, MigrationOptions(mode))
    _ = try again.migrateRows()
    try checkQuarantine(try again.quarantine())
    again.close()

    let mended = try open(FooHistory.plan(), MigrationOptions(mode))
    #expect(try mended.fetch(FooHistory.V3.self).map(\.title) == ["one", "two", "three"])
    #expect(try mended.migrateRows().isDone)
    #expect(try mended.quarantine() == [])
    #expect(try mended.fetch(FooHistory.V3.where { $0.title == "two" }).map(\.id) == [2])
    #expect(try mended.read { try $0.archive(FooHistory.V3.self, 2) }?.root.object?.version == 3)
    #expect(try mended.verify().problems == [])
  }
}
