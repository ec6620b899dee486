import LodeCoding
import Testing

@Suite("Keys have the bytes of Docs/Format/Keys.md")
struct KeyFormatTests {
  @Test
  func `each golden row's text gives its bytes, its bytes give the key back, and rows ascend`()
    throws
  {
    let rows = try LodeCodingTests.goldenRows(page: "Keys.md", heading: "Golden bytes", columns: 2)
    #expect(rows.count == 69)
    var last: Key?
    for row in rows {
      let key = try Key(parsing: row[0])
      #expect(key.bytes == bytes(hex: row[1]), "\(row[0])")
      #expect(try Key(encoded: bytes(hex: row[1]).span) == key)
      if !row[0].contains("\\u00e9"), !row[0].contains("\\u03"), !row[0].contains("\\ud8") {
        #expect(try key.literal == row[0])
      }
      if let last { #expect(last < key, "\(row[0])") }
      last = key
    }
  }

  @Test func `Swift values have the golden bytes without the detour of the text`() {
    #expect(Key(Int.min).bytes == bytes(hex: "10 7f ff ff ff ff ff ff ff"))
    #expect(Key("a", Descending(7)).bytes == bytes(hex: "30 61 00 48 e6 f8 ff"))
    #expect(Key(-1.5).bytes == bytes(hex: "29 40 07 ff ff ff ff ff ff"))
    #expect(Key(Float(1.5)).bytes == bytes(hex: "28 bf c0 00 00"))
    #expect(Key(Key("a", 5), 1).bytes == bytes(hex: "40 30 61 00 19 05 00 19 01"))
    #expect(Key(Int?.none, 1).bytes == bytes(hex: "02 19 01"))
    #expect(Key().bytes == [])
  }

  @Test
  func `a key of 510 bytes is stored as it is, one of 511 or more as 495 bytes and a hash`() throws
  {
    for length in [1, 494, 495, 510] {
      let key = [UInt8](repeating: 7, count: length)
      let stored = StoredKey(key.span)
      #expect(!stored.isShortened && stored.bytes.copied() == key)
      let isLong = StoredKey.isShortened(stored.bytes)
      #expect(!isLong)
    }
    for length in [511, 512, 100_000] {
      let key = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
      let stored = StoredKey(key.span)
      #expect(stored.isShortened && stored.bytes.count == 511)
      let isLong = StoredKey.isShortened(stored.bytes)
      #expect(isLong)
      #expect(Array(stored.bytes.copied()[..<495]) == Array(key[..<495]))
    }
    let long = Key(String(repeating: "a", count: 600)).bytes
    let example = storedForm(long)
    #expect(
      Array(example[495...]) == bytes(hex: "de e3 7d 03 8f 61 9d 27 de 12 97 49 cb 12 bf 27"))
  }

  private func storedForm(_ key: [UInt8]) -> [UInt8] {
    let stored = StoredKey(key.span)
    return stored.bytes.copied()
  }

  @Test func `long keys that differ only behind the head get different stored forms`() {
    let head = String(repeating: "x", count: 600)
    var seen: Set<[UInt8]> = []
    for number in 0..<1000 {
      let key = Key(head, number).bytes
      seen.insert(storedForm(key))
    }
    #expect(seen.count == 1000)
  }
}
