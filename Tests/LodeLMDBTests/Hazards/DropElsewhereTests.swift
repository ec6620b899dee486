import Foundation
import LodeTestSupport
import LodeTestTags
import Synchronization
import Testing

@testable import LodeLMDB

@Suite("No table is dropped that another process may have open", .tags(.process))
struct DropElsewhereTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
    try environment.put("k", "v", in: table)
  }

  @Test(arguments: ["read-write", "read-only"])
  func `H18 open in a child process: refused, nothing has changed, and it works once that closes`(
    _ access: String
  ) throws {
    let child = try ChildProcess.start("hold-open", environment.path, access)
    #expect(child.line() == "open")
    for _ in 0..<3 { expect(.openElsewhere) { try environment.drop(table) } }
    #expect(try environment.rows(table) == ["k=v"])
    try environment.put("k2", "v", in: table)
    #expect(child.finish() == ["rows 2"])
    try environment.drop(table)
    #expect(try environment.tableNames().isEmpty)
  }

  @Test(.tags(.crash)) func `H18 a child process that was killed is not in the way`() throws {
    let child = try ChildProcess.start("hold-open", environment.path)
    #expect(child.line() == "open")
    expect(.openElsewhere) { try environment.drop(table) }
    child.kill()
    try environment.drop(table)
    #expect(try environment.tableNames().isEmpty)
  }

  @Test func `H18 after a refused drop this process is still seen by a child process`() throws {
    // A lock that the refusal, or the files opened anew, had lost would let the child drop.
    let holder = try ChildProcess.start("hold-open", environment.path)
    #expect(holder.line() == "open")
    expect(.openElsewhere) { try environment.drop(table) }
    #expect(holder.finish() == ["rows 1"])
    #expect(try ChildProcess.run("drop", environment.path) == ["openElsewhere"])
    try environment.recover()
    #expect(try ChildProcess.run("drop", environment.path) == ["openElsewhere"])
    try environment.drop(try environment.table("other"))
    #expect(try ChildProcess.run("drop", environment.path) == ["openElsewhere"])
    #expect(try environment.rows(table) == ["k=v"])
    environment.close()
    #expect(try ChildProcess.run("drop", environment.path) == ["dropped"])
  }

  @Test func `H18 a child process that opens meanwhile waits until the drop has ended`() throws {
    let openers = try #require(environment.admission.state.withLock { $0.handle?.openers })
    #expect(try openers.takeAlone(environment.path))
    let opened = Flag()
    let path = environment.path
    let waiter = Worker {
      let lines = try ChildProcess.run("put", path, "k", "child")
      opened.set()
      if lines != ["committed"] { throw Stop() }
    }
    Thread.sleep(forTimeInterval: 0.3)
    #expect(!opened.isSet)
    openers.share()
    try waiter.wait()
    #expect(try environment.rows(table) == ["k=child"])
  }

  @Test
  func `H18 a table that a child process dropped is forgotten when the files are opened anew`()
    throws
  {
    let kept = try environment.table("z")
    try environment.put("k", "kept", in: kept)
    // Stands for the moment between closing the files and opening them: closing any descriptor of
    // the lock file drops this process's lock.
    _ = try contents(of: environment.path + "/lock.mdb")
    #expect(try ChildProcess.run("drop", environment.path) == ["dropped"])
    try environment.recover()
    expect(.tableDropped) { _ = try environment.count(table) }
    #expect(try environment.rows(kept) == ["k=kept"])
    let new = try environment.table("t")
    #expect(try environment.count(new) == 0)
    expect(.tableDropped) { _ = try environment.count(table) }
  }
}
