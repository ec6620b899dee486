import Foundation
import LodeLMDB
import LodeTestSupport
import Testing

@Suite("Calls inside a transaction that would wait for themselves")
struct NestingTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  @Test func `H10 a write inside a write is refused at once, and the first one goes on`() throws {
    try environment.write { transaction in
      try transaction.put("a", "1", in: table)
      expect(.nestedWrite) { try environment.put("b", "2", in: table) }
      expect(.nestedWrite) { _ = try environment.table("new") }
      expect(.nestedWrite) { _ = try environment.verify() }
      try transaction.put("c", "3", in: table)
    }
    #expect(try environment.rows(table) == ["a=1", "c=3"])
    try environment.put("d", "4", in: table)
  }

  @Test func `H10 writes of many threads follow each other, each on its own thread`() throws {
    try Worker.together(8) { [environment, table] index in
      for round in 0..<20 {
        do {
          try environment.write { transaction in
            try transaction.put("\(index) \(round)", "v", in: table)
            if round % 5 == 4 { throw Stop() }
          }
        } catch is Stop {}
      }
    }
    #expect(try environment.count(table) == 8 * 16)
  }

  @Test func `a write inside the write of another environment works`() throws {
    let other = try Environment(path: directory.file("other"))
    let otherTable = try other.table("t")
    try environment.write { transaction in
      try transaction.put("a", "1", in: table)
      try other.put("b", "2", in: otherTable)
      expect(.foreignTable) { try transaction.put("x", "y", in: otherTable) }
    }
    #expect(try other.rows(otherTable) == ["b=2"])
  }

  @Test func `a read inside a write shows the commit before, a read inside a read the newest`()
    throws
  {
    try environment.put("k", "old", in: table)
    try environment.write { transaction in
      try transaction.put("k", "new", in: table)
      #expect(try environment.get("k", in: table) == "old")
    }
    try environment.read { outer in
      try environment.put("k", "newer", in: table)
      #expect(try environment.get("k", in: table) == "newer")
      let seen = try outer.get("k".bytes.span, in: table)?.count
      #expect(seen == 3)
    }
  }

  @Test func `closing inside a read lets it end, and closes then`() throws {
    try environment.put("k", "v", in: table)
    try environment.read { transaction in
      environment.close()
      let value = try transaction.get("k".bytes.span, in: table)?.count
      #expect(value == 1)
      expect(.closed) { try environment.read { _ in } }
      expect(.alreadyOpen) { _ = try Environment(path: environment.path) }
    }
    try Environment(path: environment.path).close()
  }

  @Test func `closing inside a write lets it commit, and closes then`() throws {
    try environment.write { transaction in
      environment.close()
      try transaction.put("k", "v", in: table)
    }
    expect(.closed) { try environment.read { _ in } }
    let again = try Environment(path: environment.path)
    #expect(try again.get("k", in: again.table("t")) == "v")
  }

  @Test func `growing and recovering inside a write are busy`() throws {
    try environment.write { transaction in
      try transaction.put("k", "v", in: table)
      expect(.busy) { try environment.growMap(to: 1 << 42) }
      expect(.busy) { try environment.recover() }
    }
    #expect(try environment.get("k", in: table) == "v")
  }

  @Test func `dropping inside a write is refused at once, inside a read it is busy`() throws {
    try environment.put("k", "v", in: table)
    try environment.write { transaction in
      try transaction.put("k2", "v", in: table)
      expect(.nestedWrite) { try environment.drop(table) }
    }
    try environment.read { transaction in
      expect(.busy) { try environment.drop(table) }
      let rows = try transaction.count(table)
      #expect(rows == 2)
    }
    #expect(try environment.rows(table) == ["k=v", "k2=v"])
    try environment.drop(table)
    #expect(try environment.tableNames().isEmpty)
  }

  @Test func `H19 opening tables inside reads and from many threads gives one handle each`() throws
  {
    try environment.read { _ in _ = try environment.table("inside") }
    let seen = Counter()
    try Worker.together(8) { [environment] index in
      for name in 0..<30 {
        let table = try environment.table("shared \(name)")
        try environment.put("\(index)", "v", in: table)
        seen.add(1)
      }
    }
    #expect(seen.value == 240)
    for name in 0..<30 {
      #expect(try environment.count(environment.table("shared \(name)")) == 8)
    }
  }

  @Test func `H19 a table opened after a transaction began is not known to it, and said so`() throws
  {
    try environment.read { transaction in
      let late = try environment.table("late")
      let error = #expect(throws: LMDBError.self) { _ = try transaction.count(late) }
      #expect(error?.code == .badTable)
    }
  }
}
