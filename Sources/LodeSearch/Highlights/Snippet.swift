/// The part of a document's texts around the matches of a query, as in SQLite's FTS5.
///
/// A window is a range of the given number of positions. Each occurrence of a phrase has a first
/// window, which is centered on the occurrence and on later occurrences in the window. Earlier
/// occurrences give the first window no points. The second window of an occurrence begins with the
/// sentence of the occurrence. An occurrence has a second window only if the text is longer than a
/// window, and the occurrence does not begin its sentence.
///
/// | Points | Reason |
/// |---|---|
/// | 1,000 | Each different phrase of the query in the window. |
/// | 1 | Each further occurrence of these phrases in the window. |
/// | 100 | The window is a second window after the start of the text. |
/// | 120 | The window is a second window at the start of the text. |
///
/// The snippet is the window with the highest score. If several windows have this score, the
/// snippet is the first window. Without an occurrence, the snippet is the start of the first text.
package struct Snippet: Sendable, Hashable {
  /// The maximum number of tokens in a snippet.
  package static let longest = 64

  /// The number of the column with the snippet.
  package private(set) var column: Int
  /// The positions of the snippet.
  package private(set) var window: Range<Int>
  /// The score of the window.
  private var score = 0

  /// Chooses the snippet of a document.
  ///
  /// - Parameters:
  ///   - columns: The texts, by column. `nil` omits a column.
  ///   - instances: The occurrences of phrases, ordered by column and position.
  ///   - length: The maximum number of tokens. A number below 1 counts as 1, and a number above 64
  ///     counts as 64.
  /// - Complexity: O(n · (c + w + log n + log t) + t) for n occurrences in c columns with t tokens.
  ///   w is the maximum number of occurrences in a window.
  package init(_ columns: [ColumnText?], _ instances: [PhraseInstance], length: Int) {
    let length = min(max(1, length), Self.longest)
    column = columns.firstIndex { $0 != nil } ?? 0
    window = 0..<length
    for (number, text) in columns.enumerated() {
      guard let text else { continue }
      let inColumn = instances.filter { $0.column == number }
      var windows = Windows(
        instances: inColumn, length: length, positionCount: text.positionCount,
        sentences: text.positionCount > length ? text.sentenceStarts : [])
      for place in inColumn.indices {
        for proposal in windows.proposals(place) where proposal.score > score {
          (column, score) = (number, proposal.score)
          window = proposal.start..<proposal.start + length
        }
      }
    }
  }

  /// Returns the snippet with marks around the occurrences of phrases.
  ///
  /// - Parameters:
  ///   - columns: The texts from which the initializer chose the snippet.
  ///   - instances: The occurrences of phrases, ordered by column and position.
  ///   - marks: The marks around occurrences and for omitted text.
  /// - Complexity: O(b + n log t) for n occurrences in a text of b bytes and t tokens.
  package func text(
    of columns: [ColumnText?], _ instances: [PhraseInstance], _ marks: SearchMarks
  ) -> String {
    guard column < columns.count, let text = columns[column] else { return "" }
    let isCutBefore = window.lowerBound > 0
    let isCutBehind = window.upperBound < text.positionCount
    let shown = text.text(of: window) ?? 0..<text.bytes.count
    let start = isCutBefore ? shown.lowerBound : 0
    let end = isCutBehind ? shown.upperBound : text.bytes.count
    // As in FTS5, the text has no marks for an occurrence that begins before the snippet.
    let spans = ColumnText.spans(instances.filter { $0.column == column })
    let marked = text.matches(spans.filter { $0.position >= window.lowerBound })
    let part = text.marked(start..<max(start, end), marked, marks)
    return (isCutBefore ? marks.ellipsis : "") + part + (isCutBehind ? marks.ellipsis : "")
  }
}

/// The windows of the occurrences in one column.
private struct Windows {
  let instances: [PhraseInstance]
  let length: Int
  let positionCount: Int
  /// The starts of the sentences; empty if the text is not longer than a window.
  let sentences: [Int]
  /// The phrases in the current window.
  var seen: Set<Int> = []

  /// Returns the starts and scores of the windows of an occurrence.
  mutating func proposals(_ place: Int) -> [(start: Int, score: Int)] {
    let position = instances[place].position
    let (score, covered) = judge(from: position)
    let centred = covered.lowerBound - (length - covered.count) / 2
    var found = [(start: max(0, min(centred, positionCount - length)), score: score)]
    let next = sentences.firstPlace { $0 > position }
    if next > 0, sentences[next - 1] < position {
      let start = sentences[next - 1]
      found.append((start, judge(from: start).score + (start == 0 ? 120 : 100)))
    }
    return found
  }

  /// Returns the score of the window that begins at `start`, and the positions from the first to
  /// the last occurrence in the window.
  private mutating func judge(from start: Int) -> (score: Int, covered: Range<Int>) {
    seen.removeAll(keepingCapacity: true)
    var score = 0
    var first = start
    var end = start
    for place in instances.firstPlace(where: { $0.position >= start })..<instances.count {
      let instance = instances[place]
      guard instance.position < start + length else { break }
      if score == 0 { first = instance.position }
      score += seen.insert(instance.phrase).inserted ? 1000 : 1
      end = instance.position + instance.length
    }
    return (score, first..<max(first, end))
  }
}
