import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@Suite("Folded texts differ neither in case nor in diacritical marks")
struct FoldedTextTests {
  private static let examples = [
    "Ärger", "straße", "İstanbul", "ıI", "\u{212A}", "ﬁ", "한국", "が", "\u{212B}", "Ω", "ΑΣ", "Đøł",
    "e\u{301}\u{302}",
    "ＡＢＣ", "कि", "שָׁלוֹם", "ёй", "ไทย่", "Ǆ", "ŉ", "", "a\u{0}B", "ﬃ", "\u{1E9E}", "Ǻ", "😀", "𐐀",
  ]

  @Test(arguments: examples) func `they are what Foundation makes of them`(_ text: String) {
    let expected = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    #expect(Array(FoldedText.folding(text).utf8) == Array(expected.utf8))
  }

  @Test func `so is every scalar up to U+2FFF, but for letters that Foundation does not know`() {
    for value in UInt32(0)...0x2FFF {
      let isNewer = (0x13A0...0x13FD).contains(value) || (0x1C80...0x1C88).contains(value)
      guard let scalar = Unicode.Scalar(value), !isNewer, !(0x300...0x36F).contains(value) else {
        continue
      }
      let text = String(scalar)
      let expected = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      let isSame = FoldedText.folding(text).utf8.elementsEqual(expected.utf8)
      #expect(isSame, "\(String(value, radix: 16)) \(text) \(expected)")
    }
  }

  @Test func `folding what is folded changes nothing, of all scalars that there are`() {
    for value in share(of: UInt32(0)...0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = FoldedText.folding(String(scalar))
      #expect(FoldedText.folding(once).utf8.elementsEqual(once.utf8), "\(value)")
    }
  }

  @Test func `bytes that are no UTF-8 stay as they are`() {
    for bytes: [UInt8] in [[0xC3], [0x80, 0x41], [0xFF, 0xC3, 0x28], [0xF0, 0x90]] {
      #expect(FoldedText.bytes(bytes.span).count == bytes.count)
    }
  }
}
