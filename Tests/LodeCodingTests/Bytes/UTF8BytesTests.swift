import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

// `Tests/run --before-26` runs these tests with the code for Apple's systems before version 26.
@Suite("Strings and UTF-8 convert as the standard library does it")
struct UTF8BytesTests {
  /// Pieces of texts, whole and cut, which random bytes rarely are.
  private static let pieces: [[UInt8]] = [
    [0x00], [0x61], [0x7F], [0x80], [0xBF], [0xC0, 0x80], [0xC3], [0xC3, 0xA9], [0xE0, 0x80, 0x80],
    [0xE2, 0x82], [0xE2, 0x82, 0xAC], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
    [0xF0, 0x9F, 0x98, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xFF], Array("plain text of some length".utf8),
  ]

  @Test(.tags(.random)) func `bytes become a string exactly when they are UTF-8`() {
    var generator = SeededGenerator()
    for _ in 0..<rounds(4000) {
      let count = Int.random(in: 0...8, using: &generator)
      let bytes = (0..<count).flatMap { _ in Self.pieces.randomElement(using: &generator) ?? [] }
      let expected = String(validating: bytes, as: UTF8.self)
      let (text, isUTF8, offset) = (
        String(validUTF8: bytes.span), bytes.span.isUTF8, bytes.span.firstInvalidUTF8
      )
      #expect(text == expected, "\(bytes), seed \(generator.seed)")
      #expect(isUTF8 == (expected != nil), "\(bytes), seed \(generator.seed)")
      #expect(offset == Self.firstInvalid(bytes), "\(bytes), seed \(generator.seed)")
    }
  }

  /// The end of the longest prefix that is UTF-8 and is followed by no whole scalar.
  private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
    var offset = 0
    while offset < bytes.count {
      let length = (1...4).first { length in
        offset + length <= bytes.count
          && String(validating: bytes[offset..<offset + length], as: UTF8.self) != nil
      }
      guard let length else { return offset }
      offset += length
    }
    return nil
  }

  @Test(arguments: [
    "", "a", "fifteen bytes..", "sixteen bytes...", "é\u{301}\0😀", "a longer text, on the heap",
  ])
  func `a string passes its UTF-8`(_ text: String) {
    #expect(text.withUTF8Span { $0.copied() } == Array(text.utf8))
    let part = String((text + text).dropFirst(text.count))
    #expect(part.withUTF8Span { $0.copied() } == Array(text.utf8))
  }

  @Test func `a string passes on the error of its closure`() {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try "text".withUTF8Span { _ throws(Stop) in throw Stop() } }
  }
}
