import Foundation
import LodeModels
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("A program's tool migrates its stores", .tags(.process))
struct MigrateCommandTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s.lode") }

  init() throws {
    directory = try TemporaryDirectory()
    let store = try Store(path)
    try store.write { transaction in
      for (id, mail) in [(1, "ada@example.org"), (2, "bob@example.org")] {
        try transaction["member"].putArchive(Self.member(id, mail), forKey: id)
      }
    }
    store.close()
  }

  /// A row of the first version.
  private static func member(_ id: Int, _ mail: String) throws -> EncodedArchive {
    let object = ArchivedObject(
      "Member", fields: [.init("id", .int(Int64(id))), .init("mail", .string(mail))])
    return try Archive(.object(object)).forStore()
  }

  private func tool(_ arguments: String...) throws -> Run {
    try Run(ChildProcess.products.appendingPathComponent("member-tool"), arguments)
  }

  private func mails() throws -> [String?] {
    let store = try Store(path)
    defer { store.close() }
    return try store.read { transaction in
      try transaction["member"].keys().map {
        let object = try transaction["member"].archive($0)?.root
        return (object?["email"] ?? object?["mail"])?.string
      }
    }
  }

  /// Puts a row that the step refuses.
  private func putBroken() throws {
    let store = try Store(path)
    try store.write { try $0["member"].putArchive(Self.member(3, "nobody"), forKey: 3) }
    store.close()
  }

  @Test func `a dry run prints what would be done, and does nothing`() throws {
    let bytes = try contents(of: path + "/data.mdb")
    let run = try tool(path, "--dry-run", "--backup", directory.file("copy"))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "Collection  Type    Version  Rows")
    #expect(lines.dropFirst().first == "member      Member        1     2")
    #expect(lines.contains("store step: settings"))
    #expect(lines.last?.hasPrefix("would be migrated: ") == true)
    #expect(try contents(of: path + "/data.mdb") == bytes)
    #expect(try names(in: directory.path) == ["s.lode"])
  }

  @Test
  func `the store is migrated, its indexes are made, and what it was is in the backup`() throws {
    let copy = directory.file("copy.lode")
    let run = try tool(path, "--backup", copy)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(run.output.contains("\nmigrated: "))
    let store = try Store(path)
    #expect(try store.read { try $0["member"].archive(1) }?.root["email"] == "ada@example.org")
    #expect(try store.indexes(of: "member").map(\.entries) == [2])
    #expect(try store["settings"].get("theme", as: String.self) == "light")
    #expect(try store.verify().isSound)
    store.close()
    #expect(try Store(copy).read { try $0["member"].archive(1) }?.root["mail"] == "ada@example.org")

    let again = try tool(path)
    #expect(again.status == 0 && again.output == "nothing to migrate\n", "\(again)")
  }

  @Test func `--online migrates the rows in batches and makes a backup first`() throws {
    let copy = directory.file("copy.lode")
    let run = try tool(path, "--online", "--backup", copy)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    let store = try Store(path)
    #expect(try store.read { try $0["member"].archive(1) }?.root["email"] == "ada@example.org")
    #expect(try store["settings"].get("theme", as: String.self) == "light")
    #expect(try store.verify().isSound)
    store.close()
    #expect(try Store(copy).read { try $0["member"].archive(1) }?.root["mail"] == "ada@example.org")
  }

  @Test func `every row that fails is told of, nothing is changed, and the status is 1`() throws {
    try putBroken()
    let bytes = try contents(of: path + "/data.mdb")
    let run = try tool(path)
    #expect(run.status == 1)
    #expect(run.output.contains("key 3"), "\(run)")
    #expect(
      run.errors
        == "member-tool: 1 row cannot be migrated. Nothing was changed. Correct the steps.\n")
    #expect(try contents(of: path + "/data.mdb") == bytes)
  }

  @Test
  func `rows that nobody wants are given up on request, and it is said how many that were`() throws
  {
    try putBroken()
    let dry = try tool(path, "--abandon", "Member:1", "--dry-run")
    #expect(dry.output.hasPrefix("would abandon 3 rows of Member, version 1: "), "\(dry)")
    #expect(try mails().count == 3)
    let run = try tool(path, "--abandon", "Member:1")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("abandoned 3 rows of Member, version 1: "), "\(run)")
    #expect(try mails().isEmpty)
  }

  @Test func `nothing is given up when the rest cannot be migrated`() throws {
    try putBroken()
    let run = try tool(path, "--abandon", "Other:1")
    #expect(run.status == 1)
    #expect(try mails() == ["ada@example.org", "bob@example.org", "nobody"])
  }

  @Test func `with --json it prints one document`() throws {
    try putBroken()
    let run = try tool(path, "--dry-run", "--json", "--abandon", "Other:1")
    #expect(run.status == 1)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let rows = document?["rows"] as? [[String: Any]]
    #expect(rows?.first?["type"] as? String == "Member" && rows?.first?["rows"] as? Int == 2)
    let failures = document?["failures"] as? [[String: Any]]
    #expect(failures?.map { $0["key"] as? Int } == [3])
    #expect(failures?.first?["from"] as? Int == 1 && failures?.first?["to"] as? Int == 2)
    #expect(document?["seconds"] is Double && document?["bytesBefore"] is Int)
    #expect((document?["abandoned"] as? [[String: Any]])?.first?["rows"] as? Int == 0)
  }

  @Test func `wrong usage is 64, no store is 1 and makes none, and help is at hand`() throws {
    #expect(try tool().status == 64)
    #expect(try tool(path, "--abandon", "Member").status == 64)
    let none = try tool(directory.file("none.lode"))
    #expect(none.status == 1 && none.errors.hasPrefix("member-tool: There is no store"), "\(none)")
    #expect(try names(in: directory.path) == ["s.lode"])
    let help = try tool("--help")
    #expect(help.status == 0 && help.output.contains("USAGE: member-tool <store>"), "\(help)")
  }
}
