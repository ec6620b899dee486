import Foundation
import LodeCoding
import Testing

@Suite("Keys are typed tuples")
struct KeyTests {
  @Test func `every element type decodes to exactly the value that was encoded`() throws {
    let id = UUID()
    let now = Date()
    let key = Key(
      Int8.min, UInt64.max, 1.5, Float(-1.5), true, "a\0b", Data([0, 255]), [UInt8](), now, id)
    let back = try key.decode(
      Int8.self, UInt64.self, Double.self, Float.self, Bool.self, String.self, Data.self,
      [UInt8].self, Date.self, UUID.self)
    #expect(back.0 == .min && back.1 == .max && back.2 == 1.5 && back.3.sign == .minus)
    #expect(back.4 && back.5 == "a\0b" && back.6 == Data([0, 255]) && back.7 == [])
    #expect(back.8 == now && back.9 == id)
  }

  @Test func `integers of every width decode at their extremes and between`() throws {
    func comesBack<I: FixedWidthInteger & KeyElement>(_ type: I.Type) throws -> Bool {
      try [I.min, I.min + 1, 0, 1, I.max / 2, I.max - 1, I.max].allSatisfy {
        try Key($0).decode(I.self) == $0
      }
    }
    #expect(try comesBack(Int.self) && comesBack(Int8.self) && comesBack(Int16.self))
    #expect(try comesBack(Int32.self) && comesBack(Int64.self))
    #expect(try comesBack(UInt.self) && comesBack(UInt8.self) && comesBack(UInt16.self))
    #expect(try comesBack(UInt32.self) && comesBack(UInt64.self))
  }

  @Test
  func `infinities, 0.0, empty strings and bytes, NUL bytes and any Unicode decode exactly`() throws
  {
    for value in [Double.infinity, -.infinity, 0.0, .leastNonzeroMagnitude, .pi, -1e308] {
      #expect(try Key(value).decode(Double.self).bitPattern == value.bitPattern)
      #expect(try Key(Descending(value)).decode(Descending<Double>.self).value == value)
      let float = Float(value)
      #expect(try Key(float).decode(Float.self).bitPattern == float.bitPattern)
      let date = Date(timeIntervalSinceReferenceDate: value)
      #expect(try Key(date).decode(Date.self) == date)
    }
    let texts = [
      "", "\0", "\0\0", "a\0b", "\u{FF}", "\u{E9}", "e\u{301}", "\u{65E5}\u{672C}", "\u{1F600}",
      "\u{1F468}\u{200D}\u{1F469}", "\u{202E}abc", "\u{FFFF}", "\u{10FFFF}",
    ]
    for text in texts {
      let back = try Key(text, 1, Descending(text)).decode(
        String.self, Int.self, Descending<String>.self)
      #expect(Array(back.0.utf8) == Array(text.utf8) && back.1 == 1)
      #expect(Array(back.2.value.utf8) == Array(text.utf8))
    }
    for bytes in [Data(), Data([0]), Data([0, 0]), Data([0, 255, 0]), Data([255])] {
      #expect(try Key(bytes, 1).decode(Data.self, Int.self) == (bytes, 1))
    }
  }

