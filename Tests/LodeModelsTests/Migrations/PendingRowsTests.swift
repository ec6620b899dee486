import Foundation
import Lode
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Synchronization
import Testing

@Suite("Rows have pending migrations in the modes lazy and online")
struct WaitingRowsTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  /// Rows of the first version with the keys from 1, and one of the second behind them.
  private func makeStore(_ count: Int) throws {
    let first = try Store(path, models: [FooHistory.V1.self])
    try first.insert(contentsOf: (1...count).map { FooHistory.V1($0, "row \($0)") })
    first.close()
    let second = try Store(path)
    try second.insert(FooHistory.V2(count + 1, "row \(count + 1)"))
    second.close()
  }

  private func open(
    _ options: MigrationOptions, _ plan: MigrationPlan = FooHistory.plan()
  ) throws -> Store {
    try Store(path, models: [FooHistory.V3.self], migrations: plan, migrating: options)
  }

  /// What the rows of ``makeStore(_:)`` are in the end.
  private func expected(_ count: Int) -> [FooHistory.V3] {
    (1...count).map { .init($0, "row \($0)", barDate: 1_000) }
      + [.init(count + 1, "row \(count + 1)", barDate: 2_000)]
  }

  /// The versions of the rows as they are stored.
  private func versions(_ store: Store, in collection: String = "foo") throws -> [Int: Int] {
    let schemas = try store.schemas()
    var versions: [Int: Int] = [:]
    for (number, rows) in try store.schemaUsage() {
      let schema = schemas[Int(number) - 1].schema
      if schema.name == "Foo" { versions[schema.version, default: 0] += rows[collection] ?? 0 }
    }
    return versions
  }

  @Test(arguments: [MigrationOptions.atOpen, .lazy])
  func `rows whose long keys begin alike are all migrated, in whatever order their table has them`(
    options: MigrationOptions
  ) throws {
    let head = String(repeating: "x", count: 600)
    let first = try Store(path)
    try first.write { transaction in
      for id in 1...700 {
        try transaction["long"].put(FooHistory.V1(id, "row \(id)"), forKey: head + "\(id)")
      }
    }
    first.close()
    let store = try open(options)
    let done = try store.migrateRows()
    // Those that a batch left out would be told to need a step for ever.
    #expect(options.mode == .atOpen || done.migratedRows == 700)
    for id in 1...700 {
      #expect(
        try store["long"].get(head + "\(id)") == FooHistory.V3(id, "row \(id)", barDate: 1_000))
    }
    #expect(try versions(store, in: "long") == [3: 700])
  }

  @Test
  func
    `lazily, every way to read sees rows as their steps make them, and they stay as they are stored`()
    throws
  {
    try makeStore(5)
    let store = try open(.lazy)
    #expect(try versions(store) == [1: 5, 2: 1])
    #expect(try store.fetch(FooHistory.V3.self) == expected(5))
    #expect(try store.get(FooHistory.V3.self, 2) == expected(5)[1])
    #expect(try store.get(FooHistory.V3.self, 6) == expected(5)[5])
    #expect(try store.read { try $0["foo"].archive(3) }?.root.object?["title"] == "row 3")
    #expect(try store.fetch(FooHistory.V3.where { $0.title == "row 4" }).map(\.id) == [4])
    #expect(try store.count(FooHistory.V3.where { $0.title == "row 9" }) == 0)
    #expect(try versions(store) == [1: 5, 2: 1])
    #expect(try store.verify().problems.isEmpty)
  }

  @Test
  func `a row that is saved is written as it is today, and the others wait still after reopening`()
    throws
  {
    try makeStore(4)
    var store = try open(.lazy)
    var row = try #require(try store.get(FooHistory.V3.self, 2))
    row.title = "changed"
    try store.put(row)
    try store.delete(FooHistory.V3.self, 3)
    #expect(try versions(store) == [1: 2, 2: 1, 3: 1])
    store.close()

    store = try open(.lazy)
    var rows = expected(4)
    rows[1].title = "changed"
    rows.remove(at: 2)
    #expect(try store.fetch(FooHistory.V3.self) == rows)
    #expect(try store.fetch(FooHistory.V3.where { $0.title == "changed" }).map(\.id) == [2])
    #expect(try store.fetch(FooHistory.V3.where { $0.title == "row 3" }).isEmpty)
    #expect(try store.verify().problems.isEmpty)

    let done = try store.migrateRows()
    #expect(done.isDone && done.migratedRows == 3 && done.failedRows == 0)
    #expect(try versions(store) == [3: 4])
    #expect(try store.fetch(FooHistory.V3.self) == rows)
    #expect(try store.verify().problems.isEmpty)
    store.close()
    // Nothing is left to be done: not even the steps are needed any more.
    let last = try Store(path, models: [FooHistory.V3.self])
    #expect(try last.fetch(FooHistory.V3.where { $0.title == "row 1" }).map(\.id) == [1])
  }

  @Test func `writing rows as they are read changes no revision, and tells nobody`() throws {
    try makeStore(700)
    let store = try open(.lazy)
    let revision = try store.revision
    let rows = try store["foo"].rows()
    var parts = 0
    try store.migrateRows { _ in parts += 1 }
    #expect(parts > 1)
    #expect(try store.revision == revision)
    #expect(try store["foo"].rows() == rows)
    #expect(try versions(store) == [3: 701])
  }

  @Test func `an online migration runs beside the use of the store`() throws {
    try makeStore(1_000)
    let progress = Mutex<[MigrationProgress]>([])
    var options = MigrationOptions.online
    options.progress = { done in progress.withLock { $0.append(done) } }
    let store = try open(options)
    let worker = Worker {
      while !progress.withLock({ $0.last?.isDone ?? false }) {
        _ = try? store.get(FooHistory.V3.self, 7)
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    #expect(worker.ends(within: 300))
    #expect(try store.fetch(FooHistory.V3.self) == expected(1_000))
    #expect(try versions(store) == [3: 1_001])
    let last = try #require(progress.withLock { $0.last })
    #expect(last.rows == 1_001 && last.totalRows == 1_001 && last.migratedRows == 1_001)
  }

  @Test func `a migration that was stopped goes on where it was`() throws {
    struct Enough: Error {}
    try makeStore(1_200)
    let store = try open(.lazy)
    #expect(throws: Enough.self) { try store.migrateRows { _ in throw Enough() } }
    let left = try #require(try versions(store)[1])
    #expect(left > 0 && left < 1_200)
    #expect(try store.fetch(FooHistory.V3.self) == expected(1_200))
    store.close()
    let again = try open(.lazy)
    let done = try again.migrateRows()
    #expect(done.isDone && done.rows < 1_201)
    #expect(try again.fetch(FooHistory.V3.self) == expected(1_200))
    #expect(try again.verify().problems.isEmpty)
  }

  @Test
  func
    `S45: a row that a step fails for stays as it is, in quarantine, and goes through once the step is mended`()
    throws
  {
    try makeStore(3)
    let failing = FooHistory.plan { _, record in if record["id"]?.int == 2 { throw Stop() } }
    let store = try open(.lazy, failing)
    #expect(try store.get(FooHistory.V3.self, 1)?.title == "row 1")
    let error = expectCause(MigrationError.self) { try store.get(FooHistory.V3.self, 2) }
    #expect(error?.code == .failed && error?.type == "Foo" && error?.cause is Stop)
    #expect(error?.fromVersion == 1 && error?.toVersion == 2)
    #expect(try error?.key?.decode(Int.self) == 2)
    #expect(try store.quarantine().map { try $0.key.decode(Int.self) } == [2])
    let done = try store.migrateRows()
    #expect(!done.isDone && done.failedRows == 1 && done.migratedRows == 3)
    let rows = try store.quarantine()
    #expect(rows.count == 1 && rows.first?.type == "Foo" && rows.first?.collection == "foo")
    #expect(rows.first?.fromVersion == 1 && rows.first?.toVersion == 2)
    #expect(try versions(store) == [1: 1, 3: 3])
    #expect(try store.verify().problems.isEmpty)
    store.close()

    let again = try open(.lazy, failing)
    expectCause(MigrationError.self) { try again.get(FooHistory.V3.self, 2) }
    again.close()
    let mended = try open(.lazy)
    #expect(try mended.fetch(FooHistory.V3.self) == expected(3))
    #expect(try mended.fetch(FooHistory.V3.where { $0.title == "row 2" }).map(\.id) == [2])
    #expect(try mended.quarantine().isEmpty)
    #expect(try mended.migrateRows().isDone)
    #expect(try versions(mended) == [3: 4])
    #expect(try mended.verify().problems.isEmpty)
  }

  @Test func `opening at open takes the rows that waited`() throws {
    try makeStore(5)
    let store = try open(.lazy)
    try store.put(FooHistory.V3(9, "nine", barDate: 9))
    store.close()
    let last = try open(.atOpen)
    #expect(try versions(last) == [3: 7])
    #expect(try last.fetch(FooHistory.V3.where { $0.title == "row 4" }).map(\.id) == [4])
    #expect(try last.verify().problems.isEmpty)
  }

  @Test
  func
    `a program without the steps sees rows as they are stored, and what it writes is found by today's program`()
    throws
  {
    try makeStore(5)
    let store = try open(.lazy)
    #expect(try store.fetch(FooHistory.V3.where { $0.title == "row 2" }).count == 1)
    store.close()
    let other = try Store(path)
    #expect(try other.read { try $0["foo"].archive(2) }?.root.object?["string"] == "row 2")
    try other["foo"].delete(1)
    try other.insert(FooHistory.V1(8, "eight"))
    other.close()
    let again = try open(.lazy)
    #expect(try again.fetch(FooHistory.V3.self).map(\.id) == [2, 3, 4, 5, 6, 8])
    #expect(try again.fetch(FooHistory.V3.where { $0.title == "eight" }).map(\.id) == [8])
    #expect(try again.fetch(FooHistory.V3.where { $0.title == "row 1" }).isEmpty)
    #expect(try again.verify().problems.isEmpty)
    #expect(try again.migrateRows().isDone)
    #expect(try versions(again) == [3: 6])
  }

  @Test
  func
    `rows that waited are found by indexes at once when a step of the store renames their collection`()
    throws
  {
    try makeStore(3)
    try open(.lazy).close()
    let plan = MigrationPlan {
      FooHistory.plan().steps
      Step("rename") { try $0.rename("foo", to: "bar") }
    }
    let store = try Store(path)
    let report = try store.dryRun(models: [], migrations: plan)
    #expect(report.storeSteps == ["rename"])
    store.close()
    let later = try Store(path, models: [], migrations: plan)
    #expect(try later.indexes(of: "bar").map(\.state) == [.ready])
    #expect(try later.verify().problems.isEmpty)
  }

  @Test
  func `rows that an earlier program writes where the migration has been already are migrated too`()
    throws
  {
    struct Enough: Error {}
    try makeStore(1_200)
    let store = try open(.lazy)
    #expect(throws: Enough.self) { try store.migrateRows { _ in throw Enough() } }
    store.close()
    let other = try Store(path)
    try other.put(FooHistory.V1(1, "one again"))
    other.close()
    let again = try open(.lazy)
    #expect(try again.migrateRows().isDone)
    #expect(try versions(again) == [3: 1_201])
    #expect(try again.get(FooHistory.V3.self, 1)?.title == "one again")
    #expect(try again.verify().problems.isEmpty)
  }

  @Test func `a copy is made before anything is changed, and only then`() throws {
    try makeStore(3)
    var options = MigrationOptions.atOpen
    options.backup = directory.file("before")
    let failing = FooHistory.plan { _, _ in throw Stop() }
    expectCause(MigrationError.self) { try open(options, failing) }
    try open(options).close()
    let copy = try Store(directory.file("before"))
    #expect(try versions(copy) == [1: 3, 2: 1])
    // The next opening has nothing to migrate, and so no reason to fail because of the copy.
    try open(options).close()
  }

  private struct Stop: Error {}
}
