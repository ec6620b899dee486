import Foundation
import LodeCoding

// One structure three ways: Codable, by declared schema, and keyed by hand.

struct Citizen: Codable, Equatable {
  var id: UUID
  var name: String
  var age: Int
  var nickname: String?
  var height: Double?
  var tags: [String]
  var scores: [Int]
  var home: Address2?
  var places: [Address2]
  var words: Set<String>
  var counts: [String: UInt16]
  var born: Date
  var small: Int8
  var ratio: Float
  var picture: Data
  var price: Decimal
  var page: URL?
  var isActive: Bool
  var bounds: Range<Int>

  init() {
    id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID()
    name = "Ada Lovelace"
    age = 36
    nickname = nil
    height = 1.65
    tags = ["mathematics", "", "Ünïcode 🚂"]
    scores = [1, -2, .max]
    home = Address2(street: "St James's Square", number: 12)
    places = [Address2(street: "", number: nil), Address2(street: "Ockham", number: -1)]
    words = ["engine", "analytical", "note G"]
    counts = ["a": 1, "b": .max]
    born = Date(timeIntervalSinceReferenceDate: 506_137_643.78973)
    small = -7
    ratio = 0.25
    picture = Data([0, 1, 255])
    price = Decimal(sign: .minus, exponent: -2, significand: 1999)
    page = URL(string: "https://example.org/ada")
    isActive = true
    bounds = 3..<9
  }
}

/// A structure that archives itself and is Codable too.
struct Address2: Archivable, Codable, Equatable {
  var street: String
  var number: Int32?
  static let archiveSchema = ArchiveSchema(
    "Address2", fields: [.init("street", String.self), .init("number", Int32?.self)])

  init(street: String, number: Int32?) {
    self.street = street
    self.number = number
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(street)
    try archive.encode(number)
  }

  init(from archive: inout ArchiveReader) throws {
    street = try archive.decode(0)
    number = try archive.decode(1)
  }
}

struct DeclaredCitizen: Archivable, Equatable {
  var it: Citizen
  static let archiveSchema = ArchiveSchema(
    "Citizen",
    fields: [
      .init("id", UUID.self), .init("name", String.self), .init("age", Int.self),
      .init("nickname", String?.self), .init("height", Double?.self), .init("tags", [String].self),
      .init("scores", [Int].self), .init("home", Address2?.self),
      .init("places", [Address2].self), .init("words", Set<String>.self),
      .init("counts", [String: UInt16].self), .init("born", Date.self), .init("small", Int8.self),
      .init("ratio", Float.self), .init("picture", Data.self), .init("price", Decimal.self),
      .init("page", URL?.self), .init("isActive", Bool.self), .init("bounds", Range<Int>.self),
    ])

  init(_ it: Citizen) { self.it = it }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(it.id)
    try archive.encode(it.name)
    try archive.encode(it.age)
    try archive.encode(it.nickname)
    try archive.encode(it.height)
    try archive.encode(it.tags)
    try archive.encode(it.scores)
    try archive.encode(it.home)
    try archive.encode(it.places)
    try archive.encode(it.words)
    try archive.encode(it.counts)
    try archive.encode(it.born)
    try archive.encode(it.small)
    try archive.encode(it.ratio)
    try archive.encode(it.picture)
    try archive.encode(it.price)
    try archive.encode(it.page)
    try archive.encode(it.isActive)
    try archive.encode(it.bounds)
  }

  init(from archive: inout ArchiveReader) throws {
    it = Citizen()
    it.id = try archive.decode(0)
    it.name = try archive.decode(1)
    it.age = try archive.decode(2)
    it.nickname = try archive.decode(3)
    it.height = try archive.decode(4)
    it.tags = try archive.decode(5)
    it.scores = try archive.decode(6)
    it.home = try archive.decode(7)
    it.places = try archive.decode(8)
    it.words = try archive.decode(9)
    it.counts = try archive.decode(10)
    it.born = try archive.decode(11)
    it.small = try archive.decode(12)
    it.ratio = try archive.decode(13)
    it.picture = try archive.decode(14)
    it.price = try archive.decode(15)
    it.page = try archive.decode(16)
    it.isActive = try archive.decode(17)
    it.bounds = try archive.decode(18)
  }
}

struct KeyedCitizen: KeyedArchivable, Equatable {
  var it: Citizen
  static var archiveName: String { "Citizen" }

  init(_ it: Citizen) { self.it = it }

