import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

@Suite("A dropped table is gone, and what is kept of it is refused")
struct DropTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
    try environment.put("k", "v", in: table)
  }

  @Test func `H18 its name is gone, also after reopening, and other tables are as they were`()
    throws
  {
    let before = try environment.table("a")
    let after = try environment.table("z")
    for other in [before, after] { try environment.put("k", "other", in: other) }
    try environment.drop(table)
    #expect(try environment.tableNames() == ["a", "z"])
    expect(.tableNotFound) { _ = try environment.table("t", create: false) }
    for other in [before, after] { #expect(try environment.rows(other) == ["k=other"]) }
    _ = try environment.verify()
    environment.close()
    let again = try Environment(path: environment.path)
    #expect(try again.tableNames() == ["a", "z"])
    #expect(try again.get("k", in: again.table("z")) == "other")
  }

  @Test func `H18 the last table goes as any other`() throws {
    try environment.drop(table)
    #expect(try environment.tableNames().isEmpty)
    #expect(try !environment.hasTables())
    _ = try environment.verify()
  }

  @Test func `H18 every call refuses the old value, and the transaction goes on`() throws {
    let other = try environment.table("other")
    try environment.drop(table)
    expect(.tableDropped) { try environment.drop(table) }
    try expectRefusedByReads(table)
    try environment.write { transaction in
      let key = "k".bytes
      let codes = [
        caught { try transaction.put("k", "v", in: table) },
        caught { _ = try transaction.insert(key.span, forKey: key.span, in: table) },
        caught { try transaction.append(key.span, forKey: key.span, in: table) },
        caught { try transaction.put(count: 1, forKey: key.span, in: table) { $0.append(1) } },
        caught { _ = try transaction.get(key.span, in: table) == nil },
        caught { try transaction.delete(key.span, in: table) },
        caught { try transaction.deleteAll(in: table) },
        caught { _ = try transaction.count(table) },
        caught { _ = try transaction.statistics(table) },
        caught { try transaction.forEach(in: table) { _ in true } },
        caught { try transaction.withCursor(over: table) { _ in } },
      ]
      #expect(codes == Array(repeating: .tableDropped, count: codes.count))
      try transaction.savepoint { inner in
        #expect(caught { try inner.put("k", "v", in: table) } == .tableDropped)
        try inner.put("k", "kept", in: other)
      }
    }
    #expect(try environment.rows(other) == ["k=kept"])
  }

  private func expectRefusedByReads(_ table: Table) throws {
    try environment.read { transaction in
      let codes = [
        caught { _ = try transaction.get("k".bytes.span, in: table) == nil },
        caught { _ = try transaction.count(table) },
        caught { _ = try transaction.statistics(table) },
        caught { try transaction.forEach(in: table) { _ in true } },
        caught { try transaction.withCursor(over: table) { _ in } },
      ]
      #expect(codes == Array(repeating: .tableDropped, count: codes.count))
    }
  }

  @Test(arguments: ["t", "another"])
  func `H18 the old value is refused, whatever takes its name or its place`(
    _ name: String
  ) throws {
    try environment.drop(table)
    let new = try environment.table(name)
    #expect(new.place.slot == table.place.slot)
    #expect(new != table)
    try environment.put("k", "new", in: new)
    #expect(try environment.rows(new) == ["k=new"])
    try expectRefusedByReads(table)
    expect(.tableDropped) { try environment.drop(table) }
    #expect(try environment.tableNames() == [name])
  }

  @Test func `H18 opening the files anew keeps tables and refuses dropped ones, below any gap`()
    throws
  {
    var tables: [String: Table] = [:]
    for index in 0..<12 { tables["\(index)"] = try environment.table("\(index)") }
    for (name, table) in tables { try environment.put("name", name, in: table) }
    var dropped: [Table] = []
    for name in ["0", "3", "4", "9"] {
      let table = try #require(tables[name])
      tables[name] = nil
      try environment.drop(table)
      dropped.append(table)
    }
    for round in 0..<4 {
      if round == 2 { try environment.growTables() } else { try environment.recover() }
      for (name, table) in tables { #expect(try environment.get("name", in: table) == name) }
      for table in dropped { try expectRefusedByReads(table) }
      let name = "new \(round)"
      let new = try environment.table(name)
      try environment.put("name", name, in: new)
      tables[name] = new
      #expect(Set(tables.values.map(\.place.slot)).count == tables.count)
      let gone = "\(round + 5)"
      let table = try #require(tables[gone])
      tables[gone] = nil
      try environment.drop(table)
      dropped.append(table)
    }
    _ = try environment.verify()
  }

  @Test(arguments: [100, 3000, 50_000])
  func `H18 the pages come back: filling it again does not make the file larger`(_ size: Int) throws
  {
    var big = try environment.table("big")
    try environment.fill(big, 4_000_000 / size, size: size)
    try environment.drop(big)
    big = try environment.table("big")
    try environment.fill(big, 4_000_000 / size, size: size)
    let pages = try environment.info().pages
    for _ in 0..<4 {
      try environment.drop(big)
      big = try environment.table("big")
      try environment.fill(big, 4_000_000 / size, size: size)
    }
    #expect(try environment.info().pages <= pages + 8)
    _ = try environment.verify()
  }

  @Test func `H18 a full map grows for a drop as it does for a write`() throws {
    try environment.fill(table, 2000)
    let path = directory.file("full")
    // Compacted, so that there is no free page, into a map with no room beyond.
    try environment.copy(to: path, compacting: true)
    var options = EnvironmentOptions()
    options.mapSize = try size(of: path + "/data.mdb")
    let full = try Environment(path: path, options: options)
    let big = try full.table("t")
    try full.drop(big)
    #expect(try full.info().mapSize == (options.mapSize ?? 0) * 2)
    expect(.tableDropped) { _ = try full.count(big) }
    #expect(try full.tableNames().isEmpty)
    _ = try full.verify()
  }

  @Test func `H18 a reader of another thread: busy and nothing has changed, then it works`() throws
  {
    let (entered, leave) = (Flag(), Flag())
    let reader = Worker { [environment, table] in
      try environment.read { transaction in
        entered.set()
        while !leave.isSet { Thread.sleep(forTimeInterval: 0.001) }
        if try transaction.count(table) != 1 { throw Stop() }
      }
    }
    while !entered.isSet { Thread.sleep(forTimeInterval: 0.001) }
    expect(.busy) { try environment.drop(table) }
    #expect(try environment.rows(table) == ["k=v"])
    leave.set()
    try reader.wait()
    try environment.drop(table)
    #expect(try environment.tableNames().isEmpty)
  }

  @Test func `H18 a table of another environment, or of one that is read or closed, is refused`()
    throws
  {
    let other = try Environment(path: directory.file("other"))
    expect(.foreignTable) { try other.drop(table) }
    environment.close()
    expect(.closed) { try environment.drop(table) }
    var options = EnvironmentOptions()
    options.readOnly = true
    let reader = try Environment(path: environment.path, options: options)
    let read = try reader.table("t", create: false)
    expect(.readOnly) { try reader.drop(read) }
    #expect(try reader.rows(read) == ["k=v"])
  }

  @Test(
    .enabled(if: (try? output(of: "mdb_stat", "-V")) ?? "" != "", "lmdb-utils is not installed"),
    .tags(.process))
  func `H18 mdb_stat, in another process, does not know a dropped table`() throws {
    _ = try environment.table("kept")
    #expect(try output(of: "mdb_stat", "-a", environment.path).contains("Status of t\n"))
    try environment.drop(table)
    let stat = try output(of: "mdb_stat", "-a", environment.path)
    #expect(stat.contains("Status of kept\n"))
    #expect(!stat.contains("Status of t\n"))
  }

  private func caught(_ body: () throws -> Void) -> LMDBError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? LMDBError)?.code
    }
  }
}

/// What a program prints; empty where there is none.
private func output(of words: String...) throws -> String {
  try Run(words).output
}
