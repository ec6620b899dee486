import Foundation
import LodeModels
import LodeTestSupport

@testable import LodeCoding

extension Bool: TestedScalar {
  static let schemas = ScalarSchemas<Bool>()
  static func random(using random: inout SeededGenerator) -> Bool { random.oneIn(2) }
  var literals: [String] { [self ? "TRUE" : "false", self ? "1" : "0"] }
  var parameters: [ArchiveValue] { [.bool(self), .int(self ? 1 : 0)] }
}

// Texts are ordered, and the same, by their UTF-8.
extension String: TestedScalar {
  static let schemas = ScalarSchemas<String>()

  static func random(using random: inout SeededGenerator) -> String {
    let few = [
      "", "a", "A", "ab", "b", "ä", "a\u{308}", "it's", "2", "10", "9.99", "50%", "\u{1F600}", "\0",
      "2026-01-31", "TRUE",
    ]
    if random.oneIn(2) { return random.any(few) }
    return (0..<random.number(0..<4)).map { _ in random.any(["a", "b", "é", " "]) }.joined()
  }

  var literals: [String] {
    Int64(self).map { "\($0)" } == self ? [inQuotes(self), self] : [inQuotes(self)]
  }

  static func order(_ a: String, _ b: String) -> Int? {
    a.utf8.elementsEqual(b.utf8) ? 0 : a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
  }
}

extension Substring: TestedScalar {
  static let schemas = ScalarSchemas<Substring>()
  static func random(using random: inout SeededGenerator) -> Substring {
    String.random(using: &random)[...]
  }
  var literals: [String] { String(self).literals }
  static func isSame(_ a: Substring, _ b: Substring) -> Bool { a.utf8.elementsEqual(b.utf8) }
}

extension Character: TestedScalar {
  static let schemas = ScalarSchemas<Character>()
  static func random(using random: inout SeededGenerator) -> Character {
    random.any(["a", "A", "ä", "a\u{308}", "'", "2", "%", "\u{1F600}", "\0"])
  }
  var literals: [String] { String(self).literals }
  static func isSame(_ a: Character, _ b: Character) -> Bool { a.utf8.elementsEqual(b.utf8) }
}

extension Data: TestedScalar {
  static let schemas = ScalarSchemas<Data>()

  static func random(using random: inout SeededGenerator) -> Data {
    Data((0..<random.number(0..<4)).map { _ in random.any([0, 1, 0x7F, 0xFF]) })
  }

  var literals: [String] {
    ["X'" + map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"]
  }
}

extension Date: TestedScalar {
  static let schemas = ScalarSchemas<Date>()

  static func random(using random: inout SeededGenerator) -> Date {
    let few: [Double] = [0, -0.0, 0.5, -0.25, 0.1, 1e9, 791_553_600, 1e15, -63_113_904_000]
    let seconds = random.oneIn(2) ? random.any(few) : Double(random.number(-3..<4) * 86_400) / 2
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  var literals: [String] {
    let seconds = timeIntervalSinceReferenceDate
    guard let text = DateText.format(seconds) else { return ["DATE '\(seconds)'"] }
    return ["DATE '\(text)'", "'\(text)'", "DATE '\(seconds)'"]
  }
}

extension UUID: TestedScalar {
  static let schemas = ScalarSchemas<UUID>()

  static func random(using random: inout SeededGenerator) -> UUID {
    let (first, last) = (UInt8(random.number(0..<3) * 100), UInt8(random.number(0..<3)))
    return UUID(uuid: (first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last))
  }

  var literals: [String] { ["UUID '\(self)'", "'\(self)'", "'\("\(self)".lowercased())'"] }
  var parameters: [ArchiveValue] { [.uuid(self), .string("\(self)")] }
}

extension URL: TestedScalar {
  static let schemas = ScalarSchemas<URL>()

  static func random(using random: inout SeededGenerator) -> URL {
    let path = random.any(["", "a", "b?c=d", "%C3%A4"])
    return URL(string: "https://example.\(random.any(["org", "com"]))/\(path)")
      ?? URL(filePath: "/")
  }

  var literals: [String] { [inQuotes(absoluteString)] }
}

/// An enumeration of integers, with an order.
enum TestedRank: Int, TestedScalar, ArchiveOrdered, CaseIterable {
  case low = -1, middle, high, highest = 100

  static let schemas = ScalarSchemas<TestedRank>()
  static func random(using random: inout SeededGenerator) -> TestedRank { random.any(allCases) }
  static func < (a: TestedRank, b: TestedRank) -> Bool { a.rawValue < b.rawValue }
  var literals: [String] { ["\(rawValue)", "'\(rawValue)'"] }
}

/// An enumeration of texts.
enum TestedColour: String, TestedScalar, CaseIterable {
  case red, green, empty = "", quoted = "it's"

  static let schemas = ScalarSchemas<TestedColour>()
  static func random(using random: inout SeededGenerator) -> TestedColour { random.any(allCases) }
  var literals: [String] { [inQuotes(rawValue)] }
}