  func encode(to container: inout KeyedArchiveWriter) throws {
    try container.encode(it.id, forKey: "id")
    try container.encode(it.name, forKey: "name")
    try container.encode(it.age, forKey: "age")
    try container.encode(it.nickname, forKey: "nickname")
    try container.encode(it.height, forKey: "height")
    try container.encode(it.tags, forKey: "tags")
    try container.encode(it.scores, forKey: "scores")
    try container.encode(it.home, forKey: "home")
    try container.encode(it.places, forKey: "places")
    try container.encode(it.words, forKey: "words")
    try container.encode(it.counts, forKey: "counts")
    try container.encode(it.born, forKey: "born")
    try container.encode(it.small, forKey: "small")
    try container.encode(it.ratio, forKey: "ratio")
    try container.encode(it.picture, forKey: "picture")
    try container.encode(it.price, forKey: "price")
    try container.encode(it.page, forKey: "page")
    try container.encode(it.isActive, forKey: "isActive")
    try container.encode(it.bounds, forKey: "bounds")
  }

  init(from container: inout KeyedArchiveReader) throws {
    it = Citizen()
    it.id = try container.decode(forKey: "id")
    it.name = try container.decode(String.self, forKey: "name")
    it.age = try container.decode(Int.self, forKey: "age")
    it.nickname = try container.decodeIfPresent(String.self, forKey: "nickname")
    it.height = try container.decode(Double?.self, forKey: "height")
    it.tags = try container.decode(forKey: "tags")
    it.scores = try container.decode(forKey: "scores")
    it.home = try container.decode(forKey: "home")
    it.places = try container.decode(forKey: "places")
    it.words = try container.decode(forKey: "words")
    it.counts = try container.decode(forKey: "counts")
    it.born = try container.decode(forKey: "born")
    it.small = try container.decode(forKey: "small")
    it.ratio = try container.decode(forKey: "ratio")
    it.picture = try container.decode(forKey: "picture")
    it.price = try container.decode(forKey: "price")
    it.page = try container.decode(forKey: "page")
    it.isActive = try container.decode(forKey: "isActive")
    it.bounds = try container.decode(forKey: "bounds")
  }
}

// Types that are only Codable.

enum Figure: Codable, Equatable {
  case circle(radius: Double)
  case polygon([Int], closed: Bool)
  case nothing
  indirect case group(Figure, Figure)
}

struct DeclaredFigure: ArchivableEnum {
  var shape: Shape
  static let archiveSchemas = [
    ArchiveSchema(enum: "Figure", case: "circle", fields: [.init("radius", Double.self)]),
    ArchiveSchema(
      enum: "Figure", case: "polygon",
      fields: [.init("_0", [Int].self), .init("closed", Bool.self)]
    ),
    ArchiveSchema(enum: "Figure", case: "nothing", fields: []),
  ]
  var archiveCase: Int { shape.archiveCase }
  func encode(to archive: inout ArchiveWriter) throws { try shape.encode(to: &archive) }

  init(_ shape: Shape) { self.shape = shape }

  init(from archive: inout ArchiveReader) throws {
    switch try archive.enterCase(of: DeclaredFigure.self) {
    case 0: shape = .circle(radius: try archive.decode(0))
    case 1: shape = .polygon(try archive.decode(0), closed: try archive.decode(1))
    default: shape = .nothing
    }
  }
}

enum Weekday: String, Codable, Hashable { case monday, tuesday }
enum Level: Int, Codable, Hashable { case low = 1, high = 9 }

struct Place: Codable, Hashable {
  var x: Int
  var label: String?
}

struct Tree: Codable, Equatable {
  var name: String
  var children: [Tree]
  var best: [Tree]?
  var byName: [String: Place]

  init(_ name: String, _ children: [Tree] = [], byName: [String: Place] = [:]) {
    self.name = name
    self.children = children
    best = children.isEmpty ? nil : [Tree("best of \(name)")]
    self.byName = byName
  }
}

class Animal: Codable {
  var legs: Int
  init(legs: Int) { self.legs = legs }
}

/// Gives its superclass a container of its own, as the compiler does not.
final class Dog: Animal {
  var name: String
  private enum Keys: String, CodingKey { case name }

  init(_ name: String) {
    self.name = name
    super.init(legs: 4)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    name = try container.decode(String.self, forKey: .name)
    try super.init(from: try container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(name, forKey: .name)
  }
}

/// Shares the container with its superclass.
final class Cat: Animal {
  var lives: Int
  private enum Keys: String, CodingKey { case lives }

  init(lives: Int) {
    self.lives = lives
    super.init(legs: 4)
  }

  required init(from decoder: any Decoder) throws {
    lives = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .lives)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(lives, forKey: .lives)
  }
}
