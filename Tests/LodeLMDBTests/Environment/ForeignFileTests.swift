import CLMDB
import Foundation
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

/// Files that LMDB itself has written, without this library.
@Suite("Files of other LMDB programs")
struct ForeignFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store")
    try makeDirectory(path)
  }

  private func write(_ body: (RawWrite) throws -> Void) throws {
    try RawEnvironment(path: path + "/data.mdb").write(body)
  }

  @Test func `plain tables open, are read and written, and LMDB reads them again`() throws {
    try write { raw in
      let table = try raw.table("t")
      for key in 0..<500 { try raw.put(table, "\(1000 + key)".bytes, "v".bytes) }
    }
    let environment = try Environment(path: path)
    let table = try environment.table("t", create: false)
    #expect(try environment.count(table) == 500)
    try environment.put("new", "row", in: table)
    environment.close()
    try write { raw in
      let was = try raw.delete(try raw.table("t"), "new".bytes)
      #expect(was)
    }
  }

  @Test(.tags(.random), arguments: [256, 1024, 8192, 16_384, 32_768])
  func `H28 pages unlike the system's are read and written`(_ pageSize: Int) throws {
    try LodeTestSupport.write(
      Data(emptyEnvironment(pageSize: pageSize)), to: path + "/data.mdb")
    let environment = try Environment(path: path)
    let table = try environment.table("t")
    #expect(try environment.info().pageSize == pageSize)
    var generator = SeededGenerator()
    var model: [String: String] = [:]
    for _ in 0..<20 {
      try environment.write { transaction in
        for _ in 0..<100 {
          let key = "\(Int.random(in: 1000..<2000, using: &generator))"
          let value = String(repeating: "v", count: .random(in: 0...9000, using: &generator))
          try transaction.put(key, value, in: table)
          model[key] = value
        }
      }
    }
    #expect(
      try environment.rows(table) == model.map { "\($0.key)=\($0.value)" }.sorted(),
      "seed \(generator.seed)")
    _ = try environment.verify()
    try environment.copy(to: directory.file("copy"), compacting: true)
    let copy = try Environment(path: directory.file("copy"))
    #expect(try copy.count(copy.table("t")) == model.count)
  }

  @Test func `rows of the main table that are no tables stay, and open as none`() throws {
    try write { raw in try raw.put(try raw.table(nil), "plain".bytes, "row".bytes) }
    let environment = try Environment(path: path)
    expect(.incompatible) { _ = try environment.table("plain") }
    expect(.incompatible) { _ = try environment.table("plain", create: false) }
    try environment.put("k", "v", in: try environment.table("t"))
  }

  @Test func `H17 tables with sorted duplicates are refused as incompatible`() throws {
    try write { raw in
      let table = try raw.table("duplicates", flags: MDB_DUPSORT)
      for value in ["a", "b"] { try raw.put(table, "k".bytes, value.bytes) }
    }
    expect(.incompatible) { _ = try Environment(path: path) }
  }

  @Test func `tables with integer keys are refused as incompatible`() throws {
    try write { raw in
      let table = try raw.table("numbers", flags: MDB_INTEGERKEY)
      try raw.put(table, [1, 0, 0, 0], "v".bytes)
    }
    let environment = try Environment(path: path)
    expect(.incompatible) { _ = try environment.table("numbers") }
    #expect(try environment.tableNames() == ["numbers"])
  }
}
