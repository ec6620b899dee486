import LodeCoding
import Testing

private struct Seat: CompoundKey, Equatable {
  var row: String
  var number: Int

  func encodeElements(into buffer: inout KeyBuffer) {
    row.encodeKeyElement(into: &buffer)
    number.encodeKeyElement(into: &buffer)
  }

  init(_ row: String, _ number: Int) { (self.row, self.number) = (row, number) }

  init(elements reader: inout KeyReader) throws(KeyError) {
    row = try reader.read(String.self)
    number = try reader.read(Int.self)
  }
}

@Suite("Compound keys are tuples with names")
struct CompoundKeyTests {
  private let seat = Seat("a", 7)

  private func bytes(of key: some KeyConvertible) -> [UInt8] {
    key.withKeyBytes { RawKey($0).bytes }
  }

  @Test func `as a whole key they have the bytes of the elements`() throws {
    #expect(bytes(of: seat) == Key("a", 7).bytes)
    #expect(try Seat.decodeKey(Key("a", 7).bytes.span) == seat)
  }

  @Test
  func `as an element they are a nested tuple, also in another and in reverse order`() throws {
    #expect(Key(seat, 1) == Key(Key("a", 7), 1))
    let key = Key(1, Descending(seat), seat)
    let (one, last, first) = try key.decode(Int.self, Descending<Seat>.self, Seat.self)
    #expect(one == 1 && last.value == seat && first == seat)
  }

  @Test func `too few, too many and other elements are refused`() {
    func code(_ key: Key) -> KeyError.Code? {
      #expect(throws: KeyError.self) { _ = try Seat.decodeKey(key.bytes.span) }?.code
    }
    func nestedCode(_ key: Key) -> KeyError.Code? {
      #expect(throws: KeyError.self) { _ = try Key(key).decode(Seat.self) }?.code
    }
    #expect(code(Key("a")) == .truncated && nestedCode(Key("a")) == .typeMismatch)
    #expect(code(Key("a", 7, 8)) == .trailingElements)
    #expect(nestedCode(Key("a", 7, 8)) == .trailingElements)
    #expect(code(Key("a", "b")) == .typeMismatch && nestedCode(Key(1, 7)) == .typeMismatch)
  }

  @Test func `bytes that end inside of a nested one are refused`() {
    let bytes = Key(seat).bytes
    for count in 0..<bytes.count {
      #expect(throws: KeyError.self) {
        var reader = KeyReader(bytes.span.extracting(first: count))
        _ = try reader.read(Seat.self)
      }
    }
  }
}
