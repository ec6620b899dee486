internal import BenchHarness
internal import Coders
public import Foundation
public import LodeCoding
internal import LodeModels
public import ModelPeers

/// Ten properties: a key, five texts with about 320 bytes, and four numbers.
public struct Citizen: ModelSample {
  let id: UUID
  let name: String
  let email: String
  let city: String
  var age: Int
  let street: String
  let income: Double
  let visits: Int32
  let latitude: Double
  let notes: String

  /// C's persons.
  public static var modelType: model_type { MODEL_PERSON }
  /// The persons.
  public static let collectionName = "people"
  /// The id.
  public static let keyFields = ["id"]
  /// The id.
  public var primaryKey: UUID { id }

  /// The id, the numbers and the texts.
  public var plainObject: PlainObject {
    // The pointer does not outlive the call.
    let key = unsafe withUnsafeBytes(of: id.uuid) { unsafe Array($0) }
    var plain = PlainObject(key: key)
    plain.add(age)
    plain.add(income)
    plain.add(Int(visits))
    plain.add(latitude)
    for text in [name, email, city, street, notes] { plain.add(text) }
    return plain
  }

  /// All ten properties.
  public var sum: UInt64 {
    // The pointer does not outlive the call.
    var all = unsafe withUnsafeBytes(of: id.uuid) { unsafe weight(key: $0) }
    all &+= weight(age) &+ income.bitPattern &+ weight(Int(visits))
    all &+= latitude.bitPattern &+ weight(name) &+ weight(email) &+ weight(city)
    return all &+ weight(street) &+ weight(notes)
  }

  /// All properties but the age, which updates change.
  var sumWithoutAge: UInt64 { sum &- weight(age) }

  /// Persons that are the same in every run, with ids in no order.
  public static func samples(_ count: Int) -> [Citizen] {
    var words = Words(seed: 10)
    var noise = Noise(seed: 11)
    return (0..<count).map { _ in
      let (first, last) = (words.name(), words.name())
      return Citizen(
        id: UUID(noise.next(), noise.next()), name: "\(first) \(last)",
        email: "\(first).\(last)@example.org".lowercased(), city: words.city(),
        age: 18 + words.number(below: 70),
        street: "\(words.number(below: 200)) \(words.name()) Street",
        income: Double(words.number(below: 20_000_000)) / 100,
        visits: Int32(words.number(below: 5_000)),
        latitude: Double(words.number(below: 180_000)) / 1_000 - 90, notes: words.sentence(38))
    }
  }
}

extension UUID {
  init(_ high: UInt64, _ low: UInt64) {
    func byte(_ word: UInt64, _ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

extension Citizen: Archivable {
  /// The fields.
  public static let archiveSchema = ArchiveSchema(
    "Citizen",
    fields: [
      .init("id", UUID.self), .init("name", String.self), .init("email", String.self),
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
      try archive.decode(0), try archive.decode(1), try archive.decode(2), try archive.decode(3),
      try archive.decode(4), try archive.decode(5), try archive.decode(6), try archive.decode(7),
      try archive.decode(8), try archive.decode(9)
    )
  }
}
