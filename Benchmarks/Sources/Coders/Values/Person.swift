public import LodeCoding

/// Ten properties: five texts, about 350 bytes of them, and five numbers.
public struct Person: Sample {
  let id: Int
  let name: String
  let email: String
  let city: String
  let age: Int
  let street: String
  let income: Double
  let visits: Int32
  let latitude: Double
  let notes: String

  /// The age.
  public var number: Int { age }
  /// ``age``.
  public static var numberField: ArchivedField<Person, Int> { .init(4) }
  /// The address.
  public var text: String { email }
  /// ``email``.
  public static var textField: ArchivedField<Person, String> { .init(2) }

  /// The numbers and the texts.
  public var plain: PlainRecord {
    var plain = PlainRecord()
    plain.add(age)
    plain.add(id)
    plain.add(income)
    plain.add(latitude)
    plain.add(visits)
    for text in [name, email, city, street, notes] { plain.add(text) }
    return plain
  }

  /// Persons that are the same in every run.
  public static func samples(_ count: Int) -> [Person] {
    var words = Words(seed: 10)
    return (0..<count).map { index in
      let (first, last) = (words.name(), words.name())
      return Person(
        id: index, name: "\(first) \(last)", email: "\(first).\(last)@example.org".lowercased(),
        city: words.city(), age: 18 + words.number(below: 70),
        street: "\(words.number(below: 200)) \(words.name()) Street",
        income: Double(words.number(below: 20_000_000)) / 100,
        visits: Int32(words.number(below: 5_000)),
        latitude: Double(words.number(below: 180_000)) / 1_000 - 90, notes: words.sentence(38))
    }
  }
}

extension Person: Archivable {
  /// The fields.
  public static let archiveSchema = ArchiveSchema(
    "Person",
    fields: [
      .init("id", Int.self), .init("name", String.self), .init("email", String.self),
      .init("city", String.self), .init("age", Int.self), .init("street", String.self),
      .init("income", Double.self), .init("visits", Int32.self), .init("latitude", Double.self),
      .init("notes", String.self),
    ])

  /// Archives the fields.
  public func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(email)
    try archive.encode(city)
    try archive.encode(age)
    try archive.encode(street)
    try archive.encode(income)
    try archive.encode(visits)
    try archive.encode(latitude)
    try archive.encode(notes)
  }

  /// Reads the fields.
  public init(from archive: inout ArchiveReader) throws {
    (id, name, email, city, age, street, income, visits, latitude, notes) = (
      try archive.decode(0),
      try archive.decode(1),
      try archive.decode(2),
      try archive.decode(3),
      try archive.decode(4),
      try archive.decode(5),
      try archive.decode(6),
      try archive.decode(7),
      try archive.decode(8),
      try archive.decode(9)
    )
  }
}
