import LodeModels

/// Versions of a type whose rows could be lost on the way from one to the next.
enum Loss {
  /// With a key of numbers, and a field that later versions do not have.
  struct Note: Archivable, Model {
    var id: Int
    var name: String
    var note: String
    static let collectionName = "notes"
    static let keyFields = ["id"]
    var primaryKey: Int { id }
    static let archiveSchema = ArchiveSchema(
      "Note", version: 1,
      fields: [.init("id", Int.self), .init("name", String.self), .init("note", String.self)])
    init(_ id: Int, _ name: String, _ note: String = "") {
      (self.id, self.name, self.note) = (id, name, note)
    }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(name)
      try archive.encode(note)
    }
    init(from archive: inout ArchiveReader) throws {
      self.init(try archive.decode(0), try archive.decode(1), try archive.decode(2))
    }
  }

  /// Under another name, and in another collection.
  struct Memo: Archivable, Model {
    var note: Note
    static let collectionName = "memos"
    static let keyFields = ["id"]
    var primaryKey: Int { note.id }
    static let archiveSchema = ArchiveSchema(
      "Memo", version: 2, was: ["Note"], fields: Note.archiveSchema.fields)
    func encode(to archive: inout ArchiveWriter) throws { try note.encode(to: &archive) }
    init(from archive: inout ArchiveReader) throws { note = try Note(from: &archive) }
  }

  /// The same type in a collection of its own.
  struct OldNote: Archivable, Model {
    var note: Note
    static let collectionName = "old notes"
    static let keyFields = ["id"]
    var primaryKey: Int { note.id }
    static let archiveSchema = Note.archiveSchema
    func encode(to archive: inout ArchiveWriter) throws { try note.encode(to: &archive) }
    init(from archive: inout ArchiveReader) throws { note = try Note(from: &archive) }
  }

  /// The second version: as the first, and more.
  struct LongNote: Archivable, Model {
    var note: Note
    var more = 7
    static let collectionName = "notes"
    static let keyFields = ["id"]
    var primaryKey: Int { note.id }
    static let archiveSchema = ArchiveSchema(
      "Note", version: 2, fields: Note.archiveSchema.fields + [.init("more", Int.self, default: 0)])
    init(_ note: Note) { self.note = note }
    func encode(to archive: inout ArchiveWriter) throws {
      try note.encode(to: &archive)
      try archive.encode(more)
    }
    init(from archive: inout ArchiveReader) throws {
      note = try Note(from: &archive)
      more = try archive.decode(3)
    }
  }

  /// The third version: with a key of text, and without the note.
  struct NamedNote: Archivable, Model {
    var id: Int
    var name: String
    static let collectionName = "notes"
    static let keyFields = ["name"]
    var primaryKey: String { name }
    static let archiveSchema = ArchiveSchema(
      "Note", version: 3, fields: [.init("id", Int.self), .init("name", String.self)])
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(name)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      name = try archive.decode(1)
    }
  }

  /// Has less than its rows had.
  struct Address: Archivable {
    var street: String
    static let archiveSchema = ArchiveSchema(
      "Address", version: 2, fields: [.init("street", String.self)])
    func encode(to archive: inout ArchiveWriter) throws { try archive.encode(street) }
    init(from archive: inout ArchiveReader) throws { street = try archive.decode(0) }
  }

  /// Has less than its rows had.
  enum Choice: ArchivableEnum {
    case text(String)
    static let archiveSchemas = [
      ArchiveSchema(enum: "Choice", case: "text", version: 2, fields: [.init("a", String.self)])
    ]
    var archiveCase: Int { 0 }
    func encode(to archive: inout ArchiveWriter) throws {
      if case .text(let text) = self { try archive.encode(text) }
    }
    init(from archive: inout ArchiveReader) throws {
      _ = try archive.enterCase(of: Self.self)
      self = .text(try archive.decode(0))
    }
  }

  private static let ownerSchema = ArchiveSchema(
    "Owner", version: 2, fields: [.init("id", Int.self), .init("part", type: .object)])

  /// Has an object of another type in it.
  struct Owner<Part: ArchivableValue & Sendable>: Archivable, Model {
    var id: Int
    var part: Part
    static var collectionName: String { "owners" }
    static var keyFields: [String] { ["id"] }
    var primaryKey: Int { id }
    static var archiveSchema: ArchiveSchema { ownerSchema }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(part)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      part = try archive.decode(1)
    }
  }

  /// A first version that is kept to read its rows.
  struct First: Archivable {
    var id: Int
    static let archiveSchema = ArchiveSchema("Kept", version: 1, fields: [.init("id", Int.self)])
    func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
    init(from archive: inout ArchiveReader) throws { id = try archive.decode(0) }
  }

  /// The second, which keeps what it does not know.
  struct Second: Archivable {
    var id: Int
    var extensions = ArchiveExtensions()
    static let archiveSchema = ArchiveSchema(
      "Kept", version: 2, fields: [.init("id", Int.self)], isExtensible: true)
    init(id: Int) { self.id = id }
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(extensions)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      extensions = try archive.decodeExtensions()
    }
  }
}
