import Foundation
import LodeTestSupport
import Testing

@testable import LodeLMDB

/// A directory from a stranger could make Lode overwrite or lengthen a file of the user.
@Suite struct `Files of an environment are never reached through links` {
  let directory: TemporaryDirectory
  let path: String
  let victim: String
  let content = Data("a file of the user".utf8)

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("store")
    victim = directory.file("victim")
    try write(content, to: victim)
    let environment = try Environment(path: path)
    try environment.put("k", "v", in: try environment.table("t"))
    environment.close()
  }

  private func replace(_ name: String, with target: String) throws {
    let file = path + "/" + name
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
  }

  @Test(arguments: ["open.mark", "lock.mdb"])
  func `a link in place of a file is refused`(name: String) throws {
    try replace(name, with: victim)
    let error = #expect(throws: LMDBError.self) { try Environment(path: path) }
    #expect(error?.code == .notAnEnvironment, "\(error as Any)")
    #expect(error?.context.hasSuffix("\(name) is a symbolic link") == true, "\(error as Any)")
    #expect(try contents(of: victim) == content)
  }

  @Test(arguments: ["open.mark", "lock.mdb"])
  func `a link to a missing file creates no file`(name: String) throws {
    let missing = directory.file("missing")
    try replace(name, with: missing)
    // Without the marker, the environment opens after a full check.
    let environment = try? Environment(path: path)
    #expect((environment != nil) == (name == "open.mark"))
    environment?.close()
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test(arguments: ["data.mdb.creating", "data.mdb.creating-lock"])
  func `a link with the name of a temporary file is replaced, not followed`(name: String) throws {
    let new = directory.file("new")
    try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: new + "/" + name, withDestinationPath: victim)
    try Environment(path: new).close()
    #expect(try contents(of: victim) == content)
    #expect(!FileManager.default.fileExists(atPath: new + "/" + name))
  }

  @Test func `a copy replaces a link with the name of its temporary file`() throws {
    let copy = directory.file("copy")
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: copy + "/data.mdb.copying", withDestinationPath: victim)
    let environment = try Environment(path: path)
    try environment.copy(to: copy)
    environment.close()
    #expect(try contents(of: victim) == content)
    try Environment(path: copy).close()
  }

  @Test func `a temporary file is created exclusively`() throws {
    for target in [victim, directory.file("missing"), directory.file("link")] {
      if target.hasSuffix("link") {
        try FileManager.default.createSymbolicLink(atPath: target, withDestinationPath: victim)
      }
      let isNew = (try? Descriptor(path: target, .createNew).number) != nil
      #expect(isNew == target.hasSuffix("missing"))
    }
    #expect(try contents(of: victim) == content)
  }

  @Test func `a special file is refused, and does not block`() throws {
    let mark = path + "/open.mark"
    try FileManager.default.removeItem(atPath: mark)
    #expect(try Run(["mkfifo", mark]).status == 0)
    let error = #expect(throws: LMDBError.self) { try Environment(path: path) }
    #expect(error?.context.hasSuffix("open.mark is not a regular file") == true)
  }
}
