import Foundation
import LodeCoding
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

/// Some of a person, and something that persons do not have.
private struct NameCard: Archivable, Equatable {
  var name: String
  var age: Int?
  var colour = "none"

  static let archiveSchema = ArchiveSchema(
    "NameCard",
    fields: [
      .init("name", String.self), .init("age", Int?.self),
      .init("colour", String.self, default: "none"),
    ])

  init(_ name: String, _ age: Int?) {
    self.name = name
    self.age = age
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(age)
    try archive.encode(colour)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    age = try archive.decode(1)
    colour = try archive.decode(2)
  }
}

@Suite("Rows are read as other types")
struct ProjectionTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    try store.insert(contentsOf: [Person(1, "Ada", age: 36), Person(2, "Bob")])
  }

  @Test
  func
    `a structure with some of the fields, and with more that have defaults, is read from the row`()
    throws
  {
    #expect(
      try store.read { try $0.get(NameCard.self, from: Person.self, 1) } == NameCard("Ada", 36))
    #expect(try store.read { try $0.get(NameCard.self, from: Person.self, 9) } == nil)
    #expect(
      try store.read { try $0.fetch(NameCard.self, from: Person.self) } == [
        NameCard("Ada", 36), NameCard("Bob", nil),
      ])
    #expect(
      try store.read { try $0.fetch(NameCard.self, from: Person.self, reversed: true, limit: 1) }
        .count == 1)
  }

  @Test
  func `reading as another type does not make that type's name stand for the row's elsewhere`()
    throws
  {
    _ = try store.read { try $0.get(NameCard.self, from: Person.self, 1) }
    expect(.typeMismatch) { _ = try store["person"].get(1, as: NameCard.self) }
    expect(.typeMismatch) { _ = try store["person"].get(1, as: NameCard.self) }
    #expect(try store.get(Person.self, 1)?.name == "Ada")
  }

  /// A misspelt name gave no error and no value.
  @Test func `fields are read by name, and a misspelt name is an error`() throws {
    try store.read { transaction in
      let fields = try transaction.fields(["name", "age"], of: Person.self, 2)
      #expect(fields == ["name": "Bob", "age": .null])
      #expect(try transaction.fields(["tags"], of: Person.self, 1) == ["tags": []])
      #expect(try transaction.fields(["name"], of: Person.self, 9) == nil)
      for key in [1, 9] {
        let error = expectCause(ConditionError.self) {
          try transaction.fields(["name", "aeg"], of: Person.self, key)
        }
        #expect(error?.message == #"No field "aeg" in Person. Did you mean "age"?"#)
      }
    }
  }

  @Test func `a field is read by its stored name and by the name of the property`() throws {
    try store.write { try $0.insert(Renamed(id: 1, sex: "f", temp: "")) }
    try store.read { transaction in
      #expect(try transaction.fields(["sex"], of: Renamed.self, 1) == ["sex": "f"])
      let both = try transaction.fields(["sex", "gender"], of: Renamed.self, 1)
      #expect(both == ["sex": "f", "gender": "f"])
    }
  }

  @Test func `rows of classes are read as other types, too`() throws {
    struct Value: Archivable {
      let value: Int
      static let archiveSchema = ArchiveSchema("Value", fields: [.init("value", Int.self)])
      func encode(to archive: inout ArchiveWriter) throws { try archive.encode(value) }
      init(from archive: inout ArchiveReader) throws { value = try archive.decode(0) }
    }
    try store.insert(Counter("a", 7))
    #expect(try store.read { try $0.get(Value.self, from: Counter.self, "a") }?.value == 7)
    #expect(try store.read { try $0.fields(["value"], of: Counter.self, "a") } == ["value": 7])
    expectCause(ConditionError.self) {
      try store.read { try $0.fields(["vlaue"], of: Counter.self, "a") }
    }
  }

  @Test
  func `a field without a default that rows do not have is a typed error that names it`() throws {
    struct More: Archivable {
      static let archiveSchema = ArchiveSchema("More", fields: [.init("shoe", Int.self)])
      func encode(to archive: inout ArchiveWriter) throws {}
      init(from archive: inout ArchiveReader) throws { let _: Int = try archive.decode(0) }
    }
    let error = expect(.unarchivingFailed) {
      _ = try store.read { try $0.get(More.self, from: Person.self, 1) }
    }
    #expect((error?.cause as? ArchiveError)?.code == .missingField)
    #expect(error?.context.contains("shoe") == true)
  }

  @Test
  func `a name that one archive is allowed to have for a type is not allowed to the next one`()
    throws
  {
    let bytes = try Archiver.archive(Person(1, "Ada"))
    var allowing = Unarchiver()
    allowing.allowing.names["Person"] = "NameCard"
    #expect(try allowing.unarchive(NameCard.self, from: bytes.span) == NameCard("Ada", nil))
    #expect(throws: ArchiveError.self) {
      try Unarchiver().unarchive(NameCard.self, from: bytes.span)
    }
  }
}
