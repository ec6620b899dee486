import Foundation
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

/// Archives, mounted images and the files of other users could not be looked into at all.
///
/// Modes do not bind root, so the tests run a child as the user `nobody`.
@Suite(
  "Reading without permission to write", .enabled(if: geteuid() == 0, "needs root"), .tags(.process)
)
struct LocklessReadTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    try setMode(0o755, of: directory.path)
    path = directory.file("store")
    let environment = try Environment(path: path)
    try environment.put("k", "v", in: try environment.table("t"))
    environment.close()
    try permitReading()
  }

  private func permitReading() throws {
    for name in try names(in: path) { try setMode(0o644, of: "\(path)/\(name)") }
    try setMode(0o755, of: path)
  }

  @Test func `files that may only be read open for reading, and nothing is written`() throws {
    let before = try names(in: path).sorted().map { try contents(of: "\(path)/\($0)") }
    #expect(try ChildProcess.run("open", path, "nobody", "read-only") == ["opened 1"])
    #expect(try ChildProcess.run("open", path, "nobody") == ["permissionDenied"])
    #expect(try names(in: path).sorted().map { try contents(of: "\(path)/\($0)") } == before)
  }

  @Test func `data.mdb alone is enough`() throws {
    for name in ["lock.mdb", "open.mark"] {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    #expect(try ChildProcess.run("open", path, "nobody", "read-only") == ["opened 1"])
    #expect(try names(in: path) == ["data.mdb"])
  }

  @Test func `a reader without the lock file is refused beside another process`() throws {
    let environment = try Environment(path: path)
    #expect(try ChildProcess.run("open", path, "nobody", "read-only") == ["openElsewhere"])
    environment.close()
    #expect(try ChildProcess.run("open", path, "nobody", "read-only") == ["opened 1"])
  }

  @Test func `a commit of another process ends the reads of a reader without the lock file`() throws
  {
    let reader = try ChildProcess.start("hold-open", path, "nobody", "read-only")
    #expect(reader.line() == "open")
    let environment = try Environment(path: path)
    try environment.put("new", "row", in: try environment.table("t"))
    #expect(reader.finish() == ["replaced"])
  }

  @Test func `without a commit of others its reads go on`() throws {
    let reader = try ChildProcess.start("hold-open", path, "nobody", "read-only")
    #expect(reader.line() == "open")
    #expect(reader.finish() == ["rows 1"])
  }

  @Test func `a file system that is mounted read-only is read`() throws {
    let mount = Process()
    mount.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let child = ChildProcess.products.appendingPathComponent("lmdb-child").path
    mount.arguments = [
      "unshare", "-m", "sh", "-c",
      "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" || exit 77; "
        + "\"$1\" open \"$0\" read-only",
      path, child,
    ]
    let output = Pipe()
    mount.standardOutput = output
    mount.standardError = FileHandle.nullDevice
    try mount.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    mount.waitUntilExit()
    // Some machines do not allow mounts.
    if ![1, 77, 127].contains(mount.terminationStatus) { #expect(text == "opened 1\n") }
  }
}
