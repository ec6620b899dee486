import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Synchronization
import Testing

@Suite("Steps of the whole store")
struct StoreStepTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  /// The plan of a version of the program: each step adds a column to every row, which has as many
  /// at the first.
  private func plan(upTo version: Int) -> MigrationPlan {
    MigrationPlan {
      for number in 2...max(version, 2) where number <= version {
        Step("\(number)") { transaction in
          let row: [String: Int] = try transaction["rows"].get(1) ?? [:]
          try transaction["rows"].put(row.merging(["c\(number)": number]) { $1 }, forKey: 1)
        }
      }
    }
  }

  private func open(_ version: Int) throws -> Store {
    try Store(path, models: [], migrations: plan(upTo: version))
  }

  private func row(_ store: Store) throws -> [String: Int]? { try store["rows"].get(1) }

  @Test(arguments: 1...4)
  func `S49: stores of every earlier version come to the last, through each step once`(
    from version: Int
  ) throws {
    let first = try open(version)
    // A new store runs no step, whichever it is made with.
    #expect(try row(first) == nil)
    try first.write { try $0["rows"].put(["c1": 1], forKey: 1) }
    first.close()
    var expected = ["c1": 1]
    for number in 2...4 where number > version { expected["c\(number)"] = number }
    let last = try open(4)
    #expect(try row(last) == expected)
    last.close()
    #expect(try row(try open(4)) == expected)
  }

  @Test func `S49: a step that throws leaves the store and its records as they were`() throws {
    let first = try open(1)
    try first.write { try $0["rows"].put(["c1": 1], forKey: 1) }
    first.close()
    let broken = MigrationPlan {
      plan(upTo: 2).steps
      Step("3") { transaction in
        try transaction["rows"].delete(1)
        throw Stop()
      }
    }
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [], migrations: broken)
    }
    #expect(error?.code == .failed && error?.cause is Stop)
    let old = try open(1)
    #expect(try row(old) == ["c1": 1])
    old.close()
    #expect(try row(try open(4)) == ["c1": 1, "c2": 2, "c3": 3, "c4": 4])
  }

  @Test func `S49: a store that ran a step that the program does not have is refused`() throws {
    let later = MigrationPlan {
      plan(upTo: 4).steps
      Step("9") { _ in }
    }
    try Store(path, models: [], migrations: later).close()
    let error = expectCause(MigrationError.self) { _ = try open(4) }
    #expect(error?.code == .futureVersion && "\(error!)".contains("\"9\""))
    // A tool without a plan of its own may read it.
    _ = try Store(path, models: [])
  }

  @Test
  func `a step stands for those that it replaces where all of them ran, and runs where none did`()
    throws
  {
    let ran = Mutex(0)
    let squashed = MigrationPlan {
      Step("squashed", replacing: ["2", "3"]) { _ in ran.withLock { $0 += 1 } }
    }
    try open(3).close()
    try Store(path, models: [], migrations: squashed).close()
    #expect(ran.withLock { $0 } == 0)

    let other = directory.file("other")
    let store = try Store(other)
    try store["rows"].put(1, forKey: 1)
    store.close()
    try Store(other, models: [], migrations: squashed).close()
    try Store(other, models: [], migrations: squashed).close()
    #expect(ran.withLock { $0 } == 1)
  }

  @Test
  func `a step between steps of rows sees those before it done, and those behind it not`() throws {
    let store = try Store(path)
    try store.insert(contentsOf: [FooHistory.V1(1, "one"), FooHistory.V1(2, "two")])
    store.close()
    let steps = FooHistory.plan().steps
    let plan = MigrationPlan {
      steps[0]
      Step("take out the bars") { transaction in
        var bars: [(RowKey, ArchiveValue)] = []
        try transaction["foo"].forEach { row in bars.append((row.key, 0)) }
        for (key, _) in bars {
          let foo = try #require(try transaction["foo"].archive(key)?.root.object)
          #expect(foo.version == 2 && foo["title"] != nil && foo["string"] == nil)
          let bar = try #require(foo["barObject"])
          try transaction["bars"].putArchive(try Archive(bar).forStore(), forKey: key)
        }
      }
      steps[1]
    }
    let new = try Store(path, models: [FooHistory.V3.self], migrations: plan)
    #expect(try new.fetch(FooHistory.V3.self).map(\.title) == ["one", "two"])
    #expect(try new["bars"].get(2, as: FooHistory.Bar.self)?.integer == 2)
    #expect(try new.verify().isSound)
    try new.insert(FooHistory.V3(4, "four", barDate: 0))
  }

  @Test
  func `plans that contradict themselves are refused, and steps that ran may not change`() throws {
    func code(_ plan: MigrationPlan) -> MigrationError.Code? {
      do {
        try Store(path, models: [FooHistory.V3.self], migrations: plan).close()
        return nil
      } catch { return ((error as? StoreError)?.cause as? MigrationError)?.code }
    }
    #expect(code(MigrationPlan { for _ in 0..<2 { Step("same") { _ in } } }) == .invalidPlan)
    #expect(code(MigrationPlan { Step("") { _ in } }) == .invalidPlan)
    #expect(code(MigrationPlan { Step("T", from: 2, to: 2) { _ in } }) == .invalidPlan)
    #expect(
      code(MigrationPlan { Step(FooHistory.V3.self, from: 3, to: 4) { _ in } }) == .invalidPlan)
    #expect(code(MigrationPlan { Step("T", from: 1, to: 2, named: "n") { _ in } }) == nil)
    #if DEBUG
      #expect(
        code(MigrationPlan { Step("T", from: 1, to: 3, named: "n") { _ in } }) == .changedStep)
      #expect(
        code(MigrationPlan { Step("T", from: 1, to: 2, named: "n", revision: 2) { _ in } })
          == .changedStep)
    #endif
    #expect(code(MigrationPlan { Step("T", from: 1, to: 2, named: "n") { _ in } }) == nil)
  }
}
