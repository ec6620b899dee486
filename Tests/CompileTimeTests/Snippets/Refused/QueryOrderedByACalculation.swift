import Lode
import LodeCoding

func calculationsAreNoOrder() -> Query<City> {
  City.order { $0.people * 2 }  // expected-error {{QueryField<Int>}}
}

struct City: Archivable, Model {
  var name: String
  var people = 0
  var mayor: String?

  enum ArchiveFields {
    static var name: ArchivedField<City, String> { .init(0) }
    static var people: ArchivedField<City, Int> { .init(1) }
    static var mayor: ArchivedField<City, String?> { .init(2) }
  }

  static let collectionName = "city"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    "City",
    fields: [.init("name", String.self), .init("people", Int.self), .init("mayor", String?.self)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(people)
    try archive.encode(mayor)
  }
  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    people = try archive.decode(1)
    mayor = try archive.decode(2)
  }
}
