import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Getting, putting and deleting")
struct PutTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  @Test func `get: a value is found, a missing one is nil, an empty one is there`() throws {
    try environment.put("full", "value", in: table)
    try environment.put("empty", "", in: table)
    #expect(try environment.get("full", in: table) == "value")
    #expect(try environment.get("empty", in: table) == "")
    #expect(try environment.get("other", in: table) == nil)
  }

  @Test func `put: it overwrites, with longer, shorter and empty values`() throws {
    for value in ["a", String(repeating: "b", count: 10_000), "", "c"] {
      try environment.put("k", value, in: table)
      #expect(try environment.get("k", in: table) == value)
    }
    #expect(try environment.count(table) == 1)
  }

  @Test func `put no-overwrite: an insert says whether it did, and changes nothing if not`() throws
  {
    let (first, second) = try environment.write { transaction in
      let value = "new".bytes
      let first = try transaction.insert("old".bytes.span, forKey: "k".bytes.span, in: table)
      let second = try transaction.insert(value.span, forKey: "k".bytes.span, in: table)
      return (first, second)
    }
    #expect(first && !second)
    #expect(try environment.rows(table) == ["k=old"])
  }

  @Test(.tags(.random))
  func `put append: growing keys fill pages, another order is keyExists and changes nothing`()
    throws
  {
    let other = try environment.table("other")
    var generator = SeededGenerator()
    let value = [UInt8](repeating: 1, count: 100)
    let shuffled = (10_000..<15_000).shuffled(using: &generator)
    try environment.write { transaction in
      for key in 10_000..<15_000 {
        try transaction.append(value.span, forKey: "\(key)".bytes.span, in: table)
      }
      for key in shuffled {
        try transaction.put(value.span, forKey: "\(key)".bytes.span, in: other)
      }
      for key in ["10500", "14999", "00000"] {
        let error = #expect(throws: LMDBError.self) {
          try transaction.append(value.span, forKey: key.bytes.span, in: table)
        }
        #expect(error?.code == .keyExists)
      }
      let rows = try transaction.count(table)
      #expect(rows == 5000)
    }
    let (appended, put) = try environment.read { transaction in
      (try transaction.statistics(table), try transaction.statistics(other))
    }
    #expect(appended.leafPages * 5 < put.leafPages * 4)
  }

  @Test func `put reserve: bytes are written in place, and what was left is zero`() throws {
    try environment.put("whole", "123456", in: table)
    try environment.write { transaction in
      try transaction.put(count: 6, forKey: "part".bytes.span, in: table) { output in
        output.append(0x41)
        output.append(0x42)
      }
      try transaction.put(count: 6, forKey: "whole".bytes.span, in: table) { _ in }
      try transaction.put(count: 0, forKey: "none".bytes.span, in: table) { _ in }
      try transaction.put(count: 100_000, forKey: "long".bytes.span, in: table) { output in
        while !output.isFull { output.append(7) }
      }
    }
    #expect(try environment.get("part", in: table) == "AB\0\0\0\0")
    #expect(try environment.get("whole", in: table) == "\0\0\0\0\0\0")
    #expect(try environment.get("none", in: table) == "")
    #expect(try environment.get("long", in: table)?.utf8.allSatisfy { $0 == 7 } == true)
  }

  @Test func `delete: it says whether the key was there`() throws {
    try environment.put("k", "v", in: table)
    let (first, second) = try environment.write { transaction in
      let first = try transaction.delete("k".bytes.span, in: table)
      let second = try transaction.delete("k".bytes.span, in: table)
      return (first, second)
    }
    #expect(first && !second)
    #expect(try environment.rows(table).isEmpty)
  }

  @Test func `clear: every row goes, an abort brings all back, and the pages are free`() throws {
    try environment.fill(table, 2000)
    #expect(throws: Stop.self) {
      try environment.write { transaction in
        try transaction.deleteAll(in: table)
        let rows = try transaction.count(table)
        #expect(rows == 0)
        throw Stop()
      }
    }
    #expect(try environment.count(table) == 2000)
    try environment.write { transaction in try transaction.deleteAll(in: table) }
    #expect(try environment.count(table) == 0)
    let pages = try environment.info().pages
    for _ in 0..<20 {
      try environment.fill(table, 2000)
      try environment.write { transaction in try transaction.deleteAll(in: table) }
    }
    #expect(try environment.info().pages < pages * 3)
  }

  @Test func `a transaction reads what it has written, others do not before the commit`() throws {
    try environment.write { transaction in
      try transaction.put("k", "v", in: table)
      let seen = try transaction.get("k".bytes.span, in: table)?.count
      #expect(seen == 1)
      #expect(try environment.get("k", in: table) == nil)
      var rows = 0
      try transaction.forEach(in: table) { _ in
        rows += 1
        return true
      }
      #expect(rows == 1)
    }
    #expect(try environment.get("k", in: table) == "v")
  }
}
