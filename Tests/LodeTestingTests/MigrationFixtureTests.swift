import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTesting
import Testing

@Suite("Fixtures keep stores of released versions for the tests of later ones")
struct MigrationFixtureTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A fixture with two members, one of them in a partition, and a text.
  private func record(_ name: String) throws -> MigrationFixture {
    try MigrationFixture.record(directory.file(name), models: [FirstMember.self]) { store in
      try store.insert(FirstMember(1, "ada@example.org", "London"))
      try store.partition("club").insert(FirstMember(2, "bob@example.org", "Oslo"))
      try store["texts"].put("hello", forKey: 1)
    }
  }

  @Test(arguments: ["1.lode", "1.dump"])
  func `what is recorded is migrated, as a store and as a dump`(_ name: String) throws {
    let fixture = try record(name)
    #expect("\(fixture)" == name)
    let migrated = try fixture.migrate(to: [Member.self], by: Member.plan())
    #expect(migrated.rowsBefore == ["member": 2, "texts": 1])
    #expect(try migrated.rowsNow() == ["address": 2, "member": 2, "texts": 1])
    #expect(migrated.report.rows.map(\.count) == [2] && migrated.report.movedRows == 2)
    try migrated.expectAllRows(except: ["address"])
    try migrated.expectCount(2, of: "address")
    try migrated.expectOnly([Member(1, "ada@example.org")])
    try migrated.expect(Member(2, "bob@example.org"), partition: "club")
  }

  @Test func `the fixture itself does not change, however often it is migrated`() throws {
    let fixture = try record("1.lode")
    #expect(try names(in: fixture.path) == ["data.mdb"])
    let bytes = try contents(of: fixture.path + "/data.mdb")
    for _ in 1...2 { _ = try fixture.migrate(to: [Member.self], by: Member.plan()) }
    expectCause(MigrationError.self) { try fixture.migrate(to: [Member.self]) }
    #expect(try names(in: fixture.path) == ["data.mdb"])
    #expect(try contents(of: fixture.path + "/data.mdb") == bytes)
  }

  @Test func `a fixture that is there is not made anew`() throws {
    let fixture = try record("1.dump")
    let bytes = try contents(of: fixture.path)
    #expect(throws: FixtureError.self) { try record("1.dump") }
    #expect(try contents(of: fixture.path) == bytes)
  }

  @Test func `all fixtures of a folder are found, by their names`() throws {
    #expect(throws: FixtureError.self) { try MigrationFixture.all(in: directory.path) }
    for name in ["2.lode", "1.dump", ".hidden"] { _ = try record(name) }
    #expect(
      try MigrationFixture.all(in: directory.path).map(\.description) == ["1.dump", "2.lode"])
    #expect(throws: FixtureError.self) { try MigrationFixture(directory.file("3.lode")) }
    #expect(throws: FixtureError.self) { try MigrationFixture.all(in: directory.file("1.dump")) }
  }

  @Test
  func `a path begins at the folder of the test, and what is no store is said to be none`() throws {
    let fixture = try MigrationFixture("Fixtures/member-1.dump")
    let migrated = try fixture.migrate(to: [Member.self], by: Member.plan())
    try migrated.expectAllRows(except: ["address"])
    try migrated.expectOnly([Member(1, "ada@example.org"), Member(2, "bob@example.org")])
    let code = try MigrationFixture("Histories.swift")
    #expect(throws: FixtureError.self) { try code.migrate(to: []) }
    #expect(throws: FixtureError.self) { try MigrationFixture("Fixtures").migrate(to: []) }
  }

  @Test func `the copy is removed when nobody has it any more`() throws {
    var migrated: MigratedStore? = try record("1.lode").migrate(to: [FirstMember.self])
    let path = try #require(migrated?.store.path)
    #expect(FileManager.default.fileExists(atPath: path))
    migrated = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
