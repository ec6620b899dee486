/// A tokenizer whose tokens are all groups of three consecutive characters.
///
/// SQLite's tokenizer `trigram` returns the same tokens for composed text. Folding changes the
/// case, and keeps marks. Spaces and punctuation are characters. The tokens of a query form one
/// phrase. The tokenizer skips zero bytes and invalid UTF-8, and no trigram crosses a skipped byte.
struct TrigramTokenizer: Tokenizer {
  static let version = 1

  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
    let table = ScalarTable.keepingMarks
    var reader = CharacterReader(table)
    var window = Window()
    var joins = false
    var place = 0
    while place < text.count {
      guard let (scalar, end) = reader.character(at: place, of: text), scalar != 0 else {
        // A gap of three positions prevents a phrase match across the skipped byte.
        if window.count > 0 { for _ in 0..<3 { tokens.skipPosition() } }
        window = Window()
        place += 1
        continue
      }
      window.add(table[scalar].folded(scalar), place..<end)
      if window.count >= 3 {
        window.append(to: &tokens, joinsPrevious: joins)
        joins = use == .query
      }
      place = end
    }
  }

  /// The last three characters.
  private struct Window {
    private(set) var count = 0
    private var scalars: (UInt32, UInt32, UInt32) = (0, 0, 0)
    private var starts = (0, 0, 0)
    private var end = 0

    mutating func add(_ scalar: UInt32, _ text: Range<Int>) {
      scalars = (scalars.1, scalars.2, scalar)
      starts = (starts.1, starts.2, text.lowerBound)
      end = text.upperBound
      count += 1
    }

    func append(to tokens: inout TokenBuffer, joinsPrevious: Bool) {
      tokens.appendScalar(scalars.0)
      tokens.appendScalar(scalars.1)
      tokens.appendScalar(scalars.2)
      tokens.endTerm(text: starts.0..<end, joinsPrevious: joinsPrevious)
    }
  }
}
