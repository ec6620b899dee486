import Foundation
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("One environment object for one set of files")
struct OpenOnceTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store")
    environment = try Environment(path: path)
  }

  @Test func `H2 a second open in one process is refused, by whatever path`() throws {
    let link = directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let twin = directory.file("twin")
    try makeDirectory(twin)
    try FileManager.default.linkItem(atPath: path + "/data.mdb", toPath: twin + "/data.mdb")
    for same in [path, path + "/", path + "/../store", link, twin] {
      expect(.alreadyOpen) { _ = try Environment(path: same) }
    }
    environment.close()
    for same in [path, link, twin] { try Environment(path: same).close() }
  }

  @Test func `H2 of many threads that open one path, one gets it`() throws {
    environment.close()
    let winners = Counter()
    try Worker.together(4) { [path] _ in
      for _ in 0..<50 {
        do {
          let mine = try Environment(path: path)
          winners.add(1)
          mine.close()
        } catch let error as LMDBError where error.code == .alreadyOpen {}
      }
    }
    #expect(winners.value > 0)
  }

  @Test(.tags(.process))
  func `H3 its checks, copies and reopenings leave the locks to other processes alone`()
    throws
  {
    let table = try environment.table("t")
    _ = try environment.verify()
    try environment.copy(to: directory.file("copy"))
    try environment.recover()
    expect(.alreadyOpen) { _ = try Environment(path: path) }
    // A second process that opens now must find the reader table in use, and wait for the writer.
    let child = try environment.write { transaction in
      try transaction.put("parent", "v", in: table)
      let child = try ChildProcess.start("put", path, "child", "v")
      Thread.sleep(forTimeInterval: 0.3)
      #expect(child.isRunning)
      return child
    }
    #expect(child.finish() == ["committed"])
    #expect(try environment.rows(table) == ["child=v", "parent=v"])
  }

  @Test(.tags(.crash, .process)) func `two processes write one environment in turn`() throws {
    let table = try environment.table("t")
    let child = try ChildProcess.start("hold-write", path)
    #expect(child.line() == "writing")
    let writer = Worker { [environment] in try environment.put("mine", "v", in: table) }
    #expect(!writer.ends(within: 0.2))
    // A killed writer gives its lock up, and leaves nothing behind.
    child.kill()
    try writer.wait()
    #expect(try environment.rows(table) == ["mine=v"])
  }

  @Test func `an environment that is closed can be opened again while its old object lives`() throws
  {
    for _ in 0..<100 {
      let old = try Environment(path: directory.file("other"))
      old.close()
      let new = try Environment(path: directory.file("other"))
      expect(.closed) { try old.read { _ in } }
      try new.read { _ in }
      new.close()
    }
  }

  @Test func `an environment that goes out of scope closes itself`() throws {
    for _ in 0..<10 {
      let scoped = try Environment(path: directory.file("other"))
      try scoped.read { _ in }
    }
  }

  @Test func `a closed environment refuses everything by name`() throws {
    let table = try environment.table("t")
    environment.close()
    environment.close()
    expect(.closed) { try environment.read { _ in } }
    expect(.closed) { try environment.write { _ in } }
    expect(.closed) { _ = try environment.table("other") }
    expect(.closed) { _ = try environment.info() }
    expect(.closed) { _ = try environment.readers() }
    expect(.closed) { _ = try environment.verify() }
    expect(.closed) { try environment.growMap(to: 1 << 41) }
    expect(.closed) { try environment.recover() }
    expect(.closed) { try environment.synchronize() }
    expect(.closed) { try environment.copy(to: directory.file("copy")) }
    // Handles of an earlier life belong to no later one.
    let again = try Environment(path: path)
    expect(.foreignTable) { _ = try again.get("k", in: table) }
    expect(.foreignTable) { try again.put("k", "v", in: table) }
    expect(.foreignTable) { _ = try again.rows(table) }
  }

  /// The file system gives a deleted file's number to the next one as soon as the file is closed.
  @Test func `deleted environments that close are not taken for those that are made meanwhile`()
    throws
  {
    let directory = try TemporaryDirectory()
    try Worker.together(4) { worker in
      for round in 0..<100 {
        let path = directory.file("\(worker)-\(round)")
        let environment = try Environment(path: path)
        try remove(path)
        environment.close()
      }
    }
  }
}
