import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

/// A type of two versions, as two versions of a program would have it.
private struct Note: Archivable, Equatable {
  var text: String
  var stars: Int
  static let archiveSchema = ArchiveSchema(
    "Note", fields: [.init("text", String.self), .init("stars", Int.self)])

  init(_ text: String, stars: Int) {
    self.text = text
    self.stars = stars
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(text)
    try archive.encode(stars)
  }

  init(from archive: inout ArchiveReader) throws {
    text = try archive.decode(0)
    stars = try archive.decode(1)
  }
}

/// `Note` with a field more, and a version or an evolution of one's choice.
private struct NewNote<Variant: NoteVariant>: Archivable {
  var text = ""
  var stars: Int64 = 0
  var colour: String? = "blue"
  static var archiveSchema: ArchiveSchema { Variant.schema }

  init() {}

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(text)
    try archive.encode(stars)
    try archive.encode(colour)
  }

  init(from archive: inout ArchiveReader) throws {
    text = try archive.decode(0)
    stars = try archive.decode(1)
    colour = try archive.decode(2)
  }
}

private protocol NoteVariant {
  static var schema: ArchiveSchema { get }
}

extension NoteVariant {
  static func made(version: Int, _ evolution: ArchiveEvolution = .strict) -> ArchiveSchema {
    ArchiveSchema(
      "Note", version: version,
      fields: [
        .init("text", String.self), .init("stars", Int64.self),
        .init("colour", String?.self, default: "none"),
      ], evolution: evolution)
  }
}

private enum SameVersion: NoteVariant { static let schema = made(version: 1) }
private enum Version2: NoteVariant { static let schema = made(version: 2) }

