import Foundation
import LodeTestSupport
import LodeTestTags
import Synchronization
import Testing

@testable import LodeLMDB

@Suite("Creating and opening an environment")
struct CreationTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `missing parents are created, and what was written is there when opened again`() throws
  {
    let path = directory.file("a/b/store")
    let environment = try Environment(path: path)
    let table = try environment.table("people")
    try environment.fill(table, 1000)
    environment.close()
    let again = try Environment(path: path)
    #expect(try again.count(again.table("people", create: false)) == 1000)
    #expect(again.path.hasSuffix("a/b/store"))
  }

  @Test func `H1 creation: leftovers of an interrupted one are replaced, and nothing else is left`()
    throws
  {
    let path = directory.file("store")
    try makeDirectory(path)
    try write(Data(repeating: 7, count: 8192), to: path + "/data.mdb.creating")
    try write(Data(repeating: 7, count: 100), to: path + "/data.mdb.creating-lock")
    let environment = try Environment(path: path)
    environment.close()
    #expect(try names(in: path) == ["data.mdb", "lock.mdb", "open.mark"])
  }

  @Test(.tags(.process))
  func `H1 creation: the data file appears complete, never in between`() throws {
    // Another thread looks at the file for as long as environments are being created.
    let base = directory.path
    let seen = Sizes()
    let watcher = Thread {
      while !seen.isDone {
        for i in 0..<20 { seen.insert((try? size(of: "\(base)/\(i)/data.mdb")) ?? -1) }
      }
    }
    watcher.start()
    for i in 0..<20 { try Environment(path: "\(base)/\(i)").close() }
    seen.finish()
    let page = try size(of: "\(base)/0/data.mdb") / 2
    #expect(seen.all.subtracting([-1, 2 * page]).isEmpty)
  }

  @Test func `H26 an empty data file is refused as damaged, and left as it is`() throws {
    let path = directory.file("store")
    try Environment(path: path).close()
    try write(Data(), to: path + "/data.mdb")
    expect(.damaged) { _ = try Environment(path: path) }
    #expect(try size(of: path + "/data.mdb") == 0)
  }

  @Test(arguments: [100, 4096, 8192, 100_000])
  func `a foreign file is refused, and left as it is`(_ size: Int) throws {
    let path = directory.file("store")
    try makeDirectory(path)
    let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37) })
    try write(bytes, to: path + "/data.mdb")
    let error = #expect(throws: LMDBError.self) { _ = try Environment(path: path) }
    #expect([.notAnEnvironment, .damaged].contains(error?.code))
    #expect(try contents(of: path + "/data.mdb") == bytes)
  }

  @Test func `H34 another format version is named as such`() throws {
    let path = directory.file("store")
    try Environment(path: path).close()
    var bytes = try contents(of: path + "/data.mdb")
    let page = bytes.count / 2
    // The version follows the page header of 16 bytes and the magic number.
    bytes[20] = 3
    bytes[page + 20] = 3
    try write(bytes, to: path + "/data.mdb")
    expect(.versionMismatch) { _ = try Environment(path: path) }
  }

  @Test func `H34 the linked library is LMDB 0.9, and a later one would be refused by name`() throws
  {
    let linked = EnvironmentHandle.libraryVersion()
    #expect(linked.major == 0 && linked.minor == 9)
    try EnvironmentHandle.checkLibrary(linked)
    expect(.unsupportedLibrary) {
      try EnvironmentHandle.checkLibrary((major: 1, minor: 0, patch: 0))
    }
  }

  @Test func `a path that is a file, or goes through one, is refused`() throws {
    let file = directory.file("file")
    try write(Data([1]), to: file)
    expect(.notAnEnvironment) { _ = try Environment(path: file) }
    expect(.system) { _ = try Environment(path: file + "/below") }
    expect(.notFound) { _ = try Environment(path: "") }
  }

  @Test func `H31 only the owner may use what is created`() throws {
    let path = directory.file("parent/store")
    try Environment(path: path).close()
    #expect(try mode(of: path) == 0o700)
    #expect(try mode(of: directory.file("parent")) == 0o700)
    for name in try names(in: path) { #expect(try mode(of: "\(path)/\(name)") == 0o600) }
  }
}

/// What a watching thread has seen, until it is told to stop.
private final class Sizes: Sendable {
  private let state = Mutex((sizes: Set<Int>(), done: false))

  var isDone: Bool { state.withLock { $0.done } }
  var all: Set<Int> { state.withLock { $0.sizes } }

  func insert(_ size: Int) { state.withLock { _ = $0.sizes.insert(size) } }
  func finish() { state.withLock { $0.done = true } }
}
