internal import LodeCoding
package import LodeStore

/// The text of a column, with the byte ranges of its tokens.
///
/// A full-text index contains no texts, so highlighting splits the text into tokens again.
package struct ColumnText: Sendable {
  /// The UTF-8 of the text.
  package let bytes: [UInt8]
  /// The positions with tokens, in ascending order.
  private var positions: [Int] = []
  /// The byte range of the first token at each position in `positions`.
  private var ranges: [Range<Int>] = []

  /// Splits a text into tokens.
  package init(_ text: String, _ tokenizer: any Tokenizer) {
    var tokens = TokenBuffer()
    let bytes = Array(text.utf8)
    tokenizer.tokenize(bytes.span, for: .document, into: &tokens)
    self.init(bytes, tokens)
  }

  /// Creates a text from its UTF-8 and its tokens.
  package init(_ bytes: [UInt8], _ tokens: TokenBuffer) {
    self.bytes = bytes
    for token in tokens.tokens where token.position != positions.last {
      positions.append(token.position)
      ranges.append(token.text.clamped(to: 0..<bytes.count))
    }
  }

  /// The number of positions, which is one more than the last position.
  package var positionCount: Int { (positions.last ?? -1) + 1 }

  /// The positions of the first tokens of sentences, in ascending order.
  ///
  /// A sentence ends with a period or a colon before white space. The first sentence starts at
  /// position 0.
  var sentenceStarts: [Int] {
    var starts = [0]
    for (position, range) in zip(positions, ranges).dropFirst()
    where endsSentence(before: range.lowerBound) {
      starts.append(position)
    }
    return starts
  }

  /// Returns the byte range of the tokens in a range of positions, or `nil` without tokens.
  ///
  /// - Parameters:
  ///   - span: The range of positions.
  ///   - endsInCharacter: Whether the result ends after the first character of the last token,
  ///     which is a pair of CJK characters.
  func text(of span: Range<Int>, endsInCharacter: Bool = false) -> Range<Int>? {
    let first = positions.firstPlace { $0 >= span.lowerBound }
    let end = positions.firstPlace { $0 >= span.upperBound }
    guard first < end else { return nil }
    // A custom tokenizer can return byte ranges in any order.
    let start = ranges[first].lowerBound
    var upper = ranges[end - 1].upperBound
    if endsInCharacter, end < ranges.count { upper = min(upper, ranges[end].lowerBound) }
    return start..<max(start, upper)
  }

  /// Returns whether the text before a byte ends with a period or a colon, and then white space.
  private func endsSentence(before place: Int) -> Bool {
    var index = place - 1
    while index >= 0 {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index -= 1
      case UInt8(ascii: "."), UInt8(ascii: ":"): return index < place - 1
      default: return false
      }
    }
    return false
  }
}

extension Array {
  /// Returns the index of the first element for which the closure returns `true`, or the count.
  ///
  /// The closure must return `true` for all later elements.
  func firstPlace(where isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
