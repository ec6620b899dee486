import Foundation
import LodeTestSupport
import Testing

@testable import LodeLMDB

@Suite("Copying an environment")
struct CopyTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
    try environment.fill(table, 5000)
  }

  @Test(arguments: [false, true])
  func `copy: the copy opens, is equal, sound, and independent`(_ compacting: Bool) throws {
    let target = directory.file("backups/today")
    try environment.copy(to: target, compacting: compacting)
    #expect(try names(in: target) == ["data.mdb"])
    let copy = try Environment(path: target)
    let copied = try copy.table("t", create: false)
    #expect(try copy.rows(copied) == environment.rows(table))
    _ = try copy.verify()
    try copy.put("new", "row", in: copied)
    #expect(try copy.count(copied) == 5001)
    #expect(try environment.count(table) == 5000)
  }

  @Test func `copy compacting: free pages are left out`() throws {
    try environment.write { transaction in try transaction.deleteAll(in: table) }
    try environment.put("k", "v", in: table)
    try environment.copy(to: directory.file("plain"))
    try environment.copy(to: directory.file("compact"), compacting: true)
    let plain = try size(of: directory.file("plain/data.mdb"))
    let compact = try size(of: directory.file("compact/data.mdb"))
    #expect(compact * 10 < plain)
  }

  /// LMDB's compacting copy refuses such a file, so nobody could make a small copy again.
  @Test func `copy compacting: leaked pages are left out, and every row is kept`() throws {
    let lost = try environment.table("lost")
    try environment.fill(lost, 500)
    let handle = try environment.beginWrite()
    let main = Table.main(ofEnvironment: environment.number)
    _ = try handle.put([9].span, forKey: [0, 1].span, in: main, mode: .overwrite)
    try handle.abandonTable(named: "lost")
    try environment.commitWrite(handle)
    #expect(try environment.verify().leakedPages > 0)
    let target = directory.file("compact")
    try environment.copy(to: target, compacting: true)
    let copy = try Environment(path: target)
    #expect(try copy.verify().leakedPages == 0)
    #expect(try copy.tableNames() == ["t"])
    #expect(try copy.rows(copy.table("t")) == environment.rows(table))
    let read = try copy.beginRead()
    defer { copy.endRead(read) }
    #expect(try read.count(Table.main(ofEnvironment: copy.number).place) == 2)
  }

  @Test func `copy: a place that holds an environment is refused and left alone`() throws {
    let target = directory.file("other")
    let other = try Environment(path: target)
    try other.put("k", "v", in: try other.table("t"))
    expect(.pathInUse) { try environment.copy(to: target) }
    expect(.pathInUse) { try environment.copy(to: environment.path) }
    #expect(try other.get("k", in: try other.table("t")) == "v")
    #expect(try environment.count(table) == 5000)
  }

  @Test func `H25 copy: leftovers of an interrupted one are replaced`() throws {
    let target = directory.file("target")
    try makeDirectory(target)
    try write(Data(repeating: 9, count: 10_000_000), to: target + "/data.mdb.copying")
    try environment.copy(to: target)
    #expect(try names(in: target) == ["data.mdb"])
    #expect(try size(of: target + "/data.mdb") < 5_000_000)
    try Environment(path: target).close()
  }

  @Test func `H25 copy: what fails the full check is not left, and the damage is named`() throws {
    let file = environment.path + "/data.mdb"
    var bytes = try contents(of: file)
    let page = 4096
    for offset in stride(from: 20 * page, to: 40 * page, by: page) {
      bytes.replaceSubrange(offset + 12..<offset + 16, with: [0xFF, 0xFF, 0x01, 0x00])
    }
    // The file is open: what is written to it shows in LMDB's map.
    try overwrite(file, with: Array(bytes))
    let target = directory.file("target")
    expect(.damaged) { try environment.copy(to: target) }
    #expect(try names(in: target).isEmpty)
  }

  @Test func `copy: inside a write it is refused instead of waiting for itself`() throws {
    try environment.write { _ in
      expect(.nestedWrite) { try environment.copy(to: directory.file("target")) }
    }
  }

  @Test func `copy: inside a read it works`() throws {
    try environment.read { _ in try environment.copy(to: directory.file("target")) }
  }

  @Test func `copy while writing: the copy is one commit, whole`() throws {
    let pairs = try environment.table("pairs")
    let stop = Flag()
    let writer = Worker { [environment] in
      var round = 0
      while !stop.isSet {
        round += 1
        try environment.write { transaction in
          try transaction.put("a", "\(round)", in: pairs)
          try transaction.put("b", "\(round)", in: pairs)
        }
      }
    }
    for i in 0..<20 {
      try environment.copy(to: directory.file("\(i)"), compacting: i % 2 == 0)
      let copy = try Environment(path: directory.file("\(i)"))
      let copied = try copy.table("pairs")
      #expect(try copy.get("a", in: copied) == copy.get("b", in: copied))
    }
    stop.set()
    try writer.wait()
  }
}
