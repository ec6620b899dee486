import CLMDB
import LodeTestSupport
import LodeTestTags
import Synchronization
import Testing

@testable import LodeLMDB

@Suite("The options of an environment")
struct OptionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(_ change: (inout EnvironmentOptions) -> Void) throws -> Environment {
    var options = EnvironmentOptions()
    change(&options)
    return try Environment(path: directory.file("store"), options: options)
  }

  @Test func `map size: what is asked for is reserved, and the default is 1 TiB`() throws {
    let asked = try open { $0.mapSize = 1 << 24 }
    #expect(try asked.info().mapSize == 1 << 24)
    asked.close()
    // A size that is no whole number of pages works too.
    let odd = try open { $0.mapSize = 100_001 }
    #expect(try odd.info().mapSize == 100_001)
    try odd.fill(try odd.table("t"), 1000)
    odd.close()
    let usual = try open { _ in }
    // Sanitizers leave less address space; the reservation is halved until it fits.
    #expect(try (1 << 36...1 << 40).contains(usual.info().mapSize))
  }

  @Test func `max readers: one more read at a time is refused, and works again later`() throws {
    let environment = try open { $0.maximumReaders = 2 }
    let slots = try environment.info().maximumReaders
    #expect(slots >= 2)
    try nested(environment, slots) {
      expect(.readersFull) { try environment.read { _ in } }
    }
    try environment.read { _ in }
  }

  private func nested(_ environment: Environment, _ depth: Int, _ body: () throws -> Void) throws {
    if depth == 0 { return try body() }
    try environment.read { _ in try nested(environment, depth - 1, body) }
  }

  @Test func `max tables: one more table is refused, and those that are there go on`() throws {
    let environment = try open { $0.maximumTables = 1 }
    var count = 0
    expect(.tablesFull) {
      while count < 1000 {
        _ = try environment.table("table \(count)")
        count += 1
      }
    }
    #expect(count >= 1)
    try environment.put("k", "v", in: try environment.table("table 0"))
    #expect(try environment.tableNames().count == count)
  }

  @Test(.tags(.slow))
  func `max tables: more than the default can be in the file, and all open`() throws {
    let first = try open { $0.maximumTables = 3000 }
    for i in 0..<1200 { _ = try first.table("table \(i)") }
    first.close()
    let second = try open { $0.maximumTables = 10 }
    for i in 0..<1200 { _ = try second.table("table \(i)", create: false) }
    #expect(try second.tableNames().count == 1200)
  }

  @Test func `H27 read-only: reads work, writes are refused, and no byte of the data changes`()
    throws
  {
    let writer = try open { _ in }
    try writer.put("k", "v", in: try writer.table("t"))
    writer.close()
    let before = try contents(of: directory.file("store/data.mdb"))
    let reader = try open { $0.readOnly = true }
    let table = try reader.table("t")
    #expect(try reader.get("k", in: table) == "v")
    expect(.readOnly) { try reader.write { _ in } }
    expect(.readOnly) { _ = try reader.table("new") }
    expect(.tableNotFound) { _ = try reader.table("new", create: false) }
    _ = try reader.verify()
    try reader.recover()
    #expect(try reader.get("k", in: table) == "v")
    reader.close()
    #expect(try contents(of: directory.file("store/data.mdb")) == before)
    #expect(try names(in: directory.file("store")) == ["data.mdb", "lock.mdb", "open.mark"])
  }

  @Test func `read-only: a missing environment is not created`() throws {
    expect(.notFound) { _ = try open { $0.readOnly = true } }
    #expect(try names(in: directory.path).isEmpty)
  }

  @Test(arguments: [Durability.full, .relaxed])
  func `durability: LMDB syncs its meta page exactly when it is full`(
    _ durability: Durability
  ) throws {
    let environment = try open { $0.durability = durability }
    let syncsMeta = environment.admission.state.withLock { $0.handle?.syncsMeta }
    #expect(syncsMeta == (durability == .full))
    try environment.put("k", "v", in: try environment.table("t"))
    try environment.synchronize()
    environment.close()
    let again = try open { $0.durability = durability }
    #expect(try again.get("k", in: try again.table("t")) == "v")
  }

  @Test(arguments: [Durability.full, .relaxed], [true, false])
  func `H29 LMDB's unsafe modes cannot be asked for: relaxed is the weakest of all options`(
    _ durability: Durability, _ readOnly: Bool
  ) throws {
    try open { _ in }.close()
    let environment = try open {
      $0.durability = durability
      $0.readOnly = readOnly
      $0.allowsAnyFilesystem = true
      $0.checking = .full
    }
    let weaker = durability == .relaxed ? MDB_NOMETASYNC : 0
    let flags = environment.admission.state.withLock { $0.handle?.flags }
    #expect(flags == UInt32(MDB_NOTLS | weaker))
  }

  @Test func `create: without it a missing environment is not found, and nothing is made`() throws {
    expect(.notFound) { _ = try open { $0.create = false } }
    #expect(try names(in: directory.path).isEmpty)
  }

  @Test func `options that cannot work are refused before anything is touched`() throws {
    let refused: [(inout EnvironmentOptions) -> Void] = [
      { $0.mapSize = 0 }, { $0.mapSize = -1 }, { $0.mapSize = .max },
      { $0.maximumReaders = 0 }, { $0.maximumReaders = .max },
      { $0.maximumTables = 0 }, { $0.maximumTables = .max },
    ]
    for change in refused { expect(.invalidOption) { _ = try open(change) } }
    expect(.invalidOption) { _ = try Environment(path: directory.file("a\0b")) }
    #expect(try names(in: directory.path).isEmpty)
  }
}
