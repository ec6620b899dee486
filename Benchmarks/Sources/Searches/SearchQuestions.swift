internal import BenchHarness

/// A sort of queries.
public enum SearchGroup: String, CaseIterable, Sendable {
  /// A word of very few documents.
  case rare = "rare term"
  /// A word of a tenth to a half of the documents.
  case common = "common term"
  /// Two words.
  case and = "AND of two"
  /// Two words, one behind the other.
  case phrase = "phrase"
  /// Words with a beginning of three letters.
  case prefix = "prefix"
  /// Five words, any of them.
  case or = "OR of five"
}

/// Queries of each sort, in words that FTS5 and Lode both know.
public struct SearchQuestions: Sendable {
  private let queries: [SearchGroup: [String]]

  /// The queries of a sort.
  public subscript(group: SearchGroup) -> [String] { queries[group] ?? [] }

  /// Chooses a number of each sort.
  public init(_ texts: SearchTexts, _ vocabulary: Vocabulary, each count: Int, seed: UInt64) {
    var noise = Noise(seed: seed)
    let words = vocabulary.words
    var queries: [SearchGroup: [String]] = [:]
    func word(_ range: Range<Int>) -> String {
      words[Int.random(in: range.clamped(to: words.indices), using: &noise)]
    }
    func pair() -> [String] {
      while true {
        let title = texts.titles[Int.random(in: texts.titles.indices, using: &noise)]
        let start = Int.random(in: 0..<title.count - 1, using: &noise)
        if title[start] != title[start + 1] { return title[start...start + 1].map { words[$0] } }
      }
    }
    let tenth = words.count / 10
    for _ in 0..<count {
      queries[.rare, default: []].append(word(5 * tenth..<10 * tenth))
      queries[.common, default: []].append(word(2..<40))
      queries[.and, default: []].append(pair().joined(separator: " AND "))
      queries[.phrase, default: []].append("\"\(pair().joined(separator: " "))\"")
      queries[.prefix, default: []].append(String(word(50..<2_000).prefix(3)) + "*")
      queries[.or, default: []].append(
        (0..<5).map { _ in word(20..<600) }.joined(separator: " OR "))
    }
    self.queries = queries
  }
}
