import CLMDB
import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

@Suite("The full check accepts every sound file and counts what is in it")
struct FullCheckTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("data.mdb") }

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a new environment has no pages but its two meta pages`() throws {
    _ = try RawEnvironment(path: path)
    let report = try FileCheck.full(path: path)
    #expect(report.usedPages == 0)
    #expect(report.freePages == 0)
    #expect(report.leakedPages == 0)
    #expect(report.tables.isEmpty)
    #expect(report.mainTable.depth == 0)
  }

  @Test func `the report counts what LMDB counts, and no page is lost`() throws {
    let file = try sampleFile()
    let report = try file.check()
    #expect(report.tables.map(\.name) == ["blobs", "names", "numbers", "reversed", "untouched"])
    #expect(report.mainTable.entries == 6)
    #expect(report.tables[4].entries == 0)
    #expect(report.tables[1].depth == 3)
    #expect(report.tables[0].overflowPages > 3)
    #expect(report.freePages > 0)
    #expect(report.leakedPages == 0)
    #expect(report.usedPages + report.freePages + 1 == report.quick.lastPage)
    let trees = report.tables + [report.mainTable, report.freeList]
    let pages = trees.map { $0.branchPages + $0.leafPages + $0.overflowPages }
    #expect(pages.reduce(0, +) == report.usedPages)
  }

  @Test(arguments: [256, 512, 1024, 8192, 16384, 32768])
  func `every page size LMDB can work with is accepted`(pageSize: Int) throws {
    try Data(emptyEnvironment(pageSize: pageSize)).write(to: path)
    #expect(try FileCheck.full(path: path).quick.pageSize == pageSize)
    let environment = try RawEnvironment(path: path)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4 {
      try environment.write { txn in
        let table = try txn.table("t")
        for _ in 0..<300 {
          try txn.put(table, randomBytes(1...40, &random), randomBytes(0...900, &random))
        }
      }
    }
    let report = try FileCheck.full(path: path)
    #expect(report.quick.pageSize == pageSize)
    #expect(report.tables[0].entries > 600)
    #expect(report.leakedPages == 0)
  }

  @Test func `keys of 1 and 511 bytes and values around each limit are accepted`() throws {
    let environment = try RawEnvironment(path: path)
    try environment.write { txn in
      let table = try txn.table("t")
      for (index, count) in [0, 1, 2, 2028, 2029, 2030, 2031, 4079, 4080, 4081, 300_000]
        .enumerated()
      {
        try txn.put(table, [UInt8(index)], Array(repeating: 7, count: count))
        try txn.put(
          table, Array(repeating: UInt8(index), count: 511), Array(repeating: 7, count: count))
      }
    }
    #expect(try FileCheck.full(path: path).tables[0].entries == 22)
  }

  @Test
  func `a value that was overwritten by a shorter one may keep its longer run of pages`() throws {
    let environment = try RawEnvironment(path: path)
    for count in [100_000, 50_000, 10, 0] {
      try environment.write { txn in
        try txn.put(try txn.table("t"), [1], Array(repeating: 1, count: count))
        try txn.put(try txn.table("t"), [1], Array(repeating: 1, count: count / 2))
      }
      #expect(try FileCheck.full(path: path).tables[0].entries == 1)
    }
  }

  @Test(.tags(.random))
  func `random writes, deletes, drops and aborts leave a file that is accepted after every commit`()
    throws
  {
    var random = SeededGenerator()
    print("FullCheckTests.churn: LODE_SEED=\(random.seed)")
    let environment = try RawEnvironment(path: path)
    for round in 0..<rounds(120) {
      try environment.write { txn in
        let table = try txn.table("t\(Int.random(in: 0..<5, using: &random))")
        if round % 17 == 16 { return try txn.drop(table, delete: round % 2 == 0) }
        for _ in 0..<Int.random(in: 1..<400, using: &random) {
          let key = randomBytes(1...2, &random)
          if Bool.random(using: &random) {
            try txn.delete(table, key)
          } else {
            let count = [10, 100, 2500, 9000].randomElement(using: &random) ?? 0
            try txn.put(table, key + key, randomBytes(0...count, &random))
            try txn.put(table, key, [])
          }
        }
      }
      let report = try FileCheck.full(path: path)
      #expect(report.leakedPages == 0)
    }
    let copy = directory.file("copy.mdb")
    try environment.compact(to: copy)
    #expect(try FileCheck.full(path: copy).freePages == 0)
  }

  @Test func `a free list so long that it lies on overflow pages is accepted`() throws {
    let environment = try RawEnvironment(path: path)
    for keep in [true, false] {
      try environment.write { txn in
        let table = try txn.table("t")
        for index in 0..<40 where keep {
          try txn.put(table, [UInt8(index)], Array(repeating: 1, count: 1 << 20))
        }
        if !keep { try txn.drop(table, delete: false) }
      }
    }
    let report = try FileCheck.full(path: path)
    #expect(report.freePages > 10_000)
    #expect(report.freeList.overflowPages >= 20)
  }

  @Test func `a hundred tables are accepted`() throws {
    let environment = try RawEnvironment(path: path)
    for index in 0..<100 {
      try environment.write { txn in
        try txn.put(try txn.table("table \(index)"), [1], [2])
      }
    }
    let report = try FileCheck.full(path: path)
    #expect(report.tables.count == 100)
    #expect(report.tables.allSatisfy { $0.entries == 1 && $0.depth == 1 })
  }

  @Test func `a table with sorted duplicates is refused as unsupported, by its name`() throws {
    let environment = try RawEnvironment(path: path)
    try environment.write { txn in
      try txn.put(try txn.table("dup", flags: MDB_DUPSORT), [1], [2])
    }
    #expect {
      try FileCheck.full(path: path)
    } throws: { error in
      let damage = error as? FileDamage
      return damage?.code == .unsupported && damage?.table == "dup"
    }
  }

  @Test
  func `a file that ends after the last page in use is accepted, one page less is refused`() throws
  {
    var file = try sampleFile()
    // The last page lies beyond the end of the file, and nothing uses it.
    let map = FileMap(file)
    let lastPage = file.integer(at: map.meta + 136, as: UInt64.self)
    file.set(lastPage + 50, at: map.meta + 136)
    let report = try file.check()
    #expect(report.quick.isShort)
    #expect(report.leakedPages == 50)
    let used = (map.leaves + map.branches).max() ?? 0
    let runs = map.overflows.map {
      $0 + (Int(file.integer(at: $0 + 12, as: UInt32.self)) - 1) * 512
    }
    let end = max(used, runs.max() ?? 0) + 512
    file.all.removeLast(max(0, file.all.count - end))
    #expect(throws: Never.self) { try file.check() }
    file.all.removeLast()
    #expect { try file.check() } throws: { ($0 as? FileDamage)?.code == .truncated }
  }
}
