/// The texts that mark found words and omitted text.
package struct SearchMarks: Sendable, Hashable {
  /// The mark before a found word or phrase.
  package var open: String
  /// The mark after a found word or phrase.
  package var close: String
  /// The mark for omitted text before or after a snippet.
  package var ellipsis: String

  package init(open: String, close: String, ellipsis: String = "…") {
    (self.open, self.close, self.ellipsis) = (open, close, ellipsis)
  }
}

extension ColumnText {
  /// Returns the byte ranges of occurrences, in order.
  ///
  /// Overlapping occurrences become one range.
  ///
  /// - Parameter instances: The occurrences of phrases in this column, ordered by position.
  /// - Complexity: O(n log t) for n occurrences in a text of t tokens.
  package func matches(_ instances: some Sequence<PhraseInstance>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for span in Self.spans(instances) {
      guard
        let range = text(of: span.position..<span.end, endsInCharacter: span.endsInCharacter),
        !range.isEmpty
      else { continue }
      if let last = found.last, range.lowerBound < last.upperBound {
        // The tokens of CJK texts overlap.
        let start = min(last.lowerBound, range.lowerBound)
        found[found.count - 1] = start..<max(last.upperBound, range.upperBound)
      } else {
        found.append(range)
      }
    }
    return found
  }

  /// Returns the text with marks around the occurrences of phrases, as in SQLite's FTS5.
  ///
  /// - Parameters:
  ///   - instances: The occurrences of phrases in this column, ordered by position.
  ///   - marks: The marks around the occurrences.
  /// - Complexity: O(b + n log t) for n occurrences in a text of b bytes and t tokens.
  package func highlight(
    _ instances: some Sequence<PhraseInstance>, _ marks: SearchMarks
  ) -> String {
    marked(0..<bytes.count, matches(instances), marks)
  }

  /// Returns a part of the text, with marks around the given byte ranges.
  func marked(_ part: Range<Int>, _ ranges: [Range<Int>], _ marks: SearchMarks) -> String {
    var text: [UInt8] = []
    var place = part.lowerBound
    for range in ranges where range.overlaps(part) {
      let range = range.clamped(to: part)
      text += bytes[place..<max(place, range.lowerBound)]
      text += marks.open.utf8
      text += bytes[range]
      text += marks.close.utf8
      place = range.upperBound
    }
    text += bytes[place..<max(place, part.upperBound)]
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the occurrences, with overlapping occurrences joined into one.
  ///
  /// The occurrences must be ordered by position.
  static func spans(_ instances: some Sequence<PhraseInstance>) -> [PhraseInstance] {
    var spans: [PhraseInstance] = []
    for instance in instances {
      guard let last = spans.last, instance.position < last.end else {
        spans.append(instance)
        continue
      }
      if instance.end < last.end { continue }
      let isLonger = instance.end > last.end
      spans[spans.count - 1].length = instance.end - last.position
      spans[spans.count - 1].endsInCharacter =
        instance.endsInCharacter && (isLonger || last.endsInCharacter)
    }
    return spans
  }
}
