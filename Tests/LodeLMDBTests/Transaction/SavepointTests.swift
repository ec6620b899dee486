import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Savepoints")
struct SavepointTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  @Test func `one that throws undoes only itself`() throws {
    try environment.write { transaction in
      try transaction.put("1", "a", in: table)
      do {
        try transaction.savepoint { inner in
          try inner.put("2", "b", in: table)
          try inner.put("1", "changed", in: table)
          throw Stop()
        }
      } catch is Stop {}
      try transaction.put("3", "c", in: table)
    }
    #expect(try environment.rows(table) == ["1=a", "3=c"])
  }

  @Test func `nested: each level keeps what it ended with, and gives its result out`() throws {
    func descend(_ transaction: inout WriteTransaction, _ depth: Int) throws -> Int {
      try transaction.put("enter \(depth)", "v", in: table)
      guard depth < 10 else { return depth }
      let reached = try transaction.savepoint { inner in try descend(&inner, depth + 1) }
      do {
        try transaction.savepoint { inner in
          try inner.deleteAll(in: table)
          throw Stop()
        }
      } catch is Stop {}
      return reached
    }
    let reached = try environment.write { transaction in try descend(&transaction, 0) }
    #expect(reached == 10)
    #expect(try environment.count(table) == 11)
  }

  @Test func `nested: an inner one that was kept is undone with the outer one`() throws {
    try environment.write { transaction in
      do {
        try transaction.savepoint { outer in
          try outer.savepoint { inner in try inner.put("inner", "v", in: table) }
          throw Stop()
        }
      } catch is Stop {}
    }
    #expect(try environment.rows(table).isEmpty)
  }

  @Test(.tags(.random))
  func `nested: random trees of them agree with a dictionary that is copied`() throws {
    var generator = SeededGenerator()
    var model: [String: String] = [:]
    for _ in 0..<60 {
      try environment.write { transaction in
        try play(&transaction, &model, depth: 0, &generator)
      }
      let rows = model.map { "\($0.key)=\($0.value)" }.sorted()
      let seen = try environment.rows(table)
      #expect(seen == rows, "seed \(generator.seed)")
    }
    _ = try environment.verify()
  }

  private func play(
    _ transaction: inout WriteTransaction, _ model: inout [String: String], depth: Int,
    _ generator: inout SeededGenerator
  ) throws {
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      let key = "\(Int.random(in: 10...60, using: &generator))"
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1:
        let size = Int.random(in: 0...6000, using: &generator)
        let value = String(repeating: "v", count: size)
        try transaction.put(key, value, in: table)
        model[key] = value
      case 2, 3:
        let was = try transaction.delete(key.bytes.span, in: table)
        let expected = model.removeValue(forKey: key) != nil
        #expect(was == expected, "seed \(generator.seed)")
      default:
        guard depth < 4 else { continue }
        let fails = Bool.random(using: &generator)
        var inside = model
        do {
          try transaction.savepoint { inner in
            try play(&inner, &inside, depth: depth + 1, &generator)
            if fails { throw Stop() }
          }
          model = inside
        } catch is Stop {}
      }
    }
  }
}
