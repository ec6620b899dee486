import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Changes of a model that need no step, and those that do")
struct AutomaticChangeTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  /// Puts a row of the first version of `Town` with some fields.
  private func put(_ fields: [ArchivedObject.Field], version: Int = 1) throws {
    let store = try Store(path)
    let archive = Archive(.object(ArchivedObject("Town", version: version, fields: fields)))
    try store.write { try $0["town"].putArchive(try archive.forStore(), forKey: "Oslo") }
    store.close()
  }

  private let name = ArchivedObject.Field("name", "Oslo")

  private func open(_ migrations: MigrationPlan? = nil) throws -> Store {
    try Store(path, models: [Town.self], migrations: migrations)
  }

  @Test
  func
    `S46: an added field with a default, and one that is optional, need no step; nor does a wider one`()
    throws
  {
    try put([name, .init("people", type: .int32, 7)])
    let store = try open()
    let town = try #require(try store.get(Town.self, "Oslo"))
    #expect(town.people == 7 && town.mayor == nil && town.area == 1.5)
    // The row is as it was until it is saved.
    #expect(try store.read { try $0.archive(Town.self, "Oslo") }?.root.object?.version == 1)
    try store.update(Town.self, "Oslo") { $0.area = 2 }
    #expect(try store.read { try $0.archive(Town.self, "Oslo") }?.root.object?.version == 2)
  }

  @Test
  func `an added field without a default and a field that is no number any more need a step`()
    throws
  {
    try put([name])
    let error = expectCause(MigrationError.self) { _ = try open() }
    #expect(error?.code == .needed)
    #expect(error?.differences.first?.changes.contains(.fieldAdded("people", .int64)) == true)
    let store = try open(
      MigrationPlan { Step(Town.self, from: 1, to: 2) { $0.setIfAbsent("people", 9) } })
    #expect(try store.get(Town.self, "Oslo")?.people == 9)
  }

  @Test func `what no row has any more needs no step`() throws {
    try put([name, .init("people", "many")])
    let error = expectCause(MigrationError.self) { _ = try open() }
    #expect(error?.code == .needed)
    let store = try Store(path)
    try store["town"].delete("Oslo")
    store.close()
    _ = try open()
  }

  @Test
  func
    `S46: fields that an extensible type does not have any more stay in its rows when they are saved`()
    throws
  {
    let old = Archive(
      .object(
        ArchivedObject(
          "Keeper", fields: [.init("id", 1), .init("old", "kept")], extensions: [])))
    let store = try Store(path)
    try store.write { try $0["keeper"].putArchive(try old.forStore(), forKey: 1) }
    store.close()
    let new = try Store(path, models: [Keeper.self])
    try new.update(Keeper.self, 1) { $0.name = "new" }
    let object = try #require(try new.read { try $0.archive(Keeper.self, 1) }?.root.object)
    #expect(object.version == 2 && object["name"] == "new")
    #expect(object.extensions?.first?.fields.first?.value == "kept")
  }

  @Test func `a new key moves the rows, with a step; without one it is refused`() throws {
    try Store(path, models: [Town.self]).close()
    let store = try open()
    try store.insert(contentsOf: [Town("Oslo", 2), Town("Bergen", 1)])
    try store.partition("ada").insert(Town("Oslo", 5))
    store.close()
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [NumberedTown.self])
    }
    #expect(
      error?.code == .needed && "\(error!)".contains("its key was (name) and is now (people)"))
    let plan = MigrationPlan { Step(NumberedTown.self, from: 2, to: 3) { _ in } }
    let moved = try Store(path, models: [NumberedTown.self], migrations: plan)
    #expect(try moved.get(NumberedTown.self, 2)?.name == "Oslo")
    #expect(try moved.get(NumberedTown.self, 1)?.name == "Bergen")
    #expect(try moved.count(NumberedTown.self) == 2)
    #expect(try moved.partition("ada").get(NumberedTown.self, 5)?.name == "Oslo")
    #expect(try moved.verify().isSound)
  }

  @Test func `rows that would get one key are refused, and all stay`() throws {
    let store = try open()
    try store.insert(contentsOf: [Town("Oslo", 2), Town("Bergen", 2)])
    store.close()
    let plan = MigrationPlan { Step(NumberedTown.self, from: 2, to: 3) { _ in } }
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [NumberedTown.self], migrations: plan)
    }
    #expect((error?.cause as? StoreError)?.code == .duplicateKey)
    #expect(try open().fetch(Town.self).map(\.name) == ["Bergen", "Oslo"])
  }

  @Test func `a collection of another name is refused until a step renames it`() throws {
    let store = try open()
    try store.insert(Town("Oslo", 2))
    store.close()
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [MovedTown.self])
    }
    #expect(error?.code == .needed && "\(error!)".contains("rename(\"town\", to: \"towns\")"))
    let plan = MigrationPlan { Step("rename town") { try $0.rename("town", to: "towns") } }
    #expect(
      try Store(path, models: [MovedTown.self], migrations: plan).get(MovedTown.self, "Oslo") != nil
    )
  }

  @Test
  func `a step that renames a collection to another name than the model's is refused`() throws {
    let store = try open()
    try store.insert(Town("Oslo", 2))
    store.close()
    let plan = MigrationPlan { Step("rename town") { try $0.rename("town", to: "twons") } }
    let error = expectCause(MigrationError.self) {
      _ = try Store(path, models: [MovedTown.self], migrations: plan)
    }
    #expect(error?.code == .needed && error?.type == "Town" && error?.collection == "twons")
    #expect(try open().fetch(Town.self).map(\.name) == ["Oslo"])
  }

  @Test func `a step may set a model's rows aside in a collection of another name`() throws {
    let store = try open()
    try store.insert(Town("Oslo", 2))
    store.close()
    let plan = MigrationPlan { Step("a new list") { try $0.rename("town", to: "former") } }
    let later = try Store(path, models: [Town.self], migrations: plan)
    #expect(try later.count(Town.self) == 0)
    #expect(try later["former"].count == 1)
  }
}

