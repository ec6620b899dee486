internal import LodeCoding
package import LodeStore

/// A text and where its tokens are, by their positions.
///
/// Indexes keep no texts, so that a text that is to be marked is made tokens of once more.
package struct ColumnText: Sendable {
  /// The UTF-8 of the text.
  package let bytes: [UInt8]
  // One entry for each position that has a token.
  private var positions: [Int] = []
  private var ranges: [Range<Int>] = []

  package init(_ text: String, _ tokenizer: any Tokenizer) {
    var tokens = TokenBuffer()
    let bytes = Array(text.utf8)
    tokenizer.tokenize(bytes.span, for: .document, into: &tokens)
    self.init(bytes, tokens)
  }

  package init(_ bytes: [UInt8], _ tokens: TokenBuffer) {
    self.bytes = bytes
    for token in tokens.tokens where token.position != positions.last {
      positions.append(token.position)
      ranges.append(token.text.clamped(to: 0..<bytes.count))
    }
  }

  /// How many positions there are: one more than the last one.
  package var positionCount: Int { (positions.last ?? -1) + 1 }

  /// The positions where sentences begin: 0, and behind a period or a colon and white space.
  var sentenceStarts: [Int] {
    var starts = [0]
    for (position, range) in zip(positions, ranges).dropFirst()
    where endsSentence(before: range.lowerBound) {
      starts.append(position)
    }
    return starts
  }

  /// The bytes of the tokens at some positions, or `nil` without a token there.
  ///
  /// - Parameter endsInCharacter: whether the bytes end behind the first character of the last
  ///   token. Tokens of a CJK run overlap: the second character of a pair is where the next token
  ///   begins.
  func text(of span: Range<Int>, endsInCharacter: Bool = false) -> Range<Int>? {
    let first = positions.firstPlace { $0 >= span.lowerBound }
    let end = positions.firstPlace { $0 >= span.upperBound }
    guard first < end else { return nil }
    // Tokens of a program's own tokenizer may lie anywhere.
    let start = ranges[first].lowerBound
    var upper = ranges[end - 1].upperBound
    if endsInCharacter, end < ranges.count { upper = min(upper, ranges[end].lowerBound) }
    return start..<max(start, upper)
  }

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
  /// The place of the first element for which a condition holds that holds for all behind it.
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
