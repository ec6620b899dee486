/// The tokenization of a row's texts for a full-text index.
struct TextTokens {
  /// The maximum offset of a token.
  ///
  /// All later tokens have this offset.
  private static let mostOffset = 1 << 30

  private let tokenizers: [any Tokenizer]
  private var buffer = TokenBuffer()

  init(_ tokenizers: [any Tokenizer]) { self.tokenizers = tokenizers }

  /// Calls `body` with the term and the offset of each token in a column.
  ///
  /// - Returns: The number of positions with tokens, which count for the length of the document.
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
      // The gap prevents phrases across two texts.
      base = min(base + last + 2, Self.mostOffset)
    }
    return length
  }
}