/// The fields of a town, with whatever key.
protocol TownFields: Archivable, Model {
  var name: String { get set }
  var people: Int { get set }
  var mayor: String? { get set }
  var area: Double { get set }
  init(_ name: String, _ people: Int)
}

extension TownFields {
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(people)
    try archive.encode(mayor)
    try archive.encode(area)
  }

  init(from archive: inout ArchiveReader) throws {
    self.init(try archive.decode(0), try archive.decode(1))
    mayor = try archive.decode(2)
    area = try archive.decode(3)
  }

  static func schema(version: Int) -> ArchiveSchema {
    ArchiveSchema(
      "Town", version: version,
      fields: [
        .init("name", String.self), .init("people", Int.self), .init("mayor", String?.self),
        .init("area", Double.self, default: 1.5),
      ])
  }
}

private struct Town: TownFields {
  var name: String
  var people: Int
  var mayor: String?
  var area = 1.5
  init(_ name: String, _ people: Int) { (self.name, self.people) = (name, people) }
  static let collectionName = "town"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = schema(version: 2)
}

private struct NumberedTown: TownFields {
  var name: String
  var people: Int
  var mayor: String?
  var area = 1.5
  init(_ name: String, _ people: Int) { (self.name, self.people) = (name, people) }
  static let collectionName = "town"
  static let keyFields = ["people"]
  var primaryKey: Int { people }
  static let archiveSchema = schema(version: 3)
}

private struct MovedTown: TownFields {
  var name: String
  var people: Int
  var mayor: String?
  var area = 1.5
  init(_ name: String, _ people: Int) { (self.name, self.people) = (name, people) }
  static let collectionName = "towns"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = schema(version: 2)
}

/// A model that keeps what it does not know.
private struct Keeper: Archivable, Model {
  var id: Int
  var name: String?
  var extensions = ArchiveExtensions()

  static let collectionName = "keeper"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Keeper", version: 2, fields: [.init("id", Int.self), .init("name", String?.self)],
    isExtensible: true)
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(extensions)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    name = try archive.decode(1)
    extensions = try archive.decodeExtensions()
  }
}
