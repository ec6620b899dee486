import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@Suite("Damaged bytes never trap a Codable type")
struct CodableHostileTests {
  private func stored<T: Codable>(_ value: T) throws -> ([UInt8], [ArchiveSchema]) {
    let encoded = try Archiver().encode(codable: value)
    var numbers: [ArchiveSchema] = []
    let bytes = encoded.stored {
      numbers.append($0)
      return UInt32(numbers.count - 1)
    }
    return (bytes, encoded.schemas)
  }

  private func attempt<T: Codable>(_ type: T.Type, _ bytes: [UInt8], _ schemas: [ArchiveSchema]) {
    _ = try? Unarchiver().unarchive(codable: type, stored: bytes.span) { number in
      number < UInt32(schemas.count) ? schemas[Int(number)] : nil
    }
  }

  private func attack<T: Codable>(_ value: T) throws {
    let (bytes, schemas) = try stored(value)
    for end in 0..<bytes.count { attempt(T.self, Array(bytes[..<end]), schemas) }
    for place in bytes.indices {
      for flip: UInt8 in [1, 0x80, 0xFF, 0x11] {
        var damaged = bytes
        damaged[place] ^= flip
        attempt(T.self, damaged, schemas)
      }
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255)
      }
      attempt(T.self, damaged, schemas)
    }
  }

  @Test func `cut off at every byte, or with any byte changed`() throws {
    try attack(Citizen())
    try attack(
      Tree("root", [Tree("a", [Tree("b")]), Tree("c", byName: ["p": Place(x: 1, label: "q")])]))
    try attack([Figure.group(.circle(radius: 1), .polygon([1, 2], closed: true)), .nothing])
    try attack(Dog("Rex") as Animal)
    try attack(Set([Place(x: 1), Place(x: 2)]))
    try attack([Place(x: 1): Weekday.monday, Place(x: 2): .tuesday])
    try attack([Level.low: [1.5], .high: []])
  }

  @Test func `read as a type that it is not`() throws {
    let (bytes, schemas) = try stored(Citizen())
    attempt(Tree.self, bytes, schemas)
    attempt(Figure.self, bytes, schemas)
    attempt([Place].self, bytes, schemas)
    attempt([String: Place].self, bytes, schemas)
    attempt(Int?.self, bytes, schemas)
  }
}

/// A value of no fixed type, as JSON libraries have one.
indirect enum Anything: Codable, Equatable {
  case null, flag(Bool), number(Int), real(Double), text(String)
  case list([Anything]), entries([String: Anything]), place(Place), maybe(Anything?)

  static func random(_ depth: Int, _ random: inout some RandomNumberGenerator) -> Anything {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
    case 0: .null
    case 1: .flag(.random(using: &random))
    case 2: .number(.random(in: -1000...1000, using: &random))
    case 3: .real(.random(in: 0...1, using: &random))
    case 4: .text(String(repeating: "é", count: .random(in: 0...40, using: &random)))
    case 5: .list((0..<3).map { _ in .random(depth - 1, &random) })
    case 6:
      .entries(
        Dictionary(
          uniqueKeysWithValues: (0..<3).map { ("key \($0)", .random(depth - 1, &random)) }))
    case 7: .place(Place(x: 1, label: Bool.random(using: &random) ? "l" : nil))
    default: .maybe(Bool.random(using: &random) ? nil : .random(depth - 1, &random))
    }
  }
}

@Suite("Random values come back")
struct CodableRandomTests {
  @Test func `trees of everything, as from JSON`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let value = Anything.random(5, &random)
      let json = try JSONDecoder().decode(Anything.self, from: try JSONEncoder().encode(value))
      let bytes = try Archiver.archive(codable: value)
      let back = try Unarchiver.unarchive(codable: Anything.self, from: bytes)
      #expect(back == value)
      // JSON cannot tell a nil inside from none at all.
      if !"\(value)".contains("maybe") { #expect(back == json) }
      #expect(throws: Never.self) { try Archive(bytes.span) }
    }
  }
}
