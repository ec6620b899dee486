import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Fork", .tags(.process))
struct ForkTests {
  @Test func `H6 a forked child is refused by name, and can harm neither reads nor writes`() throws
  {
    let directory = try TemporaryDirectory()
    let lines = try ChildProcess.run("fork", directory.file("store"))
    #expect(
      lines == [
        "child read: forked", "child write: forked", "child table: forked", "child drop: forked",
        "child info: forked",
        "parent still reads: true",
        "child commit: forked", "parent commit: no error", "rows: 1",
        "opened again: 1",
      ])
  }
}
