import Foundation
import LodeModels

/// A model with fields of all kinds that conditions ask about, by hand.
struct Sample: Archivable, Model, Equatable {
  enum Rank: Int, ArchivableValue, ArchiveOrdered, CaseIterable {
    case low = 1, middle, high
    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }
  enum Colour: String, ArchivableValue, CaseIterable { case red, green }

  struct Home: Archivable, Hashable {
    var city: String
    var zip: Int?

    init(city: String, zip: Int? = nil) { (self.city, self.zip) = (city, zip) }

    enum ArchiveFields {
      static var city: ArchivedField<Home, String> { .init(0) }
      static var zip: ArchivedField<Home, Int?> { .init(1) }
    }
    static let archiveSchema = ArchiveSchema(
      "Home", fields: [.init("city", String.self), .init("zip", Int?.self)])
    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(city)
      try archive.encode(zip)
    }
    init(from archive: inout ArchiveReader) throws {
      city = try archive.decode(0)
      zip = try archive.decode(1)
    }
  }

  var id: Int
  var name = ""
  var nick: String?
  var age: Int?
  var count = 0
  var price = 0.0
  var isOn = false
  var isKnown: Bool?
  var rank = Rank.low
  var colour: Colour?
  var born = Date(timeIntervalSinceReferenceDate: 0)
  var mark: UUID?
  var bytes = Data()
  var home = Home(city: "")
  var second: Home?
  var tags: [String] = []
  var numbers: Set<Int>?
  var labels: [String: Int] = [:]
  var boss: Ref<Sample>?
  var small: UInt8 = 0
  var cost = Decimal()

  init(_ id: Int) { self.id = id }

  enum ArchiveFields {
    static var id: ArchivedField<Sample, Int> { .init(0) }
    static var name: ArchivedField<Sample, String> { .init(1) }
    static var nick: ArchivedField<Sample, String?> { .init(2) }
    static var age: ArchivedField<Sample, Int?> { .init(3) }
    static var count: ArchivedField<Sample, Int> { .init(4) }
    static var price: ArchivedField<Sample, Double> { .init(5) }
    static var isOn: ArchivedField<Sample, Bool> { .init(6) }
    static var isKnown: ArchivedField<Sample, Bool?> { .init(7) }
    static var rank: ArchivedField<Sample, Rank> { .init(8) }
    static var colour: ArchivedField<Sample, Colour?> { .init(9) }
    static var born: ArchivedField<Sample, Date> { .init(10) }
    static var mark: ArchivedField<Sample, UUID?> { .init(11) }
    static var bytes: ArchivedField<Sample, Data> { .init(12) }
    static var home: ArchivedField<Sample, Home> { .init(13) }
    static var second: ArchivedField<Sample, Home?> { .init(14) }
    static var tags: ArchivedField<Sample, [String]> { .init(15) }
    static var numbers: ArchivedField<Sample, Set<Int>?> { .init(16) }
    static var labels: ArchivedField<Sample, [String: Int]> { .init(17) }
    static var boss: ArchivedField<Sample, Ref<Sample>?> { .init(18) }
    static var small: ArchivedField<Sample, UInt8> { .init(19) }
    static var cost: ArchivedField<Sample, Decimal> { .init(20) }
  }

  static let collectionName = "sample"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Sample",
    fields: [
      .init("id", Int.self), .init("name", String.self), .init("nick", String?.self),
      .init("age", Int?.self), .init("count", Int.self), .init("price", Double.self),
      .init("isOn", Bool.self), .init("isKnown", Bool?.self), .init("rank", Rank.self),
      .init("colour", Colour?.self), .init("born", Date.self), .init("mark", UUID?.self),
      .init("bytes", Data.self), .init("home", Home.self), .init("second", Home?.self),
      .init("tags", [String].self), .init("numbers", Set<Int>?.self),
      .init("labels", [String: Int].self), .init("boss", Ref<Sample>?.self),
      .init("small", UInt8.self), .init("cost", Decimal.self),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(name)
    try archive.encode(nick)
    try archive.encode(age)
    try archive.encode(count)
    try archive.encode(price)
    try archive.encode(isOn)
    try archive.encode(isKnown)
    try archive.encode(rank)
    try archive.encode(colour)
    try archive.encode(born)
    try archive.encode(mark)
    try archive.encode(bytes)
    try archive.encode(home)
    try archive.encode(second)
    try archive.encode(tags)
    try archive.encode(numbers)
    try archive.encode(labels)
    try archive.encode(boss)
    try archive.encode(small)
    try archive.encode(cost)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    name = try archive.decode(1)
    nick = try archive.decode(2)
    age = try archive.decode(3)
    count = try archive.decode(4)
    price = try archive.decode(5)
    isOn = try archive.decode(6)
    isKnown = try archive.decode(7)
    rank = try archive.decode(8)
    colour = try archive.decode(9)
    born = try archive.decode(10)
    mark = try archive.decode(11)
    bytes = try archive.decode(12)
    home = try archive.decode(13)
    second = try archive.decode(14)
    tags = try archive.decode(15)
    numbers = try archive.decode(16)
    labels = try archive.decode(17)
    boss = try archive.decode(18)
    small = try archive.decode(19)
    cost = try archive.decode(20)
  }
}
