import Foundation
import LodeCoding
import Testing

/// Expects that a value comes back, that a second archive has the same bytes, and that the archive
/// can be read without its type.
func expectSame<T: Codable & Equatable>(
  _ value: T, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let bytes = try Archiver.archive(codable: value)
  let back = try Unarchiver.unarchive(codable: T.self, from: bytes)
  #expect(back == value, sourceLocation: sourceLocation)
  #expect(try Archiver.archive(codable: value) == bytes, sourceLocation: sourceLocation)
  #expect(throws: Never.self, sourceLocation: sourceLocation) { try Archive(bytes.span) }
}

@Suite("Codable types are archived unchanged")
struct CodableTests {
  @Test func `values of Foundation's types come back`() throws {
    try expectSame(DateComponents(calendar: .init(identifier: .gregorian), year: 2024, month: 2))
    try expectSame(Locale(identifier: "de_CH"))
    try expectSame(try #require(TimeZone(identifier: "Europe/Zurich")))
    try expectSame(Calendar(identifier: .gregorian))
    try expectSame(IndexSet([1, 2, 3, 900]))
    try expectSame(IndexPath(indexes: [1, 2, 3]))
    try expectSame(CharacterSet.decimalDigits)
    try expectSame(Measurement(value: 3, unit: UnitLength.kilometers))
    try expectSame(try #require(URL(string: "https://example.org/a?b#c")))
    try expectSame(try #require(URLComponents(string: "https://example.org/a?b#c")))
    try expectSame(Data([1, 2, 3]))
    try expectSame(try #require(Decimal(string: "-3.14159")))
    try expectSame(UUID())
    try expectSame(Date(timeIntervalSinceReferenceDate: 1.25))
    try expectSame(DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 5))
    try expectSame(1..<5)
    try expectSame("a"..."z")
    try expectSame(PartialRangeFrom(4.5).lowerBound)
    try expectSame(Duration.seconds(5))
    try expectSame(Int128.min)
    try expectSame(UInt128.max)
    try expectSame(ContiguousArray([1, 2]))
    try expectSame(CGPoint(x: 1, y: 2))
    try expectSame(CGRect(x: 1, y: 2, width: 3, height: 4))
    try expectSame(PersonNameComponents(givenName: "Ada", familyName: "Lovelace"))
    try expectSame([1, 2, 4].difference(from: [1, 3]))
  }

  @Test func `plain values and optionals come back`() throws {
    try expectSame(5)
    try expectSame("text")
    try expectSame(Int?.none)
    try expectSame(Place?.none)
    try expectSame(Place?.some(Place(x: 1)))
    try expectSame([Place?]([nil, Place(x: 2)]))
    try expectSame([String?]([nil, "a"]))
    try expectSame(Weekday.tuesday)
    try expectSame(Level.high)
    try expectSame([Int]())
    try expectSame([Place]())
    try expectSame([[Place(x: 1)], []])
  }

  @Test
  func
    `dictionaries and sets come back, whatever their keys, and are dictionaries and sets in the archive`()
    throws
  {
    try expectSame(["a": Place(x: 1), "b": Place(x: 2, label: "b")])
    try expectSame([1: Place(x: 1), -2: Place(x: 2)])
    try expectSame([UUID(): Place(x: 1), UUID(): Place(x: 2)])
    try expectSame([Weekday.monday: 1, .tuesday: 2])
    try expectSame([Level.low: "a", .high: "b"])
    try expectSame([Place(x: 1): Place(x: 2), Place(x: 3): Place(x: 4)])
    try expectSame(["a": ["b": Place(x: 1)]])
    try expectSame(Set([Place(x: 1), Place(x: 2), Place(x: 3)]))
    try expectSame([String: Place]())
    let bytes = try Archiver.archive(codable: ["k": Place(x: 1)])
    let archive = try Archive(bytes.span)
    #expect(archive.rootType == .dictionary(.string, .any))
  }

  @Test func `nested and recursive values come back`() throws {
    try expectSame(
      Tree("root", [Tree("a", [Tree("b")]), Tree("c", byName: ["p": Place(x: 1, label: "q")])]))
    try expectSame(Figure.group(.group(.circle(radius: 1), .nothing), .polygon([1], closed: false)))
    try expectSame([Figure.nothing, .circle(radius: 1), .nothing, .polygon([], closed: true)])
  }

  @Test func `superclasses share the container or have one of their own`() throws {
    let dog = try Unarchiver.unarchive(
      codable: Dog.self, from: try Archiver.archive(codable: Dog("Rex")))
    #expect(dog.name == "Rex")
    #expect(dog.legs == 4)
    let cat = try Unarchiver.unarchive(
      codable: Cat.self, from: try Archiver.archive(codable: Cat(lives: 9)))
    #expect(cat.lives == 9)
    #expect(cat.legs == 4)
  }

  @Test func `containers inside containers may be filled in any order`() throws {
    try expectSame(Interleaved(a: 1, b: "two", c: [3, 4], d: Place(x: 5)))
    try expectSame([Interleaved(a: 1, b: "two", c: [], d: Place(x: 5))])
    try expectSame(Heterogeneous(number: 1, text: "two", place: nil))
    try expectSame(Heterogeneous(number: 1, text: "two", place: Place(x: 1)))
  }

  @Test func `user info reaches encoders and decoders, at every depth`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "factor"))
    var archiver = Archiver()
    archiver.userInfo[key] = 10
    var unarchiver = Unarchiver()
    unarchiver.userInfo[key] = 10
    let bytes = try archiver.archive(codable: [[Scaled(value: 3)]])
    let plain = try Unarchiver.unarchive(codable: [[Scaled]].self, from: bytes)
    let scaled = try unarchiver.unarchive(codable: [[Scaled]].self, from: bytes.span)
    #expect(plain[0][0].value == 30)
    #expect(scaled[0][0].value == 3)
  }

