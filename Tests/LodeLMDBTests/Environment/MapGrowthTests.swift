import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("The growth of the map")
struct MapGrowthTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(mapSize: Int) throws -> Environment {
    var options = EnvironmentOptions()
    options.mapSize = mapSize
    return try Environment(path: directory.file("store"), options: options)
  }

  @Test func `user-set map growth: the map becomes as large as asked, and never smaller`() throws {
    let environment = try open(mapSize: 1 << 20)
    let table = try environment.table("t")
    try environment.put("k", "v", in: table)
    try environment.growMap(to: 1 << 24)
    #expect(try environment.info().mapSize == 1 << 24)
    try environment.growMap(to: 1 << 16)
    try environment.growMap(to: -1)
    #expect(try environment.info().mapSize == 1 << 24)
    #expect(try environment.get("k", in: table) == "v")
    expect(.invalidOption) { try environment.growMap(to: .max) }
    #expect(try environment.get("k", in: table) == "v")
  }

  @Test
  func `map full: the write is run again in a map twice as large, and only its last run counts`()
    throws
  {
    let environment = try open(mapSize: 1 << 20)
    let table = try environment.table("t")
    let value = [UInt8](repeating: 1, count: 1000)
    var runs = 0
    try environment.write { transaction in
      runs += 1
      try transaction.put(value.span, forKey: "run \(runs)".bytes.span, in: table)
      for key in 0..<3000 {
        try transaction.put(value.span, forKey: "\(key)".bytes.span, in: table)
      }
    }
    #expect(runs == 3)
    #expect(try environment.count(table) == 3001)
    #expect(try environment.info().mapSize == 1 << 22)
    _ = try environment.verify()
  }

  @Test func `map full: inside a savepoint the whole write is run again`() throws {
    let environment = try open(mapSize: 1 << 20)
    let table = try environment.table("t")
    try environment.write { transaction in
      try transaction.savepoint { inner in
        let value = [UInt8](repeating: 1, count: 1000)
        for key in 0..<2000 { try inner.put(value.span, forKey: "\(key)".bytes.span, in: table) }
      }
    }
    #expect(try environment.count(table) == 2000)
  }

  @Test func `H12 an open read keeps the map from growing: busy, and nothing has changed`() throws {
    let environment = try open(mapSize: 1 << 20)
    let table = try environment.table("t")
    try environment.put("k", "v", in: table)
    try environment.read { transaction in
      expect(.busy) { try environment.growMap(to: 1 << 30) }
      let value = try transaction.get("k".bytes.span, in: table)?.count
      #expect(value == 1)
      // A read inside the read works again at once.
      try environment.read { _ in }
    }
    #expect(try environment.info().mapSize == 1 << 20)
    try environment.growMap(to: 1 << 30)
  }

  @Test func `H12 a write inside a read that fills the map is busy, not a hang`() throws {
    let environment = try open(mapSize: 1 << 20)
    let table = try environment.table("t")
    try environment.read { _ in
      expect(.busy) { try environment.fill(table, 3000, size: 1000) }
    }
    #expect(try environment.count(table) == 0)
    try environment.fill(table, 3000, size: 1000)
  }

  @Test(.tags(.slow, .process))
  func `H13 growth by another process is adopted by reads and writes`() throws {
    let environment = try open(mapSize: 1 << 20)
    let table = try environment.table("fill")
    // The first round is met by a read, the second by a write.
    #expect(try ChildProcess.run("fill", environment.path, "4000000").count == 1)
    #expect(try environment.count(table) == 4000)
    #expect(try ChildProcess.run("fill", environment.path, "8000000").count == 1)
    try environment.put("mine", "v", in: table)
    #expect(try environment.count(table) == 12_001)
    environment.close()
    let again = try open(mapSize: 1 << 20)
    #expect(try again.count(again.table("fill")) == 12_001)
  }

  @Test func `H12 growth while other threads read: they wait a moment or finish, none fails`()
    throws
  {
    let environment = try open(mapSize: 1 << 20)
    let table = try environment.table("t")
    try environment.put("k", "v", in: table)
    let stop = Flag()
    let readers = (0..<3).map { _ in
      Worker {
        while !stop.isSet { try expectValue(environment, table) }
      }
    }
    for step in 21...34 { try environment.growMap(to: 1 << step) }
    stop.set()
    for reader in readers { try reader.wait() }
    #expect(try environment.info().mapSize == 1 << 34)
  }

  @Test(.tags(.process))
  func `H12 where the system refuses the default map, a smaller one is reserved`()
    throws
  {
    let lines = try ChildProcess.run("limit-memory-first", directory.file("store"))
    let size = try #require(lines.first.flatMap(Int.init))
    // The child has 8 GiB of address space.
    #expect((1 << 30...1 << 33).contains(size))
    #expect(lines.dropFirst() == ["rows 1"])
  }

  @Test(.tags(.process))
  func `H12 where the system refuses the growth, the old map is used on`() throws {
    let lines = try ChildProcess.run("limit-memory", directory.file("store"))
    #expect(lines == ["outOfMemory", "map \(1 << 24)", "rows 1"])
  }
}

private func expectValue(_ environment: Environment, _ table: Table) throws {
  if try environment.get("k", in: table) != "v" { throw Stop() }
}
