/// The part of a document's texts that shows best what a query found: FTS5's `snippet`.
///
/// Every found phrase proposes two windows of the given number of tokens: one around the phrases
/// after it, and one that begins with its sentence. A window has 1,000 points for each of the
/// query's phrases in it, and one for each further instance. A window that begins a sentence has
/// 100 more, and 120 if it begins the text. The first window with the most points is shown.
package struct Snippet: Sendable, Hashable {
  /// The most tokens that a snippet has.
  package static let longest = 64

  /// The number of the column that is shown.
  package private(set) var column: Int
  /// The positions that are shown.
  package private(set) var window: Range<Int>
  private var score = 0

  /// Chooses a part.
  ///
  /// - Parameters:
  ///   - columns: the texts by the numbers of their columns; `nil` for those that are not to be
  ///     shown.
  ///   - instances: the phrases that were found, ordered by column and position.
  ///   - length: how many tokens are shown at most, 1 to 64.
  /// - Complexity: O(texts + n · length) with the number of instances.
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

  /// The part with marks around what was found.
  ///
  /// - Parameters:
  ///   - columns: the texts that the part was chosen from.
  ///   - instances: the phrases that were found, ordered by column and position.
  ///   - marks: what is put around them, and where the text is cut.
  /// - Complexity: O(text).
  package func text(
    of columns: [ColumnText?], _ instances: [PhraseInstance], _ marks: SearchMarks
  ) -> String {
    guard column < columns.count, let text = columns[column] else { return "" }
    let isCutBefore = window.lowerBound > 0
    let isCutBehind = window.upperBound < text.positionCount
    let shown = text.text(of: window) ?? 0..<text.bytes.count
    let start = isCutBefore ? shown.lowerBound : 0
    let end = isCutBehind ? shown.upperBound : text.bytes.count
    // What begins before the part is not marked, as in FTS5.
    let spans = ColumnText.spans(instances.filter { $0.column == column })
    let marked = text.matches(spans.filter { $0.position >= window.lowerBound })
    let part = text.marked(start..<max(start, end), marked, marks)
    return (isCutBefore ? marks.ellipsis : "") + part + (isCutBehind ? marks.ellipsis : "")
  }
}

/// The windows that the instances of one column propose.
private struct Windows {
  let instances: [PhraseInstance]
  let length: Int
  let positionCount: Int
  let sentences: [Int]
  /// The phrases that are in the window that is being judged.
  private var seen: Set<Int> = []

  init(instances: [PhraseInstance], length: Int, positionCount: Int, sentences: [Int]) {
    self.instances = instances
    self.length = length
    self.positionCount = positionCount
    self.sentences = sentences
  }

  /// Where the windows of an instance begin, with their scores.
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

  /// The score of a window, and the positions from its first instance to the end of its last one.
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
