/// A tokenizer for words of ASCII letters, ASCII digits, and all characters beyond ASCII.
///
/// The tokenizer changes only ASCII letters to lower case, so "Ärger" and "ärger" are two words.
/// SQLite's tokenizer `simple` returns the same tokens.
struct SimpleTokenizer: Tokenizer {
  static let version = 1

  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
    var place = 0
    while place < text.count {
      guard Self.isLetter(text[place]) else {
        place += 1
        continue
      }
      let start = place
      while place < text.count, Self.isLetter(text[place]) {
        let byte = text[place]
        tokens.appendByte(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        place += 1
      }
      tokens.endTerm(text: start..<place)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || ASCIIWord.contains(byte)
  }
}

/// The ASCII letters and digits.
enum ASCIIWord {
  @inline(__always)
  static func contains(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
