import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("In what a program's types are not what a store has of them")
struct TypeDifferenceTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  /// Opens a store for the models of an earlier program, which puts objects into collections.
  private func fill(_ models: [any Model.Type], _ rows: [(String, ArchivedObject)]) throws {
    let store = try Store(path, models: models)
    for (index, (collection, object)) in rows.enumerated() {
      try store.write {
        try $0[collection].putArchive(try Archive(.object(object)).forStore(), forKey: index)
      }
    }
    store.close()
  }

  private func differences(
    _ models: [any Model.Type], enumerations: [any ArchivableEnum.Type] = [],
    _ plan: MigrationPlan? = nil
  ) throws -> [TypeDifference] {
    try Store(path).schemaChanges(to: models, enumerations: enumerations, migrations: plan)
  }

  /// The changes of the one type that differs.
  private func changes(_ models: [any Model.Type]) throws -> [SchemaChange] {
    let all = try differences(models)
    try #require(all.count == 1, "\(all)")
    return all[0].allChanges
  }

  private let person = ArchivedObject("Person", fields: [.init("id", 1), .init("nick", "a")])

  @Test
  func
    `a model that the store has nothing of was added, and nothing is told of one that is the same`()
    throws
  {
    try fill([], [])
    #expect(
      try differences([Person1.self]).map(\.changes) == [[.typeAdded, .indexAdded(.init("nick"))]])
    try Store(path, models: [Person1.self]).close()
    #expect(try differences([Person1.self]).isEmpty)
  }

  @Test
  func `a type that the program does not name was deleted, in whichever collection it is`() throws {
    let bar = ArchivedObject("Bar", fields: [.init("x", 1)])
    try fill([Person1.self], [("person", person), ("bars", bar)])
    let all = try differences([])
    #expect(all.map(\.type) == ["Bar", "Person"])
    #expect(all.map(\.collection) == [nil, "person"])
    #expect(all.allSatisfy { $0.changes == [.typeDeleted] && !$0.needsStep })
    // One that is named as the type of a property is not.
    #expect(try differences([Person1.self], MigrationPlan(types: [Bar.self]) {}).isEmpty)
  }

  @Test
  func `fields that were added, removed, renamed, retyped, moved, made optional and required`()
    throws
  {
    let old = ArchivedObject(
      "Wide",
      fields: [
        .init("id", 1), .init("gone", 1), .init("was", 1), .init("type", "x"),
        .init("narrow", type: .int32, 1),
        .init("always", 1), .init("maybe", type: .optional(.int64), 1),
      ])
    try fill([], [("wide", old)])
    let all = try differences([Wide.self])
    #expect(all.count == 1 && all[0].versions.map(\.old.version) == [1])
    #expect(
      Set(all[0].versions[0].changes) == [
        .fieldAdded("new", .optional(.int64)), .fieldRemoved("gone", .int64, isKept: false),
        .fieldRenamed(from: "was", to: "is"), .fieldRetyped("type", from: .string, to: .int64),
        .fieldRetyped("narrow", from: .int32, to: .int64), .fieldMadeOptional("always"),
        .fieldMadeRequired("maybe"), .fieldsMoved,
      ])
    #expect(all[0].needsStep)
    let text = "\(all[0])"
    #expect(text.contains("since version 1") && text.contains("gone: int64 was removed"))
  }

  @Test func `a type of another name, with another superclass, and which was a structure`() throws {
    let employee = ArchivedObject("Worker", kind: .class(superclass: nil), fields: [])
    let old = Archive(.reference(1), objects: [employee])
    let store = try Store(path)
    try store.write { try $0["staff"].putArchive(try old.forStore(), forKey: 1) }
    try store.write { [thing = ArchivedObject("Thing", fields: [])] in
      try $0["staff"].putArchive(try Archive(.object(thing)).forStore(), forKey: 2)
    }
    store.close()
    let plan = MigrationPlan(types: [Employee.self, Thing.self]) {}
    #expect(
      try differences([], plan).map(\.allChanges) == [
        [.typeRenamed(from: "Worker", to: "Employee"), .superclassChanged(from: nil, to: "Base")],
        [.kindChanged(from: .structure, to: .class(superclass: nil))],
      ])
  }

  @Test func `a key of other fields, and a collection of another name`() throws {
    try fill([Person1.self], [("person", person)])
    #expect(
      try changes([Person2.self]) == [
        .keyChanged(from: ["id"], to: ["nick", "id"]),
        .collectionRenamed(from: "person", to: "people"),
      ])
    #expect(try differences([Person2.self])[0].needsStep)
  }

  @Test
  func `indexes that were added, removed and are defined otherwise, of models and by hand`() throws
  {
    try fill([Indexed1.self], [])
    let store = try Store(path)
    try store.createIndex(IndexDefinition("byHand"), on: "indexed")
    try store.createIndex(IndexDefinition("mine"), on: "indexed")
    store.close()
    #expect(
      try changes([Indexed2.self]) == [
        .indexRedefined(
          from: IndexDefinition("a", name: "one"), to: IndexDefinition("b", name: "one").unique()),
        .indexAdded(IndexDefinition("new")), .indexRemoved(IndexDefinition("old")),
      ])
    #expect(try !differences([Indexed2.self])[0].needsStep)
    try Store(path, models: [Indexed2.self]).close()
    #expect(try differences([Indexed2.self]).isEmpty)
  }

  @Test
  func
    `cases that were added and removed, and those of other fields; of cases that no row had nothing is known`()
    throws
  {
    func mood(_ name: String, _ fields: [ArchivedObject.Field]) -> ArchivedObject {
      ArchivedObject("Mood", kind: .enumCase(name), fields: fields)
    }
    try fill(
      [],
      [("m", mood("calm", [])), ("m", mood("angry", [.init("_0", "x")])), ("m", mood("sad", []))])
    let all = try differences([], enumerations: [Mood.self])
    try #require(all.count == 1 && all[0].type == "Mood")
    #expect(all[0].changes == [.caseAdded("glad"), .caseAdded("unheard"), .caseRemoved("sad")])
    #expect(all[0].versions.flatMap(\.changes) == [.fieldRetyped("_0", from: .string, to: .int64)])
    #expect(all[0].needsStep)
    // Not named, it counts as deleted; of one that is nowhere in the store nothing is told.
    #expect(try differences([]).map(\.changes) == [[.typeDeleted]])
    #expect(try differences([], enumerations: [Mood.self, Other.self]).count == 1)
  }

  @Test
  func `extensions that rows have fields of, of a type that does not keep them any more`() throws {
    let old = ArchivedObject(
      "Person", fields: [.init("id", 1), .init("nick", "a")],
      extensions: [.init("paint", fields: [.init("colour", "red")])])
    try fill([], [("person", old)])
    let all = try differences([Person1.self])
    #expect(
      all.map(\.allChanges) == [
        [
          .indexAdded(.init("nick")), .extensionRemoved("paint", fields: ["colour"]),
          .extensibilityChanged(isExtensible: false),
        ]
      ])
    #expect(all[0].needsStep)
  }

  @Test
  func
    `each version on record is told of, one of a later program too; those that all rows have left behind are not`()
    throws
  {
    try Store(path).close()
    try fill([], [("foo", ArchivedObject("Foo", version: 9, fields: []))])
    let store = try Store(path)
    try store.insert(FooHistory.V1(1, "one"))
    try store.insert(FooHistory.V2(2, "two"))
    store.close()
    let plan = FooHistory.plan()
    var all = try differences([FooHistory.V3.self], plan).filter { $0.type == "Foo" }
    #expect(all.first?.versions.map(\.old.version) == [1, 2, 9])
    let mended = try Store(path)
    try mended["foo"].delete(0)
    mended.close()
    try Store(path, models: [FooHistory.V3.self], migrations: plan).close()
    all = try differences([FooHistory.V3.self], plan).filter { $0.type == "Foo" }
    #expect(all.first?.versions.map(\.old.version) == [9])
    // What a program of an earlier version writes is told of again.
    let earlier = try Store(path)
    try earlier.insert(FooHistory.V2(3, "three"))
    earlier.close()
    all = try differences([FooHistory.V3.self], plan).filter { $0.type == "Foo" }
    #expect(all.first?.versions.map(\.old.version) == [1, 2, 9])
  }

  @Test func `a plan that cannot be followed is refused`() throws {
    let plan = MigrationPlan { Step(Person1.self, from: 1, to: 5) { _ in } }
    let error = expectCause(MigrationError.self) { _ = try differences([], plan) }
    #expect(error?.code == .invalidPlan)
  }
}

