import Foundation
import LodeModels

/// A model by hand, with times.
struct Person: Archivable, Model, TimestampedModel, Equatable {
  var id: Int
  var name: String
  var age: Int?
  var tags: [String] = []
  var progress: Int?

  static let collectionName = "person"
  static let keyFields = ["id"]
  var primaryKey: Int { id }

  static let archiveSchema = ArchiveSchema(
    "Person",
    fields: [
      .init("id", Int.self), .init("name", String.self), .init("age", Int?.self),
      .init("tags", [String].self), .init("progress", Int?.self),
    ])
  enum ArchiveFields {
    static var name: ArchivedField<Person, String> { .init(1) }
    static var age: ArchivedField<Person, Int?> { .init(2) }
  }

  init(_ id: Int, _ name: String, age: Int? = nil, progress: Int? = nil) {
    self.id = id
    self.name = name
    self.age = age
    self.progress = progress
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(age)
    try archive.encode(tags)
    try archive.encode(progress)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    name = try archive.decode(1)
    age = try archive.decode(2)
    tags = try archive.decode(3)
    progress = try archive.decode(4)
  }
}

/// A model whose keys the store gives out, and that looks at what is saved.
struct Note: Archivable, SequencedModel, ValidatedModel, Equatable {
  var id = 0
  var text: String
  var saves = 0

  static let collectionName = "note"
  static let keyFields = ["id"]
  var primaryKey: Int {
    get { id }
    set { id = newValue }
  }

  static let archiveSchema = ArchiveSchema(
    "Note",
    fields: [.init("id", Int.self), .init("text", String.self), .init("saves", Int.self)])
  enum ArchiveFields {
    static var text: ArchivedField<Note, String> { .init(1) }
  }

  init(_ text: String, id: Int = 0) {
    self.id = id
    self.text = text
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(text)
    try archive.encode(saves)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    text = try archive.decode(1)
    saves = try archive.decode(2)
  }

  mutating func willSave(_ kind: SaveKind) throws {
    if text == "refused" || (text == "final" && kind == .update) { throw Stop() }
    saves += 1
  }
}

/// A model with a key of two parts.
struct Card: Archivable, Model, Equatable {
  struct PrimaryKey: CompoundKey, Archivable, Hashable {
    var cardID: String
    var age: Int

    static let archiveSchema = ArchiveSchema(
      "Card.PrimaryKey", fields: [.init("cardID", String.self), .init("age", Int.self)])

    init(cardID: String, age: Int) {
      self.cardID = cardID
      self.age = age
    }

    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(cardID)
      try archive.encode(age)
    }

    init(from archive: inout ArchiveReader) throws {
      cardID = try archive.decode(0)
      age = try archive.decode(1)
    }

    func encodeElements(into buffer: inout KeyBuffer) {
      cardID.encodeKeyElement(into: &buffer)
      age.encodeKeyElement(into: &buffer)
    }

    init(elements reader: inout KeyReader) throws(KeyError) {
      cardID = try reader.read(String.self)
      age = try reader.read(Int.self)
    }
  }

  var cardID: String
  var age: Int
  var owner = ""

  static let collectionName = "card"
  static let keyFields = ["cardID", "age"]
  var primaryKey: PrimaryKey { PrimaryKey(cardID: cardID, age: age) }

  static let archiveSchema = ArchiveSchema(
    "Card",
    fields: [
      .init("cardID", String.self), .init("age", Int.self), .init("owner", String.self),
    ])

  init(_ cardID: String, _ age: Int, owner: String = "") {
    self.cardID = cardID
    self.age = age
    self.owner = owner
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(cardID)
    try archive.encode(age)
    try archive.encode(owner)
  }

  init(from archive: inout ArchiveReader) throws {
    cardID = try archive.decode(0)
    age = try archive.decode(1)
    owner = try archive.decode(2)
  }
}

/// A final class as a model.
final class Counter: ArchivableClass, Model {
  let name: String
  var value: Int

  static let collectionName = "counter"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    class: "Counter", fields: [.init("name", String.self), .init("value", Int.self)])
  enum ArchiveFields {
    static var value: ArchivedField<Counter, Int> { .init(1) }
  }

  init(_ name: String, _ value: Int = 0) {
    self.name = name
    self.value = value
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(Self.archiveSchema)
    try archive.encode(name)
    try archive.encode(value)
  }

  init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Self.archiveSchema)
    name = try archive.decode(0)
    value = try archive.decode(1)
  }
}
