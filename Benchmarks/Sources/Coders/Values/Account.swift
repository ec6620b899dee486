internal import Foundation
public import LodeCoding

/// Twelve properties of many types, one of them a structure of four.
public struct Account: Sample {
  let id: UInt64
  let name: String
  let email: String
  let visits: Int
  let score: Double
  let isActive: Bool
  let created: Date
  let seen: Date
  let nickname: String?
  let tags: [String]
  let address: Address
  let level: Int32

  /// How often.
  public var number: Int { visits }
  /// ``visits``.
  public static var numberField: ArchivedField<Account, Int> { .init(3) }
  /// The address.
  public var text: String { email }
  /// ``email``.
  public static var textField: ArchivedField<Account, String> { .init(2) }

  /// The numbers and the texts.
  public var plain: PlainRecord {
    var plain = PlainRecord()
    plain.add(visits)
    plain.add(id)
    plain.add(score)
    plain.add(created.timeIntervalSinceReferenceDate)
    plain.add(seen.timeIntervalSinceReferenceDate)
    plain.add(address.latitude)
    plain.add(address.zip)
    plain.add(level)
    plain.add(isActive)
    for text in [name, email, nickname, address.street, address.city] { plain.add(text) }
    for tag in tags { plain.add(tag) }
    return plain
  }
}

/// Where an account is at home.
struct Address: Codable, Equatable, Sendable {
  let street: String
  let city: String
  let zip: Int32
  let latitude: Double
}

extension Account {
  /// Accounts that are the same in every run.
  public static func samples(_ count: Int) -> [Account] {
    var words = Words(seed: 12)
    return (0..<count).map { index in
      let (first, last) = (words.name(), words.name())
      return Account(
        id: UInt64(index) << 20, name: "\(first) \(last)",
        email: "\(first).\(last)@example.org".lowercased(), visits: words.number(below: 100_000),
        score: Double(words.number(below: 10_000)) / 8, isActive: index % 3 > 0,
        created: Date(timeIntervalSinceReferenceDate: Double(words.number(below: 700_000_000))),
        seen: Date(timeIntervalSinceReferenceDate: Double(words.number(below: 700_000_000)) / 4),
        nickname: index % 2 == 0 ? first : nil,
        tags: [words.word(), words.word(), words.word()],
        address: Address(
          street: "\(words.number(below: 200)) \(words.name()) Street", city: words.city(),
          zip: Int32(words.number(below: 100_000)),
          latitude: Double(words.number(below: 180_000)) / 1_000 - 90),
        level: Int32(words.number(below: 50)))
    }
  }
}

extension Account: Archivable {
  /// The fields.
  public static let archiveSchema = ArchiveSchema(
    "Account",
    fields: [
      .init("id", UInt64.self), .init("name", String.self), .init("email", String.self),
      .init("visits", Int.self), .init("score", Double.self), .init("isActive", Bool.self),
      .init("created", Date.self), .init("seen", Date.self), .init("nickname", String?.self),
      .init("tags", [String].self), .init("address", Address.self), .init("level", Int32.self),
    ])

  /// Archives the fields.
  public func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(email)
    try archive.encode(visits)
    try archive.encode(score)
    try archive.encode(isActive)
    try archive.encode(created)
    try archive.encode(seen)
    try archive.encode(nickname)
    try archive.encode(tags)
    try archive.encode(address)
    try archive.encode(level)
  }

  /// Reads the fields.
  public init(from archive: inout ArchiveReader) throws {
    (id, name, email, visits, score, isActive, created, seen, nickname, tags, address, level) = (
      try archive.decode(0),
      try archive.decode(1),
      try archive.decode(2),
      try archive.decode(3),
      try archive.decode(4),
      try archive.decode(5),
      try archive.decode(6),
      try archive.decode(7),
      try archive.decode(8),
      try archive.decode(9),
      try archive.decode(10),
      try archive.decode(11)
    )
  }
}

extension Address: Archivable {
  static let archiveSchema = ArchiveSchema(
    "Address",
    fields: [
      .init("street", String.self), .init("city", String.self), .init("zip", Int32.self),
      .init("latitude", Double.self),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(street)
    try archive.encode(city)
    try archive.encode(zip)
    try archive.encode(latitude)
  }

  init(from archive: inout ArchiveReader) throws {
    (street, city, zip, latitude) = (
      try archive.decode(0),
      try archive.decode(1),
      try archive.decode(2),
      try archive.decode(3)
    )
  }
}
