import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("A dry run tells what a migration would do, and does none of it")
struct DryRunTests {
  let directory: TemporaryDirectory
  let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"), models: [FooHistory.V1.self])
    try store.insert(contentsOf: (0..<600).map { FooHistory.V1($0, "title \($0)") })
  }

  /// The plan of the third version, with texts that have become long.
  private var longer: MigrationPlan {
    MigrationPlan {
      Step(FooHistory.V3.self, from: 1, to: 3) { record in
        let text = record["string"]?.string ?? ""
        record.replace("string", with: "title", value: .string(text + UUID().uuidString))
        try record.transform("date", to: "epoch") { (date: Date) in date.timeIntervalSince1970 }
        record["barObjectDate"] = record.object("barObject")?["date"]
        for name in ["integer", "barObject"] { record.remove(name) }
      }
      Step("seed") { transaction in
        for number in 0..<500 {
          try transaction["seeds"].put(UUID().uuidString + "\(number)", forKey: number)
        }
      }
    }
  }

  @Test func `not a byte of the data file is another one afterwards`() throws {
    let file = store.path + "/data.mdb"
    let before = try contents(of: file)
    let report = try store.dryRun(models: [FooHistory.V3.self], migrations: longer)
    #expect(report.rows.map(\.count) == [600] && report.storeSteps == ["seed"])
    #expect(try contents(of: file) == before)
    store.close()
    #expect(try contents(of: file) == before)
  }

  @Test
  func `the time that it takes, and the size before and after, are those of the migration`() throws
  {
    let report = try store.dryRun(models: [FooHistory.V3.self], migrations: longer)
    #expect(report.duration > .zero)
    #expect(try report.sizeBefore == store.statistics().usedSize)
    // Of 600 rows with 36 characters more each, and 500 new ones.
    #expect(report.sizeAfter > report.sizeBefore + 30_000)
    store.close()
    let plan = longer
    try Store(directory.file("s"), models: [FooHistory.V3.self], migrations: plan).close()
    let used = try Store(directory.file("s")).statistics().usedSize
    // The index that is made when the store is opened is no part of the migration.
    #expect(abs(used - report.sizeAfter) < report.sizeAfter / 3)
  }

  @Test func `one that has nothing to do says so, and that nothing changes its size`() throws {
    let report = try store.dryRun(models: [FooHistory.V1.self])
    #expect(report.isEmpty)
    #expect(report.sizeBefore == report.sizeAfter && report.sizeBefore > 0)
  }

  @Test func `one whose rows fail tells of the time and the size all the same`() throws {
    let plan = FooHistory.plan { _, record in if record["id"]?.int == 2 { throw Stop() } }
    let report = try store.dryRun(models: [FooHistory.V3.self], migrations: plan)
    #expect(report.failures.count == 1)
    #expect(report.duration > .zero && report.sizeBefore > 0 && report.sizeAfter > 0)
  }
}
