import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

/// Without this a store on read-only media or of another user could not be read at all.
///
/// Modes do not bind root, so the test runs a child as the user `nobody`.
@Suite(
  "Read-only stores", .enabled(if: geteuid() == 0, "changing the user needs root"), .tags(.process))
struct ReadOnlyTests {
  @Test func `the files of another user are read without write permission`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    try setMode(0o755, of: directory.path)
    let store = try Store(path)
    try store["a"].put("text", forKey: 1)
    try store.createIndex(IndexDefinition("name"), on: "b")
    store.close()
    for name in try names(in: path) { try setMode(0o644, of: "\(path)/\(name)") }
    try setMode(0o755, of: path)
    let before = try contents(of: path + "/data.mdb")
    #expect(
      try ChildProcess.run("read-as-nobody", path, "a")
        == ["rows 1", "text", "problems 0", "readOnly"])
    #expect(try contents(of: path + "/data.mdb") == before)
    let open = try Store(path)
    #expect(try ChildProcess.run("read-as-nobody", path, "a") == ["openElsewhere"])
    open.close()
  }
}

/// A mistyped path would mix a new store into a folder of somebody's files.
@Suite struct `Stores in directories of other files` {
  @Test func `a store is not made among other files`() throws {
    let directory = try TemporaryDirectory()
    try write(Data(), to: directory.file("notes.txt"))
    let error = #expect(throws: StoreError.self) { _ = try Store(directory.path) }
    #expect(error?.code == .directoryInUse)
    #expect(error?.description.contains("contains \"notes.txt\", and no data.mdb") == true)
    #expect(try names(in: directory.path) == ["notes.txt"])
  }
}
