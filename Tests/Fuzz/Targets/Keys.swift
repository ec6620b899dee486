import Foundation
import LodeCoding

/// The bytes of two tuple keys: everything that reads them must agree.
enum KeysTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    let keys = try goldenRows(page: "Keys.md", heading: "Golden bytes", columns: 2)
      .map { bytes(hex: $0[1]) }
    return zip(keys, keys.dropFirst()).map { input($0, $1) }
      + [input(Key(String(repeating: "a", count: 600)).bytes, Key(Key(Key()), 1).bytes)]
  }

  static func run(_ input: [UInt8]) {
    let parts = parts(of: input, 2)
    let (left, right) = (key(parts[0]), key(parts[1]))
    for bytes in parts where !hasNegativeZero(bytes) { readTyped(bytes) }
    if let left, let right { compare(left, right) }
  }

  /// The key and its elements, if the bytes are one.
  private static func key(_ bytes: [UInt8]) -> (key: Key, elements: [KeyComponent])? {
    let key: Key
    do {
      key = try Key(encoded: bytes.span)
    } catch {
      require((0...bytes.count).contains(error.offset), "\(error) is about a place in the key")
      require(!isDecoded(bytes), "what is no key has no elements either")
      return nil
    }
    let elements = require("a key has elements") { try key.elements }
    require(key.bytes == bytes, "a key keeps its bytes")
    // Earlier versions wrote -0.0, for which 0.0 is written today.
    if elements.contains(where: isNegativeZero) { return nil }
    require(Key(components: elements) == key, "the elements give the key back")
    let literal = require("a key has a literal") { try key.literal }
    require(
      require("\(literal) is read") { try Key(parsing: literal) } == key, "\(literal) is the key")
    return (key, elements)
  }

  private static func hasNegativeZero(_ bytes: [UInt8]) -> Bool {
    do {
      return try Key(encoded: bytes.span).elements.contains(where: isNegativeZero)
    } catch {
      return false
    }
  }

  private static func isNegativeZero(_ element: KeyComponent) -> Bool {
    switch element {
    case .float(let value): value == 0 && value.sign == .minus
    case .double(let value): value == 0 && value.sign == .minus
    case .date(let value):
      value.timeIntervalSinceReferenceDate == 0
        && value.timeIntervalSinceReferenceDate.sign == .minus
    case .tuple(let elements): elements.contains(where: isNegativeZero)
    case .descending(let element): isNegativeZero(element)
    default: false
    }
  }

  private static func isDecoded(_ bytes: [UInt8]) -> Bool {
    var reader = KeyReader(bytes.span)
    do {
      while !reader.isAtEnd { _ = try reader.read(KeyComponent.self) }
      return true
    } catch {
      return false
    }
  }

  private static func compare(
    _ left: (key: Key, elements: [KeyComponent]), _ right: (key: Key, elements: [KeyComponent])
  ) {
    let order = valueOrder(left.elements, right.elements)
    require(
      (left.key < right.key) == (order < 0), "\(left.key) and \(right.key) order as their values")
    require((left.key == right.key) == (order == 0), "keys are equal when their values are")
  }

  /// Bytes that are read as a type are those that the type writes.
  private static func readTyped(_ bytes: [UInt8]) {
    read(Bool.self, bytes)
    read(Int8.self, bytes)
    read(UInt32.self, bytes)
    read(Int64.self, bytes)
    read(UInt64.self, bytes)
    read(Float.self, bytes)
    read(Double.self, bytes)
    read(String.self, bytes)
    read([UInt8].self, bytes)
    read(Data.self, bytes)
    read(Date.self, bytes)
    read(UUID.self, bytes)
    read(Int?.self, bytes)
    read(Key.self, bytes)
    read(Descending<String>.self, bytes)
    read(Descending<Descending<Int?>>.self, bytes)
    read(Descending<Key>.self, bytes)
  }

  private static func read<E: KeyElement>(_ type: E.Type, _ bytes: [UInt8]) {
    do {
      let value = try E.decodeKey(bytes.span)
      let written = value.keyBuffer()
      let isSame = written.bytes.copied() == bytes
      require(isSame, "\(value) as \(type) is written as it was read")
    } catch {
      require((0...bytes.count).contains(error.offset), "\(error) is about a place in the key")
    }
  }
}

extension Span where Element == UInt8 {
  fileprivate func copied() -> [UInt8] { indices.map { self[$0] } }
}
