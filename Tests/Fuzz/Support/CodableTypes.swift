import Foundation
import LodeCoding

// Types that are Codable and nothing more, for the target that reads archives as such.

/// Fields of every sort, as the compiler synthesises them.
struct Household: Codable {
  var id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  var name = "Ada"
  var age = 36
  var small: Int8 = -7
  var wide: UInt128?
  var ratio: Float?
  var born: Date?
  var page: URL?
  var price = Decimal(0)
  var data = Data()
  var tags: [String] = []
  var words: Set<String> = []
  var maybe: Int??
  var shape: Shape?
  var spot = Spot(x: 0)
  var spots: [Spot?] = []
  var byName: [String: Spot] = [:]
  var byNumber: [Int: [Double]] = [:]
  var byLevel: [Level: Figure] = [:]
  var figure = Figure.nothing
  var matrix: Matrix?
  var pets: [Dog] = []

  static var full: Household {
    var it = Household()
    it.wide = .max
    it.ratio = 0.25
    it.born = Date(timeIntervalSinceReferenceDate: 0.5)
    it.page = URL(string: "https://example.org/ada")
    it.price = Decimal(string: "-12.50") ?? 0
    it.data = Data([0, 1, 255])
    it.tags = ["a", ""]
    it.words = ["b", "c"]
    it.maybe = .some(nil)
    it.shape = .circle(radius: 1)
    it.spots = [nil, Spot(x: 1, label: "l")]
    it.byName = ["a": Spot(x: 2)]
    it.byNumber = [-1: [1.5, .nan], 300: []]
    it.byLevel = [.low: .circle(radius: 2)]
    it.figure = .group(.polygon([1, -2], closed: false), .nothing)
    it.matrix = Matrix(rows: [[1], []], name: nil)
    it.pets = [Dog("Rex")]
    return it
  }
}

enum Level: Int, Codable, CodingKeyRepresentable { case low = 1, high = 9 }

struct Spot: Codable, Hashable {
  var x: Int
  var label: String?
}

enum Figure: Codable {
  case circle(radius: Double)
  case polygon([Int], closed: Bool)
  case nothing
  indirect case group(Figure, Figure)
}

indirect enum Anything: Codable {
  case null, flag(Bool), number(Int), text(String)
  case list([Anything]), entries([String: Anything]), maybe(Anything?)
}

/// A single value.
struct Wrapped: Codable {
  var value: Int64?

  init(value: Int64?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? nil : try container.decode(Int64.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

/// Containers of every kind inside containers.
struct Matrix: Codable {
  var rows: [[Int16]]
  var name: String?

  private enum Keys: String, CodingKey { case size, rows, head }
  private enum Inner: String, CodingKey { case name }

  init(rows: [[Int16]], name: String?) {
    self.rows = rows
    self.name = name
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    _ = try container.decode(UInt32.self, forKey: .size)
    let head = try container.nestedContainer(keyedBy: Inner.self, forKey: .head)
    name = try head.decodeIfPresent(String.self, forKey: .name)
    rows = []
    var outer = try container.nestedUnkeyedContainer(forKey: .rows)
    while !outer.isAtEnd {
      var row: [Int16] = []
      var inner = try outer.nestedUnkeyedContainer()
      while !inner.isAtEnd { row.append(try inner.decode(Int16.self)) }
      rows.append(row)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var outer = container.nestedUnkeyedContainer(forKey: .rows)
    for row in rows {
      var inner = outer.nestedUnkeyedContainer()
      for number in row { try inner.encode(number) }
    }
    var head = container.nestedContainer(keyedBy: Inner.self, forKey: .head)
    try head.encodeIfPresent(name, forKey: .name)
    try container.encode(UInt32(truncatingIfNeeded: rows.count), forKey: .size)
  }
}

/// Takes what it can get, goes on after errors, and asks for keys in any order, some of them twice.
struct Lenient: Codable {
  var numbers: [Int] = []
  var text: String?
  var keys: [String] = []
  var spot: Spot?

  private enum Keys: String, CodingKey { case numbers, text, keys, spot }

  init(from decoder: any Decoder) throws {
    if var elements = try? decoder.unkeyedContainer() {
      Self.take(&elements, into: &numbers)
      return
    }
    let container = try decoder.container(keyedBy: Keys.self)
    spot = try? container.decode(Spot.self, forKey: .spot)
    text = (try? container.decodeIfPresent(String.self, forKey: .text)) ?? nil
    keys = (try? container.decode([String].self, forKey: .keys)) ?? []
    if let nested = try? container.nestedContainer(keyedBy: Keys.self, forKey: .spot) {
      for key in nested.allKeys { _ = try? nested.superDecoder(forKey: key) }
      _ = try? nested.superDecoder()
    }
    if var elements = try? container.nestedUnkeyedContainer(forKey: .numbers) {
      Self.take(&elements, into: &numbers)
    }
    for key in container.allKeys { _ = try? container.decodeNil(forKey: key) }
    spot = (try? container.decodeIfPresent(Spot.self, forKey: .spot)) ?? spot
  }

  private static func take(
    _ elements: inout some UnkeyedDecodingContainer, into numbers: inout [Int]
  ) {
    while !elements.isAtEnd {
      if let number = try? elements.decode(Int.self) {
        numbers.append(number)
      } else if (try? elements.decodeNil()) != true {
        guard (try? elements.superDecoder()) != nil else { return }
      }
    }
  }
}

class Animal: Codable {
  var legs: Int
  init(legs: Int) { self.legs = legs }
}

/// Gives its superclass a container of its own.
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
