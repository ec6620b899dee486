internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// A person as the first program had it.
struct OldSettler: Archivable, Model {
  let id: Int
  let name: String
  let city: String
  let height: Int
  let email: String
  let notes: String

  static let collectionName = "settlers"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Settler", version: 1,
    fields: [
      .init("id", Int.self), .init("name", String.self), .init("city", String.self),
      .init("height", Int.self), .init("email", String.self), .init("notes", String.self),
    ])

  init(_ fields: SettlerFields) {
    (id, name, city) = (fields.id, fields.name, fields.city)
    (height, email, notes) = (fields.centimetres, fields.email, fields.notes)
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(city)
    try archive.encode(height)
    try archive.encode(email)
    try archive.encode(notes)
  }

  init(from archive: inout ArchiveReader) throws {
    (id, name, city) = (
      try archive.decode(0), try archive.decode(1), try archive.decode(2)
    )
    (height, email, notes) = (
      try archive.decode(3), try archive.decode(4), try archive.decode(5)
    )
  }
}

/// A person as the second program has it: another name for a field, metres, and an index.
struct Settler: Archivable, Model {
  let id: Int
  let fullName: String
  let city: String
  let height: Double
  let email: String
  var notes: String

  static let collectionName = "settlers"
  static let keyFields = ["id"]
  static let indexes: [IndexDefinition] = [IndexDefinition("city")]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Settler", version: 2,
    fields: [
      .init("id", Int.self), .init("fullName", String.self), .init("city", String.self),
      .init("height", Double.self), .init("email", String.self), .init("notes", String.self),
    ])

  init(_ old: OldSettler) {
    (id, fullName, city) = (old.id, old.name, old.city)
    (height, email, notes) = (Double(old.height) / 100, old.email, old.notes)
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(fullName)
    try archive.encode(city)
    try archive.encode(height)
    try archive.encode(email)
    try archive.encode(notes)
  }

  init(from archive: inout ArchiveReader) throws {
    (id, fullName, city) = (
      try archive.decode(0), try archive.decode(1), try archive.decode(2)
    )
    (height, email, notes) = (
      try archive.decode(3), try archive.decode(4), try archive.decode(5)
    )
  }

  var sum: UInt64 { SettlerFields.sum(id: id, name: fullName, metres: height, city: city) }

  /// What a program does that comes from the first version.
  static let plan = MigrationPlan {
    Step(Settler.self, from: 1, to: 2) { record in
      record.rename("name", to: "fullName")
      try record.transform("height") { (centimetres: Int) in Double(centimetres) / 100 }
    }
  }
}
