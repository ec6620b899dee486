import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Hostile bytes never trap")
struct KeyHostileTests {
  static let seed = SeededGenerator().seed

  /// Everything that reads bytes must agree on whether they are a key.
  private func probe(_ bytes: [UInt8]) throws {
    let key: Key
    do {
      key = try Key(encoded: bytes.span)
    } catch {
      #expect((0...bytes.count).contains(error.offset))
      return
    }
    try #require(key.bytes == bytes)
    let elements = try key.elements
    // A -0.0 that an earlier version wrote has bytes of its own; today's bytes are those of 0.0.
    let rewritten = Key(components: elements)
    if !elements.contains(where: \.hasNegativeZero) {
      try #require(rewritten == key, "LODE_SEED=\(Self.seed) \(bytes)")
    }
    try #require(try Key(parsing: key.literal) == rewritten, "LODE_SEED=\(Self.seed) \(bytes)")
    try #require(
      try Key(components: rewritten.elements) == rewritten, "LODE_SEED=\(Self.seed) \(bytes)")
    _ = code { try key.decode(Int8.self, String.self) }
    _ = code { try Descending<Key>.decodeKey(bytes.span) }
  }

  @Test(.tags(.random))
  func `random bytes, with likely codes among them, give a key or a typed error`() throws {
    var random = SeededGenerator(seed: Self.seed)
    let codes: [UInt8] = [
      0, 2, 4, 5, 0x10, 0x17, 0x18, 0x19, 0x20, 0x28, 0x29, 0x30, 0x31, 0x38, 0x39, 0x40, 0x48,
      0xFF,
    ]
    for _ in 0..<50_000 {
      try probe(
        (0..<Int.random(in: 0...24, using: &random)).map { _ in
          let code = codes.randomElement(using: &random) ?? 0
          switch Int.random(in: 0..<4, using: &random) {
          case 0: return UInt8.random(in: 0...255, using: &random)
          case 1: return ~code
          default: return code
          }
        })
    }
  }

  @Test(.tags(.random))
  func `keys with a byte changed, removed or added, or cut short, give a key or a typed error`()
    throws
  {
    var keys = RandomKeys(seed: Self.seed)
    for _ in 0..<20_000 {
      var bytes = Key(components: keys.tuple(keys.columns())).bytes
      for _ in 0..<Int.random(in: 1...3, using: &keys.random) {
        guard let index = bytes.indices.randomElement(using: &keys.random) else { break }
        switch Int.random(in: 0..<4, using: &keys.random) {
        case 0: bytes[index] = .random(in: 0...255, using: &keys.random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(.random(in: 0...255, using: &keys.random), at: index)
        default: bytes.removeSubrange(index...)
        }
      }
      try probe(bytes)
    }
  }

  @Test func `each kind of damage to a key has its code and place`() {
    func failure(_ bytes: [UInt8]) -> KeyError? {
      do {
        _ = try Key(encoded: bytes.span)
        return nil
      } catch {
        return error
      }
    }
    let cases: [([UInt8], KeyError.Code, Int)] = [
      ([0x18, 0x1A, 1], .truncated, 3), ([0x29, 0], .truncated, 2), ([0x30, 0x61], .truncated, 2),
      ([0x40, 0x18], .truncated, 2), ([0x48, 0xE7], .truncated, 2), ([0x39, 1], .truncated, 2),
      ([0x18, 0x77], .unknownType, 1), ([0], .unknownType, 0), ([0xFF], .unknownType, 0),
      ([0x1A, 0, 1], .notCanonical, 0), ([0x16, 0xFF, 0], .notCanonical, 0),
      ([0x10, 0, 0, 0, 0, 0, 0, 0, 0], .outOfRange, 0),
      ([0x28, 0xFF, 0xC0, 0, 1], .notCanonical, 1), ([0x30, 0xC3, 0x28, 0], .invalidUTF8, 1),
      ([0x48, 0xE7, 0xE7, 0xFF], .notCanonical, 2),
      ([UInt8](repeating: 0x40, count: 65), .tooDeep, 65),
      ([UInt8](repeating: 0x40, count: 1_000_000), .tooDeep, 65),
    ]
    for (bytes, code, offset) in cases {
      let error = failure(bytes)
      #expect(
        error?.code == code && error?.offset == offset,
        "\(bytes.prefix(9)): \(String(describing: error))")
    }
  }

  @Test
  func `a key nested too deep by the program has bytes, and decoding it is an error`() throws {
    var key = Key()
    for _ in 0..<64 { key = Key(key) }
    #expect(try Key(encoded: key.bytes.span) == key)
    key = Key(key)
    #expect(code { try key.elements } == .tooDeep)
    #expect(key.description.hasPrefix(#"{"key":"4040"#))
  }
}

extension KeyComponent {
  /// Whether a number or a date in this element is -0.0.
  fileprivate var hasNegativeZero: Bool {
    switch self {
    case .float(let value): value == 0 && value.sign == .minus
    case .double(let value): value == 0 && value.sign == .minus
    case .date(let value): KeyComponent.double(value.timeIntervalSinceReferenceDate).hasNegativeZero
    case .tuple(let elements): elements.contains(where: \.hasNegativeZero)
    case .descending(let element): element.hasNegativeZero
    case .null, .bool, .int, .uint, .string, .bytes, .uuid, .partition: false
    }
  }
}
