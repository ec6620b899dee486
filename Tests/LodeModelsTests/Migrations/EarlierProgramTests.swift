import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Rows that a program of an earlier version writes behind a migration are migrated as well")
struct EarlierProgramTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  private func migrated() throws -> Store {
    try Store(path, models: [FooHistory.V3.self], migrations: FooHistory.plan())
  }

  @Test
  func
    `a program that names no models writes rows of its version, and they go through their steps at the next opening`()
    throws
  {
    let first = try Store(path, models: [FooHistory.V1.self])
    try first.insert(FooHistory.V1(1, "one"))
    first.close()
    try migrated().close()
    let earlier = try Store(path)
    try earlier.insert(FooHistory.V1(2, "two"))
    try earlier.insert(FooHistory.V2(3, "three"))
    earlier.close()
    let store = try migrated()
    #expect(try store.fetch(FooHistory.V3.self).map(\.title) == ["one", "two", "three"])
    #expect(try Set(store.schemaUsage().keys).count == 1)
    let revision = try store.read { try $0.revision }
    store.close()
    // Nothing is left to be looked for.
    #expect(try migrated().read { try $0.revision } == revision)
  }

  @Test func `a new store, whose rows were never of another version, is no exception`() throws {
    try migrated().close()
    let earlier = try Store(path)
    try earlier.insert(FooHistory.V1(1, "one"))
    earlier.close()
    #expect(try migrated().get(FooHistory.V3.self, 1)?.title == "one")
  }

  @Test func `without a step for them the store is refused, as ever`() throws {
    try migrated().close()
    let earlier = try Store(path)
    try earlier.insert(FooHistory.V1(1, "one"))
    earlier.close()
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [FooHistory.V3.self])
    }
    #expect(error?.code == .needed && error?.fromVersion == 1 && error?.toVersion == 3)
  }

  @Test
  func `a program that names its models is refused, also after one that named none has written`()
    throws
  {
    let store = try migrated()
    try store.insert(FooHistory.V3(7, "seven", barDate: 7))
    store.close()
    for key in 1...2 {
      let error = expectCause(MigrationError.self) {
        _ = try Store(path, models: [FooHistory.V1.self])
      }
      #expect(error?.code == .futureVersion)
      let earlier = try Store(path)
      try earlier.insert(FooHistory.V1(key, "earlier"))
      earlier.close()
    }
    #expect(try migrated().count(FooHistory.V3.self) == 3)
  }

  @Test func `rows under a name that the type had are looked for as well`() throws {
    let plan = MigrationPlan {
      Step(Memorandum.self, from: 1, to: 2) { $0.rename("title", to: "text") }
    }
    func memo(_ id: Int, in store: Store) throws {
      let object = ArchivedObject(
        "Memo", fields: [.init("id", .int(Int64(id))), .init("title", "x")])
      try store.write {
        try $0["cards"].putArchive(try Archive(.object(object)).forStore(), forKey: id)
      }
      store.close()
    }
    try memo(1, in: Store(path))
    for id in 2...3 {
      let store = try Store(path, models: [Memorandum.self], migrations: plan)
      #expect(try store.fetch(Memorandum.self).map(\.text) == Array(repeating: "x", count: id - 1))
      store.close()
      try memo(id, in: Store(path))
    }
    #expect(
      try Store(path, models: [Memorandum.self], migrations: plan).fetch(Memorandum.self).map(\.id)
        == [1, 2, 3])
  }
}

private struct Memorandum: Archivable, Model {
  var id: Int
  var text: String

  static let collectionName = "cards"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Memorandum", version: 2, was: ["Memo"],
    fields: [.init("id", Int.self), .init("text", String.self)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(text)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    text = try archive.decode(1)
  }
}
