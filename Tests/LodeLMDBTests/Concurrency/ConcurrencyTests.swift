import Foundation
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Many threads")
struct ConcurrencyTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  /// Moves an amount between two of ten accounts.
  private static func transfer(_ environment: Environment, _ table: Table, _ round: Int) throws {
    try environment.write { transaction in
      for (account, change) in [(round % 10, -1), (round / 10 % 10, 1)] {
        let key = "account \(account)".bytes
        let old = Array(copying: try transaction.get(key.span, in: table)).map(number) ?? 0
        try transaction.put("\(old + change)".bytes.span, forKey: key.span, in: table)
      }
      try transaction.put("round", "\(round)", in: table)
    }
  }

  private static func number(_ bytes: [UInt8]) -> Int {
    Int(String(decoding: bytes, as: UTF8.self)) ?? .min
  }

  @Test func `readers see whole commits, in order, while a writer goes on`() throws {
    let rounds = 400
    try Worker.together(5) { [environment, table] index in
      if index == 0 {
        for round in 1...rounds { try Self.transfer(environment, table, round) }
        return
      }
      var last = 0
      while last < rounds {
        let (round, total, rows) = try environment.read { transaction in
          var total = 0
          var rows = 0
          try transaction.forEach(in: table, range: .prefix("account".bytes.span)) { entry in
            total += Self.number(Array(copying: entry.value))
            rows += 1
            return true
          }
          let round = Array(copying: try transaction.get("round".bytes.span, in: table))
          return (round.map(Self.number) ?? 0, total, rows)
        }
        if total != 0 || rows > 10 || round < last { throw Stop() }
        last = round
      }
    }
  }

  @Test func `many writers: every increment counts`() throws {
    try Worker.together(6) { [environment, table] _ in
      for _ in 0..<50 {
        try environment.write { transaction in
          let old = Array(copying: try transaction.get("n".bytes.span, in: table))
          let new = (old.map(Self.number) ?? 0) + 1
          try transaction.put("n", "\(new)", in: table)
        }
      }
    }
    #expect(try environment.get("n", in: table) == "300")
  }

  @Test func `close while reads and writes are running: each ends whole or is refused`() throws {
    for round in 0..<15 {
      let path = directory.file("round \(round)")
      let environment = try Environment(path: path)
      let table = try environment.table("t")
      let committed = Counter()
      let workers = (0..<4).map { index in
        Worker {
          do {
            while true {
              if index == 0 {
                try environment.put("\(committed.value)", "v", in: table)
                committed.add(1)
              } else {
                let rows = try environment.rows(table)
                if rows.count < 0 { throw Stop() }
              }
            }
          } catch let error as LMDBError where error.code == .closed {}
        }
      }
      Thread.sleep(forTimeInterval: 0.02)
      environment.close()
      let again = try Environment(path: path)
      for worker in workers { try worker.wait() }
      #expect(try again.count(again.table("t")) == committed.value)
      again.close()
    }
  }

  @Test func `H18 tables are dropped and made while others read them: each sees its own, or none`()
    throws
  {
    let stop = Flag()
    let readers = (0..<3).map { index in
      Worker { [environment] in
        while !stop.isSet {
          let name = "\(index)"
          do {
            // Kept over some reads, while its place goes to other tables.
            let kept = try environment.table(name, create: false)
            for _ in 0..<20 where try environment.get("name", in: kept) ?? name != name {
              throw Stop()
            }
          } catch let error as LMDBError
            where error.code == .tableDropped || error.code == .tableNotFound
          {}
        }
      }
    }
    for round in 0..<60 {
      let name = "\(round % 3)"
      do {
        let table = try environment.table(name)
        try environment.put("name", name, in: table)
        if round % 2 == 0 { try environment.drop(table) }
        if round % 7 == 0 { try environment.recover() }
      } catch let error as LMDBError where error.code == .busy {}
    }
    stop.set()
    for reader in readers { try reader.wait() }
  }

  @Test func `close, growth, recovery and copies at the same time end in order`() throws {
    for round in 0..<8 {
      let path = directory.file("round \(round)")
      let base = directory.path
      let environment = try Environment(path: path)
      let table = try environment.table("t")
      try environment.fill(table, 100)
      try Worker.together(6) { index in
        do {
          for step in 0..<20 {
            switch index {
            case 0: try environment.growMap(to: 1 << 40 + step << 30)
            case 1: try environment.recover()
            case 2: try environment.copy(to: "\(base)/copy \(round) \(step)")
            case 3: _ = try environment.verify()
            case 4: _ = try environment.rows(table)
            default:
              if step == 10 { environment.close() }
              _ = try environment.info()
            }
          }
        } catch let error as LMDBError where [.closed, .busy].contains(error.code) {}
      }
      environment.close()
      try Environment(path: path).close()
    }
  }

  @Test(.tags(.slow))
  func `a read inside a read, while another thread wants the environment for itself`() throws {
    var options = EnvironmentOptions()
    options.mapSize = 1 << 24
    let environment = try Environment(path: directory.file("small"), options: options)
    let entered = Flag()
    let reader = Worker {
      try environment.read { _ in
        entered.set()
        for _ in 0..<200 {
          try environment.read { _ in }
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
    }
    while !entered.isSet { Thread.sleep(forTimeInterval: 0.001) }
    expect(.busy) { try environment.growMap(to: 1 << 30) }
    try reader.wait()
    try environment.growMap(to: 1 << 30)
  }

  @Test(.tags(.process))
  func `opening and closing in a loop while another process does the same`() throws {
    let path = environment.path
    environment.close()
    let children = try (0..<2).map { _ in try ChildProcess.start("reopen", path, "40") }
    for _ in 0..<40 {
      let mine = try Environment(path: path)
      try mine.put("mine", "v", in: try mine.table("t"))
      mine.close()
    }
    for child in children { #expect(child.finish() == ["reopened"]) }
  }
}