@Suite("Archives are rows, and the store keeps their schemas")
struct ArchivedRowTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `a value is archived and read back, alone and inside a transaction`() throws {
    try store["notes"].put(Note("one", stars: 1), forKey: 1)
    try store.write { transaction in
      try transaction["notes"].insert(Note("two", stars: 2), forKey: 2)
      #expect(try transaction["notes"].get(2, as: Note.self) == Note("two", stars: 2))
    }
    #expect(try store["notes"].get(1, as: Note.self) == Note("one", stars: 1))
    #expect(try store["notes"].values(as: Note.self).map(\.stars) == [1, 2])
    #expect(try store["notes"].get(3, as: Note.self) == nil)
    expect(.duplicateKey) { try store["notes"].insert(Note("", stars: 0), forKey: 1) }
    #expect(try store["notes"].update(Note("1", stars: 5), forKey: 1))
    #expect(try store["notes"].put(Note("1", stars: 5), forKey: 1) == .unchanged)
  }

  @Test func `collections of values need no type of one's own`() throws {
    try store["scores"].put(["Ada": [1, 2], "Bob": []], forKey: "today")
    #expect(
      try store["scores"].get("today", as: [String: [Int]].self) == ["Ada": [1, 2], "Bob": []])
    #expect(try store.schemas().isEmpty)
  }

  @Test func `a schema is recorded with the first row of its version, once`() throws {
    for key in 0..<3 { try store["notes"].put(Note("\(key)", stars: key), forKey: key) }
    try store["others"].put([Note("in an array", stars: 0)], forKey: 1)
    let records = try store.schemas()
    #expect(records.map(\.number) == [1])
    #expect(records.map(\.schema) == [Note.archiveSchema])
    #expect(try store.schemaUsage() == [1: ["notes": 3, "others": 1]])
  }

  @Test func `a schema of a write that failed is not recorded, and its number goes to the next`()
    throws
  {
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["notes"].put(Note("lost", stars: 0), forKey: 1)
        throw Stop()
      }
    }
    #expect(try store.schemas().isEmpty)
    try store["notes"].put(NewNote<Version2>(), forKey: 1)
    #expect(try store.schemas().map(\.schema.version) == [2])
    try store.write { transaction in
      try? transaction.savepoint { inner in
        try inner["notes"].put(Note("lost", stars: 0), forKey: 2)
        throw Stop()
      }
      try transaction["notes"].put([1, 2], forKey: 3)
    }
    #expect(try store.schemas().count == 1)
  }

  @Test func `an archive outlives its type: it is read from the file alone`() throws {
    try store["notes"].put(Note("kept", stars: 4), forKey: 1)
    store.close()
    let reopened = try Store(fixture.path)
    let archive = try #require(try reopened.read { try $0["notes"].archive(1) })
    guard case .object(let note) = archive.root else {
      Issue.record("no object: \(archive)")
      return
    }
    #expect(note.name == "Note" && note.version == 1)
    #expect(note["text"] == .string("kept") && note["stars"] == .int(4))
  }

  @Test func `an older version is read with defaults, a later one is refused`() throws {
    try store["notes"].put(Note("old", stars: 4), forKey: 1)
    try store["notes"].put(NewNote<Version2>(), forKey: 2)
    let read = try #require(try store["notes"].get(1, as: NewNote<Version2>.self))
    #expect(read.text == "old" && read.stars == 4 && read.colour == "none")
    let error = expect(.unarchivingFailed) { _ = try store["notes"].get(2, as: Note.self) }
    #expect((error?.cause as? ArchiveError)?.code == .futureVersion)
    #expect(try store.schemaUsage() == [1: ["notes": 1], 2: ["notes": 1]])
  }

  @Test
  func
    `fields that changed without a new version are an error that says which, and nothing is lost`()
    throws
  {
    let new = NewNote<SameVersion>()
    try store["notes"].put(new, forKey: 1)
    let error = expect(.schemaDrift) { try store["notes"].put(Note("old", stars: 4), forKey: 1) }
    #expect("\(try #require(error))".contains("colour: string? is in the store, but not in the"))
    #expect(try store["notes"].get(1, as: NewNote<SameVersion>.self)?.colour == "blue")
    #expect(try store.schemas().count == 1)
  }

  @Test func `a field that is added needs no new version`() throws {
    try store["notes"].put(Note("old", stars: 4), forKey: 1)
    try store["notes"].put(NewNote<SameVersion>(), forKey: 2)
    try store["notes"].put(NewNote<SameVersion>(), forKey: 3)
    #expect(try store.schemas().map(\.schema.version) == [1, 1])
    store.close()
    let reopened = try Store(fixture.path)
    try reopened["notes"].put(NewNote<SameVersion>(), forKey: 4)
    #expect(try reopened.schemas().count == 2)
    #expect(try reopened["notes"].get(1, as: NewNote<SameVersion>.self)?.colour == "none")
    #expect(try reopened["notes"].get(4, as: NewNote<SameVersion>.self)?.colour == "blue")
  }

  @Test func `an archive is appended behind the last row, and nowhere else`() throws {
    let archive = try Archive(archiving: Note("n", stars: 1)).forStore()
    try store.write { transaction in
      try transaction["notes"].appendArchive(archive, forKey: 2)
    }
    expect(.keysOutOfOrder) {
      try store.write { try $0["notes"].appendArchive(archive, forKey: 1) }
    }
    #expect(try store["notes"].get(2, as: Note.self) == Note("n", stars: 1))
    #expect(try store["notes"].get(1, as: Note.self) == nil)
  }

  @Test func `an archive from elsewhere may bring a second shape of a version, when it is let`()
    throws
  {
    try store["notes"].put(NewNote<SameVersion>(), forKey: 1)
    let other = try Archive(archiving: Note("old", stars: 4))
    func put(_ evolution: ArchiveEvolution) throws {
      let archive = try other.forStore(evolution: evolution)
      try store.write { _ = try $0["notes"].putArchive(archive, forKey: 2) }
    }
    expect(.schemaDrift) { try put(.strict) }
    try put(.open)
    #expect(try store.read { try $0["notes"].archive(2) } == other)
    #expect(try store["notes"].get(2, as: Note.self) == Note("old", stars: 4))
  }

  @Test func `rows of a scan are values, and plain rows beside them are not mistaken for archives`()
    throws
  {
    try store["mixed"].put(Note("a", stars: 1), forKey: 1)
    try store["mixed"].put("plain", forKey: 2)
    try store.read { transaction in
      let mixed = transaction["mixed"]
      try mixed.forEach { row in
        guard row.type == .archive else { return }
        let note = try mixed.value(of: row, as: Note.self)
        #expect(note.stars == 1)
      }
    }
    expect(.typeMismatch) { _ = try store["mixed"].get(2, as: Note.self) }
    expect(.typeMismatch) { _ = try store["mixed"].get(1, as: String.self) }
  }

  /// A handler of store errors did not catch the error of a row that another collection decodes.
  @Test func `a row decoded through a missing collection throws an error of the store`() throws {
    try store["notes"].put(Note("a", stars: 1), forKey: 1)
    try store.read { transaction in
      try transaction["notes"].forEach { row in
        let error = #expect(throws: StoreError.self) {
          _ = try transaction["missing"].value(of: row, as: Int.self)
        }
        #expect(error?.cause is ArchiveError || error?.code == .typeMismatch)
      }
    }
  }

  /// A handler of store errors did not catch what `Codable` throws for a changed type.
  @Test func `a row that lacks a key of a Codable type throws an error of the store`() throws {
    struct Old: Codable { var theme = "dark" }
    struct New: Codable { var theme: String, size: Int }
    struct Twice: Encodable {
      enum Keys: CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(1, forKey: .a)
        try values.encode(2, forKey: .a)
      }
    }
    try store.write { try $0["settings"].put(codable: Old(), forKey: 1) }
    let error = expect(.unarchivingFailed) {
      _ = try store.read { try $0["settings"].get(1, codable: New.self) }
    }
    #expect(error?.collection == "settings" && error?.context.contains("size") == true)
    expect(.unarchivingFailed) {
      try store.read { transaction in
        let settings = transaction["settings"]
        try settings.forEach { _ = try settings.value(of: $0, codable: New.self) }
      }
    }
    expect(.archivingFailed) {
      _ = try store.write { try $0["settings"].put(codable: Twice(), forKey: 2) }
    }
  }
}