  /// What somebody would have lost: values that need the user info were archived without it, if a
  /// dictionary holds values of two shapes.
  @Test func `user info reaches the values of a dictionary whose values have several shapes`()
    throws
  {
    let key = try #require(CodingUserInfoKey(rawValue: "factor"))
    var archiver = Archiver()
    archiver.userInfo[key] = 10
    let crates = ["a": Crate(3, isRound: false), "b": Crate(4, isRound: true)]
    let bytes = try archiver.archive(codable: crates)
    let plain = try Unarchiver.unarchive(codable: [String: Crate].self, from: bytes)
    #expect(plain.mapValues(\.size.value) == ["a": 30, "b": 40])
  }

  @Test
  func
    `values of one type with different fields leave the same bytes, whatever was archived before`()
    throws
  {
    let long = Chain(depth: 60)
    let first = try Archiver.archive(codable: long)
    #expect(try Archiver.archive(codable: long) == first)
    #expect(try Unarchiver.unarchive(codable: Chain.self, from: first) == long)
  }

  @Test func `big values come back`() throws {
    try expectSame((0..<20_000).map { Place(x: $0, label: $0 % 3 == 0 ? nil : "label \($0)") })
    try expectSame(Tree(String(repeating: "long", count: 50_000), (0..<300).map { Tree("\($0)") }))
    try expectSame(Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("\($0)", Place(x: $0)) }))
  }

  @Test
  func `numbers are read as other numbers when they fit, and nothing else is converted`() throws {
    struct Narrow: Codable { var x: Int8 }
    struct Wide: Codable { var x: Double }
    let bytes = try Archiver.archive(codable: Place(x: 100))
    #expect(try Unarchiver.unarchive(codable: Narrow.self, from: bytes).x == 100)
    #expect(try Unarchiver.unarchive(codable: Wide.self, from: bytes).x == 100)
    let tooBig = try Archiver.archive(codable: Place(x: 1000))
    #expect(throws: DecodingError.self) {
      try Unarchiver.unarchive(codable: Narrow.self, from: tooBig)
    }
  }
}

