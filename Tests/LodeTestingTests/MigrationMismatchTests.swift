import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTesting
import Testing

@Suite("What a migration lost or broke is found")
struct MigrationMismatchTests {
  let directory: TemporaryDirectory
  let fixture: MigrationFixture

  init() throws {
    directory = try TemporaryDirectory()
    fixture = try MigrationFixture.record(
      directory.file("1.lode"), models: [FirstMember.self]
    ) { store in
      try store.insert(FirstMember(1, "ada@example.org", "London"))
      try store.insert(FirstMember(2, "bob@example.org", "Oslo"))
      try store["texts"].put("hello", forKey: 1)
    }
  }

  /// Migrates with one more step behind the others.
  private func migrate(
    _ step: @escaping @Sendable (inout WriteTransaction) throws -> Void
  ) throws -> MigratedStore {
    try fixture.migrate(to: [Member.self], by: Member.plan([Step("more", step)]))
  }

  private func kinds(
    _ migrated: MigratedStore, except: Set<String> = ["address"]
  ) throws -> [MigrationProblem.Kind] {
    let problems = try migrated.problems(except: except)
    #expect(throws: MigrationMismatch.self) { try migrated.expectAllRows(except: except) }
    return problems.map(\.kind)
  }

  @Test func `a row that a step deletes`() throws {
    let migrated = try migrate { try $0["member"].delete(2) }
    let problems = try migrated.problems(except: ["address"])
    #expect(problems.map(\.kind) == [.lostRows, .addedRows])
    #expect(problems.first?.collection == "member" && problems.first?.keys.count == 2)
    let error = #expect(throws: MigrationMismatch.self) {
      try migrated.expectAllRows(except: ["address"])
    }
    #expect(error?.problems == problems)
    #expect("\(try #require(error))".contains("1.lode was not migrated as expected"))
    #expect("\(try #require(error))".contains("Rows are missing: 2"))
  }

  @Test
  func `a row of a collection without a model that a step deletes, and a collection that it drops`()
    throws
  {
    #expect(try kinds(migrate { try $0["texts"].delete(1) }) == [.lostRows])
    #expect(try kinds(migrate { try $0.drop("texts") }) == [.lostRows])
  }

  @Test func `a row that another one takes the place of, when the migration moves none`() throws {
    let texts = try migrate { transaction in
      try transaction["texts"].delete(1)
      try transaction["texts"].put("hello", forKey: 2)
    }
    #expect(try kinds(texts) == [.lostRows, .addedRows])
    let plan = MigrationPlan {
      Step("exchange") { transaction in
        try transaction.delete(FirstMember.self, 1)
        try transaction.insert(FirstMember(3, "eve@example.org", "Rome"))
      }
    }
    let members = try fixture.migrate(to: [FirstMember.self], by: plan)
    #expect(try kinds(members) == [.lostRows, .addedRows])
  }

  @Test func `rows that a step adds, where nobody has said that it does`() throws {
    let migrated = try migrate { try $0["texts"].put("bye", forKey: 2) }
    #expect(try kinds(migrated) == [.addedRows])
    #expect(try kinds(migrated, except: ["texts"]) == [.addedRows])
    try migrated.expectAllRows(except: ["address", "texts"])
  }

  @Test
  func `a collection of another name is lost, unless it is said that it was renamed`() throws {
    let migrated = try migrate { try $0.rename("texts", to: "words") }
    #expect(try kinds(migrated) == [.lostRows, .addedRows])
    try migrated.expectAllRows(except: ["address"], renamed: ["texts": "words"])
  }

  @Test func `a row that cannot be read as its model`() throws {
    let plan = MigrationPlan {
      Step("break") { transaction in
        let broken = Archive(.object(ArchivedObject("Member", fields: [.init("id", 2)])))
        try transaction["member"].putArchive(try broken.forStore(evolution: .open), forKey: 2)
      }
    }
    let migrated = try fixture.migrate(to: [FirstMember.self], by: plan)
    #expect(try kinds(migrated) == [.unreadableRow])
  }

  @Test func `a row under another key than its own`() throws {
    let migrated = try migrate { _ in }
    try migrated.store.write { transaction in
      try transaction["member"].delete("ada@example.org")
      try transaction["member"].put(Member(1, "ada@example.org"), forKey: "ada")
    }
    #expect(try kinds(migrated) == [.misplacedRow])
  }

  @Test func `rows of the old version that are written behind the migration`() throws {
    let migrated = try migrate { _ in }
    let store = migrated.store
    try store.write { transaction in
      try transaction["member"].delete("ada@example.org")
      let old = FirstMember(1, "ada@example.org", "London")
      try transaction["member"].put(old, forKey: "ada@example.org")
    }
    let found = try kinds(migrated)
    #expect(found.contains(.unreadableRow) && found.contains(.unfinished))
  }

  @Test func `values that are not those expected, and rows that are not there`() throws {
    let migrated = try migrate { _ in }
    try migrated.expectAllRows(except: ["address"])
    try migrated.expect(Member(1, "ada@example.org"), Member(2, "bob@example.org"))
    let error = #expect(throws: MigrationMismatch.self) {
      try migrated.expect(Member(1, "bob@example.org"), Member(3, "eve@example.org"))
    }
    #expect(error?.problems.map(\.kind) == [.unexpectedRow, .lostRows])
    let others = #expect(throws: MigrationMismatch.self) {
      try migrated.expectOnly([Member(1, "ada@example.org")])
    }
    #expect(others?.problems.map(\.kind) == [.addedRows])
    #expect(throws: MigrationMismatch.self) { try migrated.expectCount(3, of: "member") }
  }

  @Test func `a migration that fails says so itself`() throws {
    let plan = MigrationPlan { Step(Member.self, from: 1, to: 2) { _ in throw Stop() } }
    expectCause(MigrationError.self) { try fixture.migrate(to: [Member.self], by: plan) }
    expectCause(MigrationError.self) { try fixture.migrate(to: [Member.self]) }
  }
}