  // A row that was put at -0.0 was not found at 0.0, although the two are equal.
  @Test func `0.0 and -0.0 are one key, and old keys of -0.0 can be read`() throws {
    #expect(Key(-0.0) == Key(0.0) && Key(Float(-0.0)) == Key(Float(0)))
    #expect(Key(Descending(-0.0)) == Key(Descending(0.0)))
    #expect(Key(components: [.double(-0.0)]) == Key(0.0))
    let zero = Date(timeIntervalSinceReferenceDate: 0)
    #expect(Key(Date(timeIntervalSinceReferenceDate: -0.0)) == Key(zero))
    #expect(try Key(-0.0).decode(Double.self).sign == .plus)
    #expect(try Key(parsing: "-0.0") == Key(0.0))
    func key(_ bytes: [UInt8]) throws -> Key { try Key(encoded: bytes.span) }
    let ones = [UInt8](repeating: 0xFF, count: 7)
    let old = try key([0x29, 0x7F] + ones)
    #expect(try old.decode(Double.self).sign == .minus)
    #expect(try old.elements == [.double(-0.0)])
    #expect(Key(-Double.leastNonzeroMagnitude) < old && old < Key(0.0))
    let float = try key([0x28, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect(try float.decode(Float.self).sign == .minus)
    let date = try key([0x38, 0x7F] + ones)
    #expect(try date.decode(Date.self) == zero)
  }

  @Test func `1 and 1.0 are two keys, and 1.0 comes after every integer`() {
    #expect(Key(1) != Key(1.0) && Key(Float(1)) != Key(1.0))
    #expect(Key(1) < Key(Float(1)) && Key(Float(1)) < Key(1.0))
    #expect(Key(UInt64.max) < Key(Float(1)) && Key(Float.infinity) < Key(-1.0))
    #expect(KeyRange(1...2).contains(Key(1.0).bytes.span) == false)
  }

  @Test func `optionals, nested tuples and descending elements decode`() throws {
    let key = Key(Int?.none, Int?(7), Key("a", Key()), Descending("x\0"), Descending(Key(1, "b")))
    let back = try key.decode(
      Int?.self, Int?.self, Key.self, Descending<String>.self, Descending<Key>.self)
    #expect(back.0 == nil && back.1 == 7 && back.2 == Key("a", Key()))
    #expect(back.3 == Descending("x\0") && back.4 == Descending(Key(1, "b")))
  }

  @Test func `an integer is the same key in every width`() throws {
    #expect(Key(5) == Key(UInt8(5)) && Key(Int64(-1)) == Key(Int8(-1)))
    #expect(try Key(UInt64(200)).decode(UInt8.self) == 200)
  }

  @Test
  func `a scalar as a whole key is a tuple of one; a Key is itself; only RawKey is raw`() throws {
    #expect("a".withKeyBytes { $0.copied() } == Key("a").bytes)
    #expect(Key("a", 1).withKeyBytes { $0.copied() } == Key("a", 1).bytes)
    #expect([UInt8]([1]).withKeyBytes { $0.copied() } == Key(Data([1])).bytes)
    #expect(RawKey([1, 0]).withKeyBytes { $0.copied() } == [1, 0])
    #expect(
      "a".keyFormat == .tuple && Key("a").keyFormat == .tuple && RawKey([1]).keyFormat == .raw)
    #expect(try UUID.decodeKey(Key(UUID.zero).bytes.span) == UUID.zero)
    #expect(try Key.decodeKey(Key("a", 1).bytes.span) == Key("a", 1))
  }

  /// Found by fuzzing: generic code took a tuple's first element for a nested tuple, so that a
  /// store's tuple keys could be written as a `Key` and not be read as one.
  @Test func `generic code reads the whole key that it writes, also a Key`() throws {
    func back<K: KeyElement>(_ key: K) throws -> K {
      let buffer = key.keyBuffer()
      return try K.decodeKey(buffer.bytes)
    }
    #expect(try back(Key("a", 1)) == Key("a", 1))
    #expect(try back(Key(Key())) == Key(Key()))
    #expect(try back(Key?.some(Key("a", 1))) == Key("a", 1))
    #expect(try back(Descending(Key("a", 1))) == Descending(Key("a", 1)))
    #expect(try back("a") == "a")
  }

  @Test(arguments: [126, 127, 5000])
  func `a key longer than the buffer's 128 inline bytes is encoded whole`(length: Int) throws {
    let text = String(repeating: "x", count: length)
    #expect(try Key(text, 1, text).decode(String.self, Int.self, String.self) == (text, 1, text))
    var buffer = KeyBuffer()
    text.encodeKey(into: &buffer)
    #expect(buffer.bytes.copied() == Key(text).bytes)
    buffer.removeAll()
    1.encodeKey(into: &buffer)
    #expect(buffer.bytes.copied() == Key(1).bytes)
  }

  @Test func `a type of one's own conforms without compiler flags`() throws {
    #expect(try Key(Grade.high).decode(Grade.self) == Grade.high)
    #expect(throws: KeyError.self) { try Key(9).decode(Grade.self) }
  }

  @Test func `decoding as another type, another width, too few or too many elements tells which`() {
    #expect(code { try Key("a").decode(Int.self) } == .typeMismatch)
    #expect(code { try Key(1.0).decode(Int.self) } == .typeMismatch)
    #expect(code { try Key(256).decode(UInt8.self) } == .outOfRange)
    #expect(code { try Key(UInt64.max).decode(Int.self) } == .outOfRange)
    #expect(code { try Key(-1).decode(UInt.self) } == .outOfRange)
    #expect(code { try Key(1).decode(Int.self, Int.self) } == .truncated)
    #expect(code { try Key(1, 2).decode(Int.self) } == .trailingElements)
    #expect(code { try Key(Descending(1)).decode(Int.self) } == .typeMismatch)
  }
}

/// The code of the `KeyError` that `body` throws.
func code<R>(_ body: () throws -> R) -> KeyError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? KeyError)?.code
  }
}

extension UUID {
  static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}

private enum Grade: Int, KeyElement {
  case low, high
  func encodeKeyElement(into buffer: inout KeyBuffer) { rawValue.encodeKeyElement(into: &buffer) }
  static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Grade {
    let start = reader.offset
    guard let level = Grade(rawValue: try reader.read(Int.self)) else {
      throw KeyError(.outOfRange, at: start, "not a grade")
    }
    return level
  }
}
