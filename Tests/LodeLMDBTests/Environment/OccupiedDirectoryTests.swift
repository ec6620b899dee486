import Foundation
import LodeLMDB
import LodeTestSupport
import Testing

/// A mistyped path would mix a new environment into a folder of somebody's files.
@Suite("Directories that hold other files")
struct OccupiedDirectoryTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("folder")
    try makeDirectory(path)
  }

  private func put(_ name: String) throws {
    try write(Data("text".utf8), to: "\(path)/\(name)")
  }

  @Test func `a directory with other files is refused by their names, and left as it is`() throws {
    try put("notes.txt")
    let one = #expect(throws: LMDBError.self) { _ = try Environment(path: path) }
    #expect(one?.code == .directoryInUse)
    #expect(one?.description.contains("contains \"notes.txt\", and no data.mdb") == true)
    try put("b")
    try put("c")
    let more = #expect(throws: LMDBError.self) { _ = try Environment(path: path) }
    #expect(more?.description.contains("contains \"b\" and 2 others") == true)
    #expect(try names(in: path).sorted() == ["b", "c", "notes.txt"])
  }

  @Test func `folders and hidden files count as other files`() throws {
    try makeDirectory(path + "/.git")
    expect(.directoryInUse) { _ = try Environment(path: path) }
  }

  @Test func `an empty directory is used, and one with what the system or a crash left`() throws {
    for name in [".DS_Store", "data.mdb.creating", "data.mdb.creating-lock", "lock.mdb"] {
      try put(name)
    }
    try makeDirectory(path + "/lost+found")
    try Environment(path: path).close()
    try Environment(path: directory.file("empty")).close()
  }

  @Test func `an environment opens whatever else is in its directory`() throws {
    try Environment(path: path).close()
    try put("notes.txt")
    try Environment(path: path).close()
  }
}
