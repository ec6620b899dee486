import Foundation
import Lode
import LodeCoding

// Queries with types, as long as they are written; all compile in a moment.

func manyTerms(_ store: Store, _ wanted: [String], _ limit: Int?) throws -> [Person] {
  try store.fetch(
    Person.where { $0.age > 30 && $0.city == "Oslo" || $0.tags.contains("x") }
      .order { ($0.name, .descending($0.age)) }.offset(20).limit(10))
    + store.fetch(
      Person.where {
        $0.age > 30 && $0.city != "Oslo" && !$0.tags.contains("x") || wanted.contains($0.name)
          || $0.price * $0.amount.asDouble > 100 && $0.amount + 2 * $0.age < 7 && $0.age != limit
      })
}

func oneOrder(_ store: Store) throws -> Int {
  try store.count(Person.order { .descending($0.age) }.where { (3...5).contains($0.age) })
    + store.count(Person.order { $0.city }.limit(3)) + store.delete(Person.where { $0.isOld })
    + store.update(Person.where { $0.age == nil && !$0.isOld }) { $0.age = 3 }.changed
}

struct Person: Archivable, Model {
  var name = ""
  var age: Int?
  var city = ""
  var tags: [String] = []
  var price = 0.0
  var amount = 0
  var isOld = false

  enum ArchiveFields {
    static var name: ArchivedField<Person, String> { .init(0) }
    static var age: ArchivedField<Person, Int?> { .init(1) }
    static var city: ArchivedField<Person, String> { .init(2) }
    static var tags: ArchivedField<Person, [String]> { .init(3) }
    static var price: ArchivedField<Person, Double> { .init(4) }
    static var amount: ArchivedField<Person, Int> { .init(5) }
    static var isOld: ArchivedField<Person, Bool> { .init(6) }
  }

  static let collectionName = "person"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema(
    "Person",
    fields: [
      .init("name", String.self), .init("age", Int?.self), .init("city", String.self),
      .init("tags", [String].self), .init("price", Double.self), .init("amount", Int.self),
      .init("isOld", Bool.self),
    ])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(age)
    try archive.encode(city)
    try archive.encode(tags)
    try archive.encode(price)
    try archive.encode(amount)
    try archive.encode(isOld)
  }
  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    age = try archive.decode(1)
    city = try archive.decode(2)
    tags = try archive.decode(3)
    price = try archive.decode(4)
    amount = try archive.decode(5)
    isOld = try archive.decode(6)
  }
}
