import LodeTestSupport
import LodeTestTags
import Synchronization
import Testing

@testable import LodeLMDB

@Suite("The reader table")
struct ReaderTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  @Test(.tags(.process))
  func `readers list: it names the process and the commit of every open read`() throws {
    try environment.put("k", "v", in: table)
    let child = try ChildProcess.start("hold-read", environment.path)
    #expect(child.line() == "reading \(try environment.info().lastTransaction)")
    try environment.read { transaction in
      let number = transaction.id
      let active = try environment.readers().filter { $0.transaction == number }
      #expect(Set(active.map(\.process)).count == 2)
      #expect(active.count == 2)
    }
    // A read that has ended shows no commit; its slot waits for the next one.
    _ = child.finish()
    #expect(try environment.readers().allSatisfy { $0.transaction == nil })
  }

  @Test(.tags(.crash, .process))
  func `H7 stale readers: the slot of a killed process is cleared and counted`() throws {
    let child = try ChildProcess.start("hold-read", environment.path)
    _ = child.line()
    child.kill()
    #expect(try environment.readers().contains { $0.transaction != nil })
    #expect(try environment.clearStaleReaders() == 1)
    #expect(try environment.clearStaleReaders() == 0)
    #expect(try !environment.readers().contains { $0.transaction != nil })
  }

  @Test(.tags(.crash, .process)) func `H7 stale readers: opening clears them`() throws {
    let child = try ChildProcess.start("hold-read", environment.path)
    _ = child.line()
    child.kill()
    environment.close()
    let again = try Environment(path: environment.path)
    #expect(try again.clearStaleReaders() == 0)
  }

  /// The file grew for a minute after a reader was killed.
  @Test(.tags(.crash, .process))
  func `H7 stale readers: the next write clears them`() throws {
    let child = try ChildProcess.start("hold-read", environment.path)
    _ = child.line()
    try environment.put("k", "v", in: table)
    #expect(try environment.readers().contains { $0.transaction != nil })
    child.kill()
    // Here the last check may have taken long, because the machine was busy.
    environment.staleReaderCheck.next.withLock { $0 = min($0, monotonicSeconds()) }
    try environment.put("k", "w", in: table)
    #expect(try !environment.readers().contains { $0.transaction != nil })
  }

  @Test func `H7 stale readers: checks take at most a hundredth of the time`() throws {
    try environment.put("k", "v", in: table)
    environment.staleReaderCheck.next.withLock { $0 = .infinity }
    try environment.put("k", "w", in: table)
    #expect(environment.staleReaderCheck.next.withLock { $0 } == .infinity)
    environment.staleReaderCheck.next.withLock { $0 = 0 }
    let before = monotonicSeconds()
    try environment.put("k", "v", in: table)
    let next = environment.staleReaderCheck.next.withLock { $0 }
    #expect(next > before && next < before + 100 * (monotonicSeconds() - before) + 1)
  }

  @Test func `reads are reset and renewed: a thousand, one after the other, use one slot`() throws {
    for _ in 0..<1000 { try environment.read { _ in } }
    #expect(try environment.info().readers == 1)
    try nested(3) {}
    for _ in 0..<1000 { try nested(3) {} }
    #expect(try environment.info().readers == 3)
  }

  @Test func `H8 a held read makes the file grow, and its end lets pages be reused`() throws {
    func rewrite(_ times: Int) throws -> Int {
      for _ in 0..<times { try environment.fill(table, 500) }
      return try environment.info().pages
    }
    let plain = try rewrite(20)
    #expect(try rewrite(20) <= plain + 5)
    let held = try environment.read { _ in try rewrite(20) }
    #expect(held > plain * 3)
    let afterwards = try rewrite(20)
    #expect(try rewrite(20) <= afterwards)
  }

  @Test func `H9 reader slots: 300 reads at one time, more than LMDB's default`() throws {
    try nested(300) {
      let active = try environment.readers().filter { $0.transaction != nil }
      #expect(active.count == 300)
    }
    // Idle reads keep few of them.
    #expect(try environment.readers().count <= 32)
  }

  private func nested(_ depth: Int, _ body: () throws -> Void) throws {
    if depth == 0 { return try body() }
    try environment.read { _ in try nested(depth - 1, body) }
  }

  @Test(.tags(.crash, .process))
  func `H9 reader slots: those of dead processes are cleared when all are taken`() throws {
    var options = EnvironmentOptions()
    options.maximumReaders = 4
    let small = try Environment(path: directory.file("small"), options: options)
    let slots = try small.info().maximumReaders
    let children = try (0..<slots).map { _ in
      try ChildProcess.start("hold-read", small.path)
    }
    for child in children { #expect(child.line().hasPrefix("reading")) }
    expect(.readersFull) { try small.read { _ in } }
    children[0].kill()
    try small.read { _ in }
  }

  @Test func `H11 a read may end on another thread than it began`() throws {
    let handle = try environment.beginRead()
    let end = IdleReadBox(handle)
    try Worker { [environment] in environment.endRead(end.handle) }.wait()
    #expect(try environment.readers().allSatisfy { $0.transaction == nil })
  }
}

/// Takes a read to another thread, which LMDB allows without thread-bound readers.
private final class IdleReadBox: @unchecked Sendable {
  let handle: TransactionHandle
  init(_ handle: TransactionHandle) { self.handle = handle }
}
