import Foundation
import LodeModels
import LodeStore
import LodeTestSupport
import Testing

/// One row that could not be read made `all`, `get` and `order` fail with an error that named
/// neither collection nor key.
@Suite("Rows that cannot be read")
struct UnreadableRowTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
    try store.insert(contentsOf: [Person(1, "Ada"), Person(2, "Grace"), Person(4, "Edsger")])
    try store.write { transaction in
      transaction.scope.allowForeignRows()
      try transaction["person"].put("text", forKey: 3, metadata: [7])
      try transaction["person"].put(["name": "Rex"], forKey: 5)
    }
  }

  private func expectNamed(
    _ key: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    do {
      try body()
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch {
      let text = "\(error)"
      #expect(
        text.contains("\"person\"") && text.contains("key \(key)"), "\(text)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `every read names the collection and the key of a value of another type`() throws {
    expectNamed(3) { _ = try store.fetch(Person.self) }
    expectNamed(3) { _ = try store.get(Person.self, 3) }
    expectNamed(3) { _ = try store.get(Person.self, keys: [1, 3]) }
    expectNamed(3) { _ = try store.fetch(Query<Person>(parsing: "id > 2 ORDER BY name")) }
    expectNamed(3) { try store.update(Person.self, 3) { $0.name = "x" } }
    expectNamed(3) { _ = try store.documents("person").get(3) }
    expectNamed(3) { _ = try store["person"].get(3, as: Int.self) }
    expectNamed(3) { _ = try store.read { try $0["person"].get(3, as: Person.self) } }
    expectNamed(3) { _ = try store.read { try $0["person"].archive(3) } }
    expectNamed(3) {
      try store.read { transaction in
        try transaction["person"].scan { row in
          if row.type == .string { _ = try row.value(as: Int.self) }
          return .next
        }
      }
    }
  }

  @Test func `every read names the collection and the key of an archive of another type`() throws {
    try store["person"].delete(3)
    expectNamed(5) { _ = try store.fetch(Person.self) }
    expectNamed(5) { _ = try store.get(Person.self, 5) }
    expectNamed(5) { _ = try store.fetch(Query<Person>(parsing: "name = 'Rex'")) }
    let error = #expect(throws: StoreError.self) { _ = try store.get(Person.self, 5) }
    #expect(error?.collection == "person")
    #expect(error?.context.hasPrefix("key 5: ") == true)
    #expect(error?.cause is ArchiveError)
  }

  @Test func `errors of the program's own closures stay as they are`() throws {
    #expect(throws: Stop.self) {
      try store.read { try $0["person"].scan { _ in throw Stop() } }
    }
  }

  @Test func `verify reports the rows that the model cannot read`() throws {
    let report = try store.verify()
    #expect(!report.isSound && report.problemCount == 2 && report.rows == 3)
    #expect(report.unreadableRows.map { "\($0.key)" } == ["3", "5"])
    #expect(report.unreadableRows.allSatisfy { $0.collection == "person" })
    #expect(report.problems.allSatisfy { $0.contains("\"Person\"") })
  }

  @Test func `repair moves them to a quarantine, where they are whole`() throws {
    let before = try store.repair()
    #expect(!before.isSound && before.quarantined.isEmpty)
    #expect(try store["person"].count == 5)
    let report = try store.repair(quarantining: true)
    #expect(report.isSound, "\(report.remaining.problems)")
    #expect(report.quarantined.map(\.quarantine) == ["quarantine.person", "quarantine.person"])
    #expect(try store.fetch(Person.self).map(\.name) == ["Ada", "Grace", "Edsger"])
    let kept = store["quarantine.person"]
    #expect(try kept.get(3, as: String.self) == "text")
    #expect(try store.read { try $0["quarantine.person"].row(3) }?.metadata == [7])
    #expect(try store.documents("quarantine.person").get(5)?["name"] == "Rex")
    #expect(try store.repair(quarantining: true).quarantined.isEmpty)
  }

  /// A second row of the same key would have replaced the first.
  @Test func `a quarantine never loses a row to another of the same key`() throws {
    _ = try store.repair(quarantining: true)
    try store.write { transaction in
      transaction.scope.allowForeignRows()
      try transaction["person"].put("other", forKey: 3)
    }
    let report = try store.repair(quarantining: true)
    #expect(report.quarantined.map(\.quarantine) == ["quarantine.person.2"])
    #expect(try store["quarantine.person"].get(3, as: String.self) == "text")
    #expect(try store["quarantine.person.2"].get(3, as: String.self) == "other")
  }

  @Test func `indexes are right after a repair`() throws {
    try store.createIndex(IndexDefinition("name"), on: "person")
    #expect(try store.repair(quarantining: true).isSound)
    #expect(try store.fetch(Query<Person>(parsing: "name = 'Rex'")).isEmpty)
    #expect(try store.verify().isSound)
  }
}
