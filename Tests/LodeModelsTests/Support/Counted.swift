import LodeModels
import Synchronization

/// A model that counts how often it is read from a row.
struct Counted: Archivable, Model {
  static let made = Mutex(0)
  var id: Int

  init(id: Int) { self.id = id }

  static let collectionName = "counted"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema("Counted", fields: [.init("id", Int.self)])
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws {
    Self.made.withLock { $0 += 1 }
    id = try archive.decode(0)
  }
}

/// A model one of whose properties has another name in archives, and one is not archived.
struct Renamed: Archivable, Model {
  var id: Int
  var sex: String
  var temp = ""

  init(id: Int, sex: String, temp: String) { (self.id, self.sex, self.temp) = (id, sex, temp) }

  static let collectionName = "renamed"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Renamed", fields: [.init("id", Int.self), .init("gender", String.self, property: "sex")])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(sex)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    sex = try archive.decode(1)
  }
}