/// What a model of a test declares.
private protocol Shape: SendableMetatype {
  static var schema: ArchiveSchema { get }
  static var collection: String { get }
  static var keyFields: [String] { get }
  static var indexes: [IndexDefinition] { get }
}

extension Shape {
  static var keyFields: [String] { ["id"] }
  static var indexes: [IndexDefinition] { [] }
}

/// A model of which only what it declares counts.
private struct Shaped<S: Shape>: Archivable, Model {
  var primaryKey: Int { 0 }
  static var archiveSchema: ArchiveSchema { S.schema }
  static var collectionName: String { S.collection }
  static var keyFields: [String] { S.keyFields }
  static var indexes: [IndexDefinition] { S.indexes }
  func encode(to archive: inout ArchiveWriter) throws {}
  init(from archive: inout ArchiveReader) throws {}
}

private enum PersonShape1: Shape {
  static let schema = ArchiveSchema(
    "Person", fields: [.init("id", Int.self), .init("nick", String.self)])
  static let collection = "person"
  static let indexes = [IndexDefinition("nick")]
}
private typealias Person1 = Shaped<PersonShape1>

private enum PersonShape2: Shape {
  static let schema = PersonShape1.schema
  static let collection = "people"
  static let keyFields = ["nick", "id"]
  static let indexes = [IndexDefinition("nick")]
}
private typealias Person2 = Shaped<PersonShape2>

