import LodeTestSupport
import Synchronization
import Testing

@testable import LodeLMDB

@Suite("Recovering")
struct RecoveryTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
  }

  @Test func `H20 recover: tables, rows and the map size stay, whatever order tables came in`()
    throws
  {
    let tables = try ["m", "z", "a", "q"].map { try environment.table($0) }
    for table in tables { try environment.put("k", "v", in: table) }
    try environment.growMap(to: 1 << 41)
    for round in 0..<5 {
      try environment.recover()
      for table in tables {
        #expect(try environment.get("k", in: table) == "v")
        try environment.put("round", "\(round)", in: table)
      }
      _ = try environment.table("late \(round)")
    }
    #expect(try environment.info().mapSize == 1 << 41)
    #expect(try environment.tableNames().count == 9)
    expect(.alreadyOpen) { _ = try Environment(path: environment.path) }
  }

  @Test func `H20 recover: while other threads read and write, none of them fails`() throws {
    let table = try environment.table("t")
    try environment.put("k", "0", in: table)
    let stop = Flag()
    let workers = (0..<3).map { index in
      Worker { [environment] in
        while !stop.isSet {
          if index == 0 { try environment.put("k", "1", in: table) }
          if try environment.get("k", in: table) == nil { throw Stop() }
        }
      }
    }
    for _ in 0..<50 {
      // Busy when a transaction does not end in time; the next round tries again.
      try? environment.recover()
    }
    stop.set()
    for worker in workers { try worker.wait() }
  }

  @Test func `recover: what the last write asked of its commit holds on`() throws {
    var options = EnvironmentOptions()
    options.durability = .relaxed
    let relaxed = try Environment(path: directory.file("relaxed"), options: options)
    try relaxed.write { _ in try relaxed.setRelaxedCommits(false) }
    try relaxed.recover()
    #expect(relaxed.admission.state.withLock { $0.handle?.syncsMeta } == true)
  }

  @Test func `recover: a file that is damaged closes the environment, and frees its path`() throws {
    let table = try environment.table("t")
    try environment.put("k", "v", in: table)
    let file = environment.path + "/data.mdb"
    let good = try contents(of: file)
    try overwrite(file, with: [UInt8](repeating: 0xEE, count: 8192))
    expect(.notAnEnvironment) { try environment.recover() }
    expect(.closed) { try environment.read { _ in } }
    expect(.notAnEnvironment) { _ = try Environment(path: environment.path) }
    try overwrite(file, with: Array(good))
    let again = try Environment(path: environment.path)
    #expect(try again.get("k", in: again.table("t")) == "v")
  }

  @Test func `H21 after a failed change the transaction cannot commit`() throws {
    var options = EnvironmentOptions()
    options.mapSize = 1 << 20
    let small = try Environment(path: directory.file("small"), options: options)
    let table = try small.table("t")
    let value = [UInt8](repeating: 1, count: 1 << 21)
    expect(.transactionFailed) {
      try small.write { transaction in
        try transaction.put("before", "v", in: table)
        do { try transaction.put(value.span, forKey: "big".bytes.span, in: table) } catch {}
      }
    }
    #expect(try small.rows(table).isEmpty)
    try small.put("after", "v", in: table)
    #expect(try small.rows(table) == ["after=v"])
  }

  @Test func `an error of the closure undoes the write, and comes out as it is`() throws {
    let table = try environment.table("t")
    #expect(throws: Stop.self) {
      try environment.write { transaction in
        try transaction.put("k", "v", in: table)
        throw Stop()
      }
    }
    #expect(try environment.rows(table).isEmpty)
    #expect(throws: Stop.self) { try environment.read { _ in throw Stop() } }
  }
}
