import Foundation
import LodeTestSupport
import Testing

@testable import LodeLMDB

@Suite("The pages of a snapshot can be checked in parts, beside writers")
struct SnapshotCheckTests {
  let directory: TemporaryDirectory
  let path: String
  var data: String { path + "/data.mdb" }

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store")
    let environment = try Environment(path: path)
    try environment.fill(try environment.table("a"), 3000)
    try environment.fill(try environment.table("b"), 10)
    let long = try environment.table("long")
    try environment.write { transaction in
      for key in UInt8(0)..<20 {
        let value = [UInt8](repeating: key, count: 9000 + Int(key) * 1000)
        try transaction.put(value.span, forKey: [key].span, in: long)
      }
    }
    environment.close()
  }

  /// Checks all parts of all tables, and returns the tables and the number of visited bytes.
  private func checkAll(
    _ environment: Environment, bytes: Int, between: () throws -> Void = {}
  ) throws -> (tables: [String], parts: Int, bytes: Int) {
    var (tables, parts, total) = ([String](), 0, 0)
    let handle = try environment.beginRead()
    defer { environment.endRead(handle) }
    var check = try #require(try environment.snapshotCheck(of: handle))
    try check.checkFreeList()
    while let name = try check.table(after: tables.last ?? "") {
      tables.append(name)
      var key: [UInt8]? = []
      while let from = key {
        let part = try #require(try check.checkPart(of: name, from: from, bytes: bytes))
        key = part.next
        parts += 1
        total += part.bytes
        try between()
      }
    }
    return (tables, parts, total)
  }

  @Test func `the parts visit every table and every page`() throws {
    let environment = try Environment(path: path)
    let report = try environment.verify()
    let whole = try checkAll(environment, bytes: .max)
    #expect(whole.tables == ["a", "b", "long"])
    #expect(whole.parts == 3)
    let used = report.tables.reduce(0) { $0 + $1.branchPages + $1.leafPages + $1.overflowPages }
    #expect(whole.bytes == Int(used) * report.quick.pageSize)
    let small = try checkAll(environment, bytes: 1)
    #expect(small.parts == Int(report.tables.reduce(0) { $0 + $1.leafPages }))
    #expect(small.bytes > whole.bytes)
    environment.close()
  }

  /// A writer replaces pages during the check, and the snapshot keeps them.
  @Test func `writes between the parts change nothing`() throws {
    let environment = try Environment(path: path)
    let before = try checkAll(environment, bytes: 8192)
    let table = try environment.table("a")
    var round = 0
    let during = try checkAll(environment, bytes: 8192) {
      round += 1
      try environment.fill(table, 300 + round)
    }
    #expect(during == before)
    environment.close()
  }

  /// A disk that loses a write leaves the former root, whose rows are sound and outdated.
  @Test func `a table with its former root is damage, because the root is free`() throws {
    let environment = try Environment(path: path)
    let table = try environment.table("b")
    func root() throws -> UInt64 {
      let handle = try environment.beginRead()
      defer { environment.endRead(handle) }
      return try handle.record(of: handle.slots.number(of: table.place)).root
    }
    let former = try root()
    try environment.fill(table, 10)
    let present = try root()
    #expect(former != present)
    environment.close()
    var bytes = try Bytes(file: data)
    for record in FileMap(bytes).records where bytes.integer(at: record + 40) == present {
      bytes.set(former, at: record + 40)
    }
    try overwrite(data, with: bytes.all)
    let file = try PositionalFile(path: data)
    let meta = try QuickCheck(source: file).run().meta
    var check = try #require(try SnapshotCheck(of: data, transaction: meta.transaction))
    try check.checkFreeList()
    _ = try check.checkPart(of: "a", from: [], bytes: .max)
    let damage = #expect(throws: FileDamage.self) {
      _ = try check.checkPart(of: "b", from: [], bytes: .max)
    }
    #expect(damage?.code == .freeListDamaged)
    #expect(damage?.table == "b")
  }

  /// With the list of an earlier commit, LMDB would overwrite pages in use.
  @Test func `a list of free pages without pages of the newest commit is not trusted`() throws {
    let environment = try Environment(path: path)
    let table = try environment.table("b")
    for _ in 0..<4 { try environment.fill(table, 10) }
    environment.close()
    #expect(try FullCheck.runFreeList(PositionalFile(path: data)))
    var bytes = try Bytes(file: data)
    let newest = FileMap(bytes).meta
    let former = bytes.all[4096 - newest + 40..<4096 - newest + 88]
    bytes.all.replaceSubrange(newest + 40..<newest + 88, with: former)
    try overwrite(data, with: bytes.all)
    #expect(try !FullCheck.runFreeList(PositionalFile(path: data)))
    #expect(throws: FileDamage.self) { try FileCheck.full(path: data) }
  }

  @Test func `damage of any page of a tree is found in some part`() throws {
    let sound = Array(try contents(of: data))
    let map = FileMap(Bytes(sound))
    for page in (map.leaves + map.branches).shuffled().prefix(25) + map.overflows.prefix(3) {
      var bytes = sound
      bytes[page] ^= 0x40
      try overwrite(data, with: bytes)
      let file = try PositionalFile(path: data)
      // The quick check refuses a damaged root of the main table or of the free list.
      guard let meta = try? QuickCheck(source: file).run().meta else { continue }
      #expect(throws: FileDamage.self, "page \(page / map.pageSize)") {
        var check = try #require(try SnapshotCheck(of: data, transaction: meta.transaction))
        try check.checkFreeList()
        var name = ""
        while let next = try check.table(after: name) {
          name = next
          var key: [UInt8]? = []
          while let from = key {
            key = try check.checkPart(of: name, from: from, bytes: 4096)?.next
          }
        }
      }
    }
  }

  @Test func `a snapshot whose meta page was replaced has no check`() throws {
    let environment = try Environment(path: path)
    let table = try environment.table("b")
    let handle = try environment.beginRead()
    try environment.fill(table, 11)
    #expect(try environment.snapshotCheck(of: handle) != nil)
    try environment.fill(table, 12)
    #expect(try environment.snapshotCheck(of: handle) == nil)
    environment.endRead(handle)
    environment.close()
  }
}
