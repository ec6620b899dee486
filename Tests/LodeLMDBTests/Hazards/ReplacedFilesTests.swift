import Foundation
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Files that are deleted or replaced while open")
struct ReplacedFilesTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store")
    environment = try Environment(path: path)
    table = try environment.table("t")
    try environment.put("k", "v", in: table)
  }

  /// Writes are refused; reads go on; and after closing, the path can be opened.
  private func expectReplaced() throws {
    expect(.replaced) { try environment.put("k", "new", in: table) }
    expect(.replaced) { _ = try environment.verify() }
    expect(.replaced) { try environment.recover() }
    #expect(try environment.get("k", in: table) == "v")
    environment.close()
  }

  @Test func `H5 a deleted data file: writes are refused instead of lost`() throws {
    try remove(path + "/data.mdb")
    try expectReplaced()
    let fresh = try Environment(path: path)
    #expect(try fresh.tableNames().isEmpty)
  }

  @Test func `H5 a replaced data file: writes are refused, and reopening sees the new one`() throws
  {
    let other = try Environment(path: directory.file("other"))
    try other.put("k", "other", in: try other.table("t"))
    other.close()
    try remove(path + "/data.mdb")
    try FileManager.default.moveItem(
      atPath: directory.file("other/data.mdb"), toPath: path + "/data.mdb")
    try expectReplaced()
    let again = try Environment(path: path)
    #expect(try again.get("k", in: again.table("t")) == "other")
  }

  @Test(.tags(.process))
  func `H4 a deleted lock file: writes are refused instead of meeting a second writer`()
    throws
  {
    try remove(path + "/lock.mdb")
    #expect(try ChildProcess.run("put", path, "k2", "child") == ["committed"])
    try expectReplaced()
    let again = try Environment(path: path)
    #expect(try again.get("k2", in: again.table("t")) == "child")
  }

  @Test func `H5 a deleted directory: writes are refused`() throws {
    try remove(path)
    try expectReplaced()
  }

  @Test func `H4 the check comes after the wait for the writer`() throws {
    let second = Flag()
    let writer = try environment.write { _ in
      let writer = Worker { [environment, table] in
        second.set()
        expect(.replaced) { try environment.put("k", "late", in: table) }
      }
      while !second.isSet { Thread.sleep(forTimeInterval: 0.01) }
      Thread.sleep(forTimeInterval: 0.1)
      try remove(path + "/lock.mdb")
      return writer
    }
    try writer.wait()
  }
}
