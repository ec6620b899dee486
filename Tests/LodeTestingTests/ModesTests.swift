import LodeModels
import LodeTestSupport
import LodeTesting
import Testing

@Suite("Fixtures are migrated in every mode")
struct ModesTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func record() throws -> MigrationFixture {
    try MigrationFixture.record(directory.file("1.lode"), models: [FirstMember.self]) { store in
      try store.insert(FirstMember(1, "ada@example.org", "London"))
      try store.insert(FirstMember(2, "bob@example.org", "Oslo"))
    }
  }

  @Test func `all modes have the same rows in the end`() throws {
    let all = try record().migrateInEveryMode(to: [Member.self], by: Member.plan())
    #expect(all.map(\.mode) == [.atOpen, .online, .lazy])
    for migrated in all {
      try migrated.expectAllRows(except: ["address"])
      try migrated.expectOnly([Member(1, "ada@example.org"), Member(2, "bob@example.org")])
    }
  }

  @Test(arguments: [MigrationOptions.Mode.online, .lazy])
  func `a row that a step fails for is told of`(_ mode: MigrationOptions.Mode) throws {
    let plan = MigrationPlan {
      Step(Counted.Second.self, from: 1, to: 2) { record in
        if record["id"]?.int == 2 { throw Stop() }
        record.rename("count", to: "number")
      }
    }
    let fixture = try MigrationFixture.record(
      directory.file("2.lode"), models: [Counted.First.self]
    ) { store in
      for id in 1...3 { try store.insert(Counted.First(id: id, count: id)) }
    }
    let migrated = try fixture.migrate(to: [Counted.Second.self], by: plan, in: mode)
    let mismatch = #expect(throws: MigrationMismatch.self) { try migrated.expectAllRows() }
    #expect(mismatch?.problems.contains { $0.kind == .failedRow } == true)
    #expect(try migrated.store.get(Counted.Second.self, 3)?.number == 3)
  }
}

/// A model in two versions.
private enum Counted {
  struct First: Archivable, Model {
    var id: Int
    var count: Int

    static let collectionName = "counted"
    static let keyFields = ["id"]
    var primaryKey: Int { id }
    static let archiveSchema = ArchiveSchema(
      "Counted", fields: [.init("id", Int.self), .init("count", Int.self)])

    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(count)
    }
    init(id: Int, count: Int) { (self.id, self.count) = (id, count) }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      count = try archive.decode(1)
    }
  }

  struct Second: Archivable, Model {
    var id: Int
    var number: Int

    static let collectionName = "counted"
    static let keyFields = ["id"]
    var primaryKey: Int { id }
    static let archiveSchema = ArchiveSchema(
      "Counted", version: 2, fields: [.init("id", Int.self), .init("number", Int.self)])

    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(number)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      number = try archive.decode(1)
    }
  }
}
