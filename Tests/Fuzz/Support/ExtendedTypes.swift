import LodeCoding

// A type with extensions, as it looks in three versions of a program.

/// Keeps what it does not know.
struct Pet: Archivable, Hashable {
  var name = "Rex"
  var extensions = ArchiveExtensions()
  static let archiveSchema = ArchiveSchema(
    "Pet", version: 2, fields: [.init("name", String.self)], isExtensible: true)

  init() {}

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(extensions)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    extensions = try archive.decodeExtensions()
  }
}

/// Has fields that `Pet` does not have, and no extensions.
struct OldPet: Archivable, Hashable {
  var age: Int32 = 7
  var nickname: String? = "R"
  var name = "Rex"
  static let archiveSchema = ArchiveSchema(
    "Pet",
    fields: [
      .init("age", Int32.self), .init("nickname", String?.self), .init("name", String.self),
    ])

  init() {}

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(age)
    try archive.encode(nickname)
    try archive.encode(name)
  }

  init(from archive: inout ArchiveReader) throws {
    age = try archive.decode(0)
    nickname = try archive.decode(1)
    name = try archive.decode(2)
  }
}

/// Declares fields again that were kept in between, one of them wider and under another name.
struct NewPet: Archivable, Hashable {
  var name = "Rex"
  var years: Int? = 7
  var nickname: String?
  var home: Address?
  var extensions = ArchiveExtensions()
  static let archiveSchema = ArchiveSchema(
    "Pet", version: 3,
    fields: [
      .init("name", String.self), .init("years", Int?.self, was: ["age"]),
      .init("nickname", String?.self), .init("home", Address?.self),
    ], isExtensible: true)

  init() {}

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(years)
    try archive.encode(nickname)
    try archive.encode(home)
    try archive.encode(extensions)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    years = try archive.decode(1)
    nickname = try archive.decode(2)
    home = try archive.decode(3)
    extensions = try archive.decodeExtensions()
  }
}