private struct Interleaved: Codable, Equatable {
  var a: Int
  var b: String
  var c: [Int]
  var d: Place
  enum Keys: String, CodingKey { case first, list, a, b, d, deep }

  init(a: Int, b: String, c: [Int], d: Place) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Keys.self)
    var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .first)
    var list = outer.nestedUnkeyedContainer(forKey: .list)
    try outer.encode(a, forKey: .a)
    try inner.encode(b, forKey: .b)
    for value in c { try list.encode(value) }
    var deep = inner.nestedContainer(keyedBy: Keys.self, forKey: .deep)
    try deep.encode(d, forKey: .d)
    try outer.encode(b, forKey: .b)
  }

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Keys.self)
    #expect(outer.allKeys == [.first, .list, .a, .b])
    let inner = try outer.nestedContainer(keyedBy: Keys.self, forKey: .first)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    a = try outer.decode(Int.self, forKey: .a)
    b = try inner.decode(String.self, forKey: .b)
    c = []
    while !list.isAtEnd { c.append(try list.decode(Int.self)) }
    let deep = try inner.nestedContainer(keyedBy: Keys.self, forKey: .deep)
    d = try deep.decode(Place.self, forKey: .d)
    #expect(deep.codingPath.map(\.stringValue).suffix(2) == ["first", "deep"])
  }
}

private struct Heterogeneous: Codable, Equatable {
  var number: Int
  var text: String
  var place: Place?

  init(number: Int, text: String, place: Place?) {
    self.number = number
    self.text = text
    self.place = place
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(number)
    try container.encode(text)
    if let place { try container.encode(place) } else { try container.encodeNil() }
    #expect(container.count == 3 || container.count == 0)
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let count = container.count
    #expect(count == 3)
    let isNil = try container.decodeNil()
    #expect(!isNil)
    let wrong = try? container.decode(String.self)
    #expect(wrong == nil)
    number = try container.decode(Int.self)
    text = try container.decode(String.self)
    if try container.decodeNil() {
      place = nil
    } else {
      place = try container.decode(Place.self)
    }
    let isAtEnd = container.isAtEnd
    #expect(isAtEnd)
    let beyond = try? container.decode(Int.self)
    #expect(beyond == nil)
  }
}

private struct Scaled: Codable {
  var value: Int
  static let factor = CodingUserInfoKey(rawValue: "factor")

  init(value: Int) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let factor = Self.factor.flatMap { encoder.userInfo[$0] as? Int } ?? 1
    try container.encode(value * factor)
  }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
    value /= Self.factor.flatMap { decoder.userInfo[$0] as? Int } ?? 1
  }
}

/// Its two kinds have different fields, and so different schemas.
private struct Crate: Codable {
  var size: Scaled
  var isRound: Bool
  enum Keys: String, CodingKey { case width, radius }

  init(_ size: Int, isRound: Bool) {
    self.size = Scaled(value: size)
    self.isRound = isRound
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(size, forKey: isRound ? .radius : .width)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    isRound = container.contains(.radius)
    size = try container.decode(Scaled.self, forKey: isRound ? .radius : .width)
  }
}

/// Every second one has a field more, behind the next.
private final class Chain: Codable, Equatable {
  let next: Chain?
  let label: String?
  enum Keys: String, CodingKey { case next, label }

  init(depth: Int) {
    next = depth > 0 ? Chain(depth: depth - 1) : nil
    label = depth % 2 == 0 ? "\(depth)" : nil
  }

  static func == (a: Chain, b: Chain) -> Bool { a.label == b.label && a.next == b.next }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(next, forKey: .next)
    if let label { try container.encode(label, forKey: .label) }
  }
}
