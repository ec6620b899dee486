import LodeLMDB
import LodeTestSupport
import Testing

// The page that makes a commit current is written last. Here that write fails.
@Suite("A commit that fails half way")
struct UnknownCommitTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
    try environment.put("before", "v", in: table)
    try breakMetaWrites(of: environment.path + "/data.mdb")
  }

  @Test func `H20 a commit whose outcome cannot be known says so`() throws {
    expect(.commitOutcomeUnknown) { try environment.put("lost", "v", in: table) }
  }

  @Test func `H20 after it everything is refused as panic, until the files are opened anew`() throws
  {
    expect(.commitOutcomeUnknown) { try environment.put("lost", "v", in: table) }
    expect(.panic) { _ = try environment.get("before", in: table) }
    expect(.panic) { try environment.put("late", "v", in: table) }
    try environment.recover()
    #expect(try environment.rows(table) == ["before=v"])
    try environment.put("after", "v", in: table)
    #expect(try environment.rows(table) == ["after=v", "before=v"])
    _ = try environment.verify()
  }

  @Test func `H18 a drop whose outcome is unknown says so; the name tells afterwards`() throws {
    expect(.commitOutcomeUnknown) { try environment.drop(table) }
    try environment.recover()
    expect(.tableDropped) { _ = try environment.count(table) }
    let again = try environment.table("t", create: false)
    #expect(try environment.rows(again) == ["before=v"])
    try environment.drop(again)
    #expect(try environment.tableNames().isEmpty)
    _ = try environment.verify()
  }

  @Test func `H20 closing and opening recovers as well`() throws {
    expect(.commitOutcomeUnknown) { try environment.put("lost", "v", in: table) }
    environment.close()
    let again = try Environment(path: environment.path)
    #expect(try again.rows(again.table("t")) == ["before=v"])
  }
}
