import Foundation
import LodeCoding
import Testing

@Suite("Codable errors say where and why")
struct CodableErrorTests {
  struct Other: Codable { var x: String }
  struct More: Codable { var x: Int, y: Int }
  struct Outer<T: Codable>: Codable { var list: [[String: T]] }

  @Test func `a missing key, with the path to it`() throws {
    let bytes = try Archiver.archive(codable: Outer(list: [["a": Place(x: 1)]]))
    let error = #expect(throws: DecodingError.self) {
      try Unarchiver.unarchive(codable: Outer<More>.self, from: bytes)
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "y")
    #expect(context.codingPath.first?.stringValue == "list")
    #expect(context.codingPath.dropFirst().first?.intValue == 0)
  }

  @Test func `a value of another type, with the path to it`() throws {
    let bytes = try Archiver.archive(codable: Place(x: 1))
    let error = #expect(throws: DecodingError.self) {
      try Unarchiver.unarchive(codable: Other.self, from: bytes)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["x"])
    #expect(throws: DecodingError.self) {
      try Unarchiver.unarchive(codable: [Place].self, from: bytes)
    }
    #expect(throws: DecodingError.self) {
      try Unarchiver.unarchive(codable: Weekday.self, from: bytes)
    }
  }

  @Test func `nil where a value is wanted`() throws {
    let bytes = try Archiver.archive(codable: [Place?]([nil]))
    let error = #expect(throws: DecodingError.self) {
      try Unarchiver.unarchive(codable: [Place].self, from: bytes)
    }
    guard case .valueNotFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a key encoded twice, and values nested too deep, are refused`() {
    struct Twice: Encodable {
      enum Keys: String, CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .a)
        try container.encode(2, forKey: .a)
      }
    }
    #expect(throws: EncodingError.self) { try Archiver.archive(codable: Twice()) }
    var figure = Figure.nothing
    for _ in 0..<300 { figure = .group(figure, .nothing) }
    let error = #expect(throws: ArchiveError.self) { try Archiver.archive(codable: figure) }
    #expect(error?.code == .tooDeep)
    // What failed has left nothing behind.
    #expect(throws: Never.self) { try expectSame(Place(x: 1)) }
  }

  @Test func `an encoder that outlives its value does nothing`() throws {
    final class Thief: Encodable {
      var container: KeyedEncodingContainer<Keys>?
      enum Keys: String, CodingKey { case a, b }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .a)
        self.container = container
      }
    }
    let thief = Thief()
    let bytes = try Archiver.archive(codable: thief)
    try thief.container?.encode(2, forKey: .b)
    #expect(try Archiver.archive(codable: thief) == bytes)
  }
}
