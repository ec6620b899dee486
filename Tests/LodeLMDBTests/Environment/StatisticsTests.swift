import LodeLMDB
import LodeTestSupport
import Testing

@Suite("Statistics and information")
struct StatisticsTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
  }

  @Test func `stats: a table's shape is counted, from an empty one to one with long values`() throws
  {
    let table = try environment.table("t")
    let empty = try environment.read { transaction in try transaction.statistics(table) }
    #expect(empty.entries == 0 && empty.depth == 0 && empty.bytes == 0)
    try environment.fill(table, 5000)
    let big = [UInt8](repeating: 1, count: 100_000)
    try environment.write { transaction in
      try transaction.put(big.span, forKey: "big".bytes.span, in: table)
      let inside = try transaction.statistics(table)
      #expect(inside.entries == 5001)
    }
    let full = try environment.read { transaction in try transaction.statistics(table) }
    #expect(full.entries == 5001)
    #expect(full.depth >= 2)
    #expect(full.leafPages > 100)
    #expect(full.branchPages >= 1)
    #expect(full.overflowPages == (100_000 + 16 + full.pageSize - 1) / full.pageSize)
    #expect(full.bytes > 5000 * 100)
  }

  @Test func `stats: they agree with what the full check counts`() throws {
    let table = try environment.table("t")
    let numbers = try environment.table("numbers")
    try environment.fill(table, 3000)
    let value = [UInt8](repeating: 2, count: 50)
    try environment.write { transaction in
      for key in 0..<700 {
        try transaction.put(value.span, forKey: "\(key)".bytes.span, in: numbers)
      }
    }
    let (first, second) = try environment.read { transaction in
      (try transaction.statistics(table), try transaction.statistics(numbers))
    }
    let report = try environment.verify()
    #expect(report.tables.map(\.name) == ["numbers", "t"])
    #expect(report.tables.map(\.entries) == [UInt64(second.entries), UInt64(first.entries)])
    #expect(report.tables.map(\.leafPages) == [UInt64(second.leafPages), UInt64(first.leafPages)])
  }

  @Test func `info: commits, pages and readers are counted`() throws {
    let before = try environment.info()
    let table = try environment.table("t")
    try environment.fill(table, 1000)
    let after = try environment.info()
    #expect(after.lastTransaction == before.lastTransaction + 2)
    #expect(after.pages > before.pages)
    #expect(after.pageSize >= 4096)
    #expect(after.maximumReaders >= 1024)
    try environment.read { transaction in
      let number = transaction.id
      #expect(number == after.lastTransaction)
    }
    #expect(try environment.info().readers >= 1)
  }

  @Test func `a commit that changed nothing has no number`() throws {
    let before = try environment.info().lastTransaction
    try environment.write { _ in }
    #expect(try environment.info().lastTransaction == before)
  }
}
