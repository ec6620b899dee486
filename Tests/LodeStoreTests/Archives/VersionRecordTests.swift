import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("A write of an earlier version than that on record of its type is noted")
struct VersionRecordTests {
  let fixture: TestStore
  var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore()
    var records = MigrationRecords()
    records.types["Note"] = .init(
      version: 3, collection: "notes", keyFields: ["id"], formerNames: ["Memo", "Card"])
    records.types["Card"] = .init(version: 1)
    records.types["Mood"] = .init(version: 3)
    try store.write { try $0.scope.record(records) }
  }

  private func recorded(_ name: String = "Note") throws -> Int? {
    try store.read { try $0.migrationRecords().types[name]?.earlier }
  }

  private func note(_ version: Int, name: String = "Note") throws -> EncodedArchive {
    try Archive(.object(ArchivedObject(name, version: version, fields: [.init("text", "x")])))
      .forStore()
  }

  @Test
  func
    `a lower version is noted, for every way of writing, and nothing else of the record changes`()
    throws
  {
    let archive = try note(2)
    let prepared = store["notes"].prepare(try note(2))
    let ways: [(inout WriteTransaction) throws -> Void] = [
      { try $0["notes"].putArchive(archive, forKey: 1) },
      { try $0["notes"].updateArchive(archive, forKey: 1) },
      { try $0["notes"].put(prepared, forKey: 2) },
      // Now that the store has the schema, the numbers are in what is prepared.
      { [store] in try $0["notes"].put(store["notes"].prepare(archive), forKey: 3) },
      { try $0.savepoint { _ = try $0["notes"].putArchive(archive, forKey: 4) } },
      { [old = try note(2, name: "Memo")] in try $0["notes"].putArchive(old, forKey: 5) },
    ]
    for (index, way) in ways.enumerated() {
      try store.write { try way(&$0) }
      #expect(try recorded() == 2, "\(index)")
      var records = try store.read { try $0.migrationRecords() }
      #expect(records.types["Note"]?.version == 3)
      #expect(records.types["Note"]?.collection == "notes")
      #expect(records.types["Note"]?.keyFields == ["id"])
      records.types["Note"]?.earlier = nil
      try store.write { try $0.scope.record(records) }
    }
  }

  @Test func `the version on record, a later one and another type change nothing`() throws {
    let generation = try store.read { $0.catalog.catalog.types }
    // Another type has the name Card now.
    let others = [try note(3, name: "Memo"), try note(1, name: "Card"), try note(1, name: "Other")]
    for (key, archive) in ([try note(3), try note(4)] + others).enumerated() {
      try store.write { transaction in
        transaction.scope.allowForeignRows()
        try transaction["notes"].putArchive(archive, forKey: key)
      }
    }
    // A case has the version of its enumeration, which nothing is recorded of.
    let schema = ArchiveSchema(enum: "Mood", case: "good", version: 1, fields: [])
    try store.write { try $0.scope.add(schema) }
    #expect(try store.read { $0.catalog.catalog.types } == generation)
    #expect(try recorded("Note") == nil && recorded("Mood") == nil)
  }

  @Test func `the lowest of several versions stays`() throws {
    for (key, version) in [2, 1, 2].enumerated() {
      let archive = try note(version)
      try store.write { try $0["notes"].putArchive(archive, forKey: key) }
    }
    #expect(try recorded() == 1)
  }

  @Test func `what is undone is not noted`() throws {
    struct Stop: Error {}
    let archive = try note(1)
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["notes"].putArchive(archive, forKey: 1)
        throw Stop()
      }
    }
    try store.write { transaction in
      transaction.scope.allowForeignRows()
      try? transaction.savepoint { inner in
        _ = try inner["notes"].putArchive(archive, forKey: 1)
        throw Stop()
      }
      try transaction["notes"].put("text", forKey: 2)
    }
    #expect(try recorded() == nil)
  }

  @Test func `a record that is made after a row of an earlier version stands, until the next row`()
    throws
  {
    let archive = try note(1)
    var records = try store.read { try $0.migrationRecords() }
    try store.write { transaction in
      try transaction["notes"].putArchive(archive, forKey: 1)
      try transaction.scope.record(records)
    }
    #expect(try recorded() == nil)
    records.types["Note"]?.version = 4
    try store.write { transaction in
      try transaction.scope.record(records)
      try transaction["notes"].putArchive(archive, forKey: 2)
    }
    #expect(try recorded() == 1)
  }

  @Test func `it is in the file, and the catalog has another generation`() throws {
    let before = try store.read { $0.catalog.catalog.generation }
    // The schema counts the generation up as well, but only the first time.
    try store.write { [archive = try note(2)] in try $0["notes"].putArchive(archive, forKey: 1) }
    var records = try store.read { try $0.migrationRecords() }
    records.types["Note"]?.earlier = nil
    try store.write { [records] in try $0.scope.record(records) }
    try store.write { [archive = try note(2)] in try $0["notes"].putArchive(archive, forKey: 2) }
    #expect(try store.read { $0.catalog.catalog.generation } >= before + 4)
    store.close()
    let again = try Store(fixture.path)
    #expect(try again.read { try $0.migrationRecords().types["Note"]?.earlier } == 2)
    #expect(try again.verify().isSound)
  }
}
