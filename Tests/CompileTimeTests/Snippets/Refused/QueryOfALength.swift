import Lode
import LodeCoding

func lengths() -> [Query<City>] {
  [
    City.where { $0.name.count > 3 },  // expected-error {{conditions cannot count}}
    City.where { $0.name.isEmpty },  // expected-error {{compare with an empty value instead}}
    City.where { $0.tags.isEmpty },  // expected-error {{compare with an empty value instead}}
    City.where { $0.name.lowercased() == "oslo" },  // expected-error {{ignore case by a folding}}
    City.where { $0.name.uppercased() == "OSLO" },  // expected-error {{ignore case by a folding}}
    City.where { $0.tags.first == "x" },  // expected-error {{cannot take an element}}
    City.where { $0.people.isMultiple(of: 2) },  // expected-error {{use the remainder}}
  ]
}

struct City: Archivable, Model {
  var name: String
  var people = 0
  var tags: [String] = []

  enum ArchiveFields {
    static var name: ArchivedField<City, String> { .init(0) }
    static var people: ArchivedField<City, Int> { .init(1) }
    static var tags: ArchivedField<City, [String]> { .init(2) }
  }

  static let collectionName = "city"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    "City",
    fields: [
      .init("name", String.self), .init("people", Int.self), .init("tags", [String].self),
    ])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(people)
    try archive.encode(tags)
  }
  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    people = try archive.decode(1)
    tags = try archive.decode(2)
  }
}
