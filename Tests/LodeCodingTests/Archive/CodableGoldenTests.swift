import Foundation
import LodeCoding
import Testing

/// Fields that are only Codable, and dictionaries.
struct Atlas: Codable, Equatable {
  var best: Place
  var spare: Place?
  var byNumber: [Int: Place]
}

/// Optionals in optionals.
struct Doubled: Codable, Equatable { var a: Int8??, b: Int8?? }

/// A keyed and an unkeyed container inside a keyed one.
struct Page: Codable, Equatable {
  var title = "t"
  var lines: [Int16] = [1, -1]
  private enum Keys: String, CodingKey { case head, lines }
  private enum HeadKeys: String, CodingKey { case title }

  init() {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var head = container.nestedContainer(keyedBy: HeadKeys.self, forKey: .head)
    try head.encode(title, forKey: .title)
    var inner = container.nestedUnkeyedContainer(forKey: .lines)
    for line in lines { try inner.encode(line) }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let head = try container.nestedContainer(keyedBy: HeadKeys.self, forKey: .head)
    title = try head.decode(String.self, forKey: .title)
    var inner = try container.nestedUnkeyedContainer(forKey: .lines)
    lines = []
    while !inner.isAtEnd { lines.append(try inner.decode(Int16.self)) }
  }
}

/// A single value that may be nil.
struct Single: Codable, Equatable {
  var value: Double?

  init(_ value: Double?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value = container.decodeNil() ? nil : try container.decode(Double.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

@Suite("Codable values have the bytes of Docs/Format/Archive.md")
struct CodableGoldenTests {
  private let rows: [String: [String]]

  init() throws {
    let table = try GoldenArchives.table("Golden Codable archives", columns: 4)
    rows = Dictionary(uniqueKeysWithValues: table.map { ($0[0], $0) })
  }

  private func check<T: Codable>(_ value: T, _ name: String, _ isSame: (T) -> Bool) throws {
    let row = try #require(rows[name], "\(name)")
    let archive = try Archiver().encode(codable: value)
    let schemas = archive.schemas.map(\.description).joined(separator: "; ")
    #expect((schemas.isEmpty ? "none" : schemas) == row[1], "\(name)")
    #expect(storedByPlaces(archive) == bytes(hex: row[3]), "\(name)")
    let golden = bytes(hex: row[3])
    let find = { (number: UInt32) in
      archive.schemas.indices.contains(Int(number) - 1) ? archive.schemas[Int(number) - 1] : nil
    }
    #expect(try Archive(stored: golden.span, schema: find).root.json() == row[2], "\(name)")
    let back = try Unarchiver().unarchive(codable: T.self, stored: golden.span, schema: find)
    #expect(isSame(back), "\(name)")
  }

  private func check<T: Codable & Equatable>(_ value: T, _ name: String) throws {
    try check(value, name) { $0 == value }
  }

  @Test func `keyed containers are objects`() throws {
    try check(Place(x: 1, label: "a"), "keys")
    try check(Place(x: 1, label: nil), "keys, one nil")
    let place = Place(x: 2, label: nil)
    try check(Atlas(best: place, spare: nil, byNumber: [-1: place]), "fields that are any")
    try check(Doubled(a: .some(nil), b: nil), "nil in an optional, and nil")
  }

  @Test func `unkeyed containers are arrays, and single values stand for themselves`() throws {
    try check([Place(x: 1, label: nil), Place(x: 2, label: "b")], "elements")
    try check([Place?](arrayLiteral: nil, Place(x: 1, label: nil)), "elements, one nil")
    try check(Single(1.5), "single value")
    try check(Single(nil), "single nil")
    try check(Weekday.monday, "raw value")
    try check(Int128.max, "128 bits")
  }

  @Test func `cases are objects of cases`() throws {
    try check(Figure.circle(radius: 1.5), "case with a label")
    try check(Figure.polygon([1], closed: true), "case with two values")
    try check(Figure.nothing, "case without a value")
    try check(Figure.group(.nothing, .circle(radius: 1)), "cases in a case")
  }

  @Test func `dictionaries and sets are what they are`() throws {
    let place = Place(x: 1, label: nil)
    try check(["b": place, "a": Place(x: 0, label: nil)], "dictionary")
    try check([256: place, 1: place], "dictionary of integers")
    try check([place: 1], "dictionary of keys that are only Codable")
    try check(Set([Place(x: 2, label: nil), place]), "set")
  }

  @Test func `containers inside containers are objects of their own`() throws {
    try check(Page(), "containers inside")
    try check(Dog("d"), "superclass with a container") { $0.name == "d" && $0.legs == 4 }
    try check(Cat(lives: 9), "superclass without one") { $0.lives == 9 && $0.legs == 4 }
  }

  @Test func `the page has no other rows`() { #expect(rows.count == 21) }
}
