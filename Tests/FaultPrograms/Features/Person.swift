import LodeModels
import LodeTestSupport

/// A model with a migration, and with ordered, covering, unique, and counting indexes.
struct Person: Archivable, Model, Equatable {
  var id: Int
  var name: String
  var city: String
  var age: Int
  var email: String

  static let collectionName = "people"
  static let keyFields = ["id"]
  /// The name of an index begins with its kind, which the damage runner reads from the catalog.
  static let indexes = [
    IndexDefinition("city", "age", name: "ordered city"),
    IndexDefinition("-age", name: "ordered age").carrying("name"),
    IndexDefinition("email", name: "unique email").unique(),
    IndexDefinition("city", "age", name: "counting city").counting("id"),
  ]
  var primaryKey: Int { id }

  static let archiveSchema = ArchiveSchema(
    "Person", version: 2,
    fields: [
      .init("id", Int.self), .init("name", String.self), .init("city", String.self),
      .init("age", Int.self), .init("email", String.self),
    ])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(city)
    try archive.encode(age)
    try archive.encode(email)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    name = try archive.decode(1)
    city = try archive.decode(2)
    age = try archive.decode(3)
    email = try archive.decode(4)
  }

  init(_ id: Int, _ random: inout SeededGenerator) {
    self.id = id
    name = "\(Words.one(&random)) \(Words.one(&random))"
    city = "City \(Int.random(in: 0..<Self.cities, using: &random))"
    age = Int.random(in: Self.ages, using: &random)
    email = "\(Words.one(&random)).\(id)@example.org"
  }

  static let cities = 17
  static let ages = 20..<40
}

extension Person {
  /// The model as an earlier version of the program had it.
  struct Old: Archivable, Model {
    var id: Int
    var name: String
    var town: String
    var age: Int32
    var mail: String

    static let collectionName = Person.collectionName
    static let keyFields = ["id"]
    static let indexes = [IndexDefinition("town", name: "ordered town")]
    var primaryKey: Int { id }

    static let archiveSchema = ArchiveSchema(
      "Person", version: 1,
      fields: [
        .init("id", Int.self), .init("name", String.self), .init("town", String.self),
        .init("age", Int32.self), .init("mail", String.self),
      ])
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(id)
      try archive.encode(name)
      try archive.encode(town)
      try archive.encode(age)
      try archive.encode(mail)
    }
    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      name = try archive.decode(1)
      town = try archive.decode(2)
      age = try archive.decode(3)
      mail = try archive.decode(4)
    }

    init(_ person: Person) {
      (id, name, town) = (person.id, person.name, person.city)
      (age, mail) = (Int32(person.age), person.email)
    }
  }

  static let plan = MigrationPlan {
    Step(Person.self, from: 1, to: 2) { record in
      record.rename("town", to: "city")
      record.rename("mail", to: "email")
    }
  }
}

/// Texts of few different words, so that searches find several rows.
enum Words {
  static func one(_ random: inout SeededGenerator) -> String {
    // Small numbers are frequent, as few words of a language are.
    "w\(Int.random(in: 0...Int.random(in: 1..<400, using: &random), using: &random))"
  }

  static func many(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in one(&random) }.joined(separator: " ")
  }

  static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}
