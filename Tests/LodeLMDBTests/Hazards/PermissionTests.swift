import Foundation
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

/// Modes do not bind root, so the tests run a child as the user `nobody`.
@Suite(
  "Missing permissions", .enabled(if: geteuid() == 0, "changing the user needs root"),
  .tags(.process))
struct PermissionTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    try setMode(0o755, of: directory.path)
    path = directory.file("store")
    let environment = try Environment(path: path)
    try environment.put("k", "v", in: try environment.table("t"))
    environment.close()
  }

  private func open(_ arguments: String...) throws -> [String] {
    try arguments.isEmpty
      ? ChildProcess.run("open", path, "nobody")
      : ChildProcess.run("open", path, "nobody", arguments[0])
  }

  private func setModes(directory: Int, files: Int) throws {
    for name in try names(in: path) { try setMode(files, of: "\(path)/\(name)") }
    try setMode(directory, of: path)
  }

  @Test func `a directory without permission: denied by name, for reading too`() throws {
    #expect(try open() == ["permissionDenied"])
    #expect(try open("read-only") == ["permissionDenied"])
  }

  @Test func `files without permission: denied by name, and left as they are`() throws {
    try setModes(directory: 0o777, files: 0o600)
    let before = try contents(of: path + "/data.mdb")
    #expect(try open() == ["permissionDenied"])
    #expect(try open("read-only") == ["permissionDenied"])
    #expect(try contents(of: path + "/data.mdb") == before)
  }

  @Test func `read-only: data that may be read and a lock file that may be written are enough`()
    throws
  {
    try setModes(directory: 0o755, files: 0o644)
    try setMode(0o666, of: path + "/lock.mdb")
    #expect(try open("read-only") == ["opened 1"])
    #expect(try open() == ["permissionDenied"])
  }

  @Test func `everything permitted but the directory: it opens`() throws {
    try setModes(directory: 0o755, files: 0o666)
    #expect(try open() == ["opened 1"])
  }

  @Test func `a place where nothing may be created: denied by name`() throws {
    #expect(
      try ChildProcess.run("open", directory.file("new/store"), "nobody") == ["permissionDenied"])
    #expect(try names(in: directory.path) == ["store"])
  }
}