private enum WideShape: Shape {
  static let schema = ArchiveSchema(
    "Wide", version: 2,
    fields: [
      .init("id", Int.self), .init("type", Int.self), .init("is", Int.self, was: ["was"]),
      .init("narrow", Int.self), .init("always", Int?.self), .init("maybe", Int.self),
      .init("new", Int?.self),
    ])
  static let collection = "wide"
}
private typealias Wide = Shaped<WideShape>

private enum IndexedShape1: Shape {
  static let schema = ArchiveSchema(
    "Indexed",
    fields: ["id", "a", "b", "old", "new", "same", "mine"].map { .init($0, Int?.self) })
  static let collection = "indexed"
  static let indexes = [
    IndexDefinition("a", name: "one"), IndexDefinition("old"), IndexDefinition("same"),
  ]
}
private typealias Indexed1 = Shaped<IndexedShape1>

private enum IndexedShape2: Shape {
  static let schema = IndexedShape1.schema
  static let collection = "indexed"
  static let indexes = [
    IndexDefinition("b", name: "one").unique(), IndexDefinition("new"), IndexDefinition("same"),
    IndexDefinition("mine"),
  ]
}
private typealias Indexed2 = Shaped<IndexedShape2>

private enum EmployeeShape: Shape {
  static let schema = ArchiveSchema(
    class: "Employee", superclass: "Base", was: ["Worker"], fields: [])
  static let collection = "staff"
}
private typealias Employee = Shaped<EmployeeShape>

private enum ThingShape: Shape {
  static let schema = ArchiveSchema(class: "Thing", fields: [])
  static let collection = "things"
}
private typealias Thing = Shaped<ThingShape>

private enum BarShape: Shape {
  static let schema = ArchiveSchema("Bar", fields: [.init("x", Int.self)])
  static let collection = "bars"
}
private typealias Bar = Shaped<BarShape>

private enum Mood: ArchivableEnum {
  case glad
  case calm
  case angry(Int)
  case unheard

  static let archiveSchemas = [
    ArchiveSchema(enum: "Mood", case: "glad", version: 2, fields: []),
    ArchiveSchema(enum: "Mood", case: "calm", version: 2, fields: []),
    ArchiveSchema(enum: "Mood", case: "angry", version: 2, fields: [.init("_0", Int.self)]),
    ArchiveSchema(enum: "Mood", case: "unheard", version: 2, fields: []),
  ]
  var archiveCase: Int { 0 }
  func encode(to archive: inout ArchiveWriter) throws {}
  init(from archive: inout ArchiveReader) throws { self = .glad }
}

private enum Other: ArchivableEnum {
  case only
  static let archiveSchemas = [ArchiveSchema(enum: "Other", case: "only", fields: [])]
  var archiveCase: Int { 0 }
  func encode(to archive: inout ArchiveWriter) throws {}
  init(from archive: inout ArchiveReader) throws { self = .only }
}
