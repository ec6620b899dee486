internal import LodeCoding

/// Makes the tokens of a row's texts, as a search index has them.
struct TextTokens {
  /// The greatest offset that is kept; tokens beyond are at it.
  private static let mostOffset = 1 << 30

  private let tokenizers: [any Tokenizer]
  private var buffer = TokenBuffer()

  init(_ tokenizers: [any Tokenizer]) { self.tokenizers = tokenizers }

  /// Calls `body` with the term and the offset of each token of a column; returns how many count
  /// for the length of the document.
  @inline(__always)
  mutating func forEach(
    in texts: borrowing FieldTexts, column: Int, _ body: (Span<UInt8>, UInt32) -> Void
  ) -> UInt32 {
    var base = 0
    var length: UInt32 = 0
    for range in texts.columns[column] {
      buffer.removeAll()
      tokenizers[column].tokenize(
        texts.bytes.span.extracting(range), for: .document, into: &buffer)
      var last = -1
      for number in 0..<buffer.count {
        let position = min(max(buffer.tokens[number].position, 0), Self.mostOffset)
        if position != last { length &+= 1 }
        last = position
        body(buffer.term(number), UInt32(min(base + position, Self.mostOffset)))
      }
      // So that no phrase goes from one text to the next.
      base = min(base + last + 2, Self.mostOffset)
    }
    return length
  }
}
