import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

/// Random walks over a few names, against a dictionary; everything that was ever dropped is kept
/// and must stay refused.
@Suite("Tables come and go like entries of a dictionary", .tags(.slow, .random))
struct DropModelTests {
  struct Model {
    var open: Table
    var rows: [UInt: UInt8]
  }

  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
  }

  @Test func `H18 random creating, dropping, putting and reading agree with a dictionary`() throws {
    var generator = SeededGenerator()
    let seed = generator.seed
    var models: [String: Model] = [:]
    var dropped: [Table] = []
    for step in 0..<600 {
      let name = "name \(Int.random(in: 0..<6, using: &generator))"
      let key = UInt.random(in: 0..<8, using: &generator)
      switch (Int.random(in: 0..<20, using: &generator), models[name]) {
      case (0..<12, nil):
        models[name] = Model(open: try environment.table(name), rows: [:])
      case (0..<8, let model?):
        let value = UInt8.random(in: 0...255, using: &generator)
        try put(value, key, in: model.open)
        models[name]?.rows[key] = value
      case (8..<12, let model?):
        try environment.write { transaction in try transaction.deleteAll(in: model.open) }
        models[name]?.rows = [:]
      case (12..<19, let model?):
        try environment.drop(model.open)
        dropped.append(model.open)
        models[name] = nil
      case (19, _):
        try environment.recover()
      default:
        break
      }
      let here: Comment = "seed \(seed), step \(step)"
      let names = try environment.tableNames()
      try #require(names == models.keys.sorted(), here)
      for model in models.values {
        try #require(try value(key, in: model.open) == model.rows[key], here)
      }
      for old in dropped.suffix(40) {
        try #require(code { try value(key, in: old) } == .tableDropped, here)
        try #require(code { try put(1, key, in: old) } == .tableDropped, here)
      }
    }
    #expect(dropped.count > 20, "seed \(seed)")
    _ = try environment.verify()
  }

  private func put(_ value: UInt8, _ key: UInt, in table: Table) throws {
    let value = [value]
    try environment.write { transaction in
      try transaction.put(value.span, forKey: "\(key)".bytes.span, in: table)
    }
  }

  private func value(_ key: UInt, in table: Table) throws -> UInt8? {
    try environment.read { transaction in
      Array(copying: try transaction.get("\(key)".bytes.span, in: table))?.first
    }
  }

  private func code<R>(_ body: () throws -> R) -> LMDBError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? LMDBError)?.code
    }
  }
}
