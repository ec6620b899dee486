package import LodeStore

/// A search of one or several indexes whose documents have scores.
///
/// The numbers that scores depend on are summed over all of the indexes, so that documents of
/// different collections can be compared.
package final class RankedSearch {
  /// The searched indexes, in their order.
  let parts: [RankedIndex]
  let formula: ScoreFormula

  /// Begins a search.
  ///
  /// - Complexity: O(blocks) for each word, and O(postings) for phrases, prefixes, and words in
  ///   some columns only, because a phrase's rarity is needed before the first score.
  /// - Throws: `StoreError` with `invalidOption` for a ranking with a number that is none.
  package init(
    _ expression: SearchExpression, in readers: [TokenIndexReader],
    ranking: SearchRanking = .bm25
  ) throws {
    try ranking.check()
    let parts = try readers.map { try RankedIndex(expression, $0, ranking) }
    var counts = Array(repeating: 0, count: parts.map(\.query.sourceCount).max() ?? 0)
    for part in parts {
      for (phrase, count) in zip(part.query.phrases, part.counts) { counts[phrase.source] += count }
    }
    formula = ScoreFormula(
      ranking, documents: readers.reduce(0) { $0 + $1.documentCount },
      tokens: readers.reduce(0) { $0 + $1.tokenCount }, counts: counts)
    self.parts = parts
  }

  /// The best documents, best first; of equally good ones those with the lower keys.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - isWanted: Whether a document counts, of the index with a number; asked only of those that
  ///     would be among the best.
  /// - Complexity: Blocks of documents that cannot be among the best are not read when the query is
  ///   a word, or words joined by OR; else O(documents that are found).
  package func top(
    _ count: Int, where isWanted: ((_ index: Int, _ document: UInt32) throws -> Bool)? = nil
  ) throws -> [ScoredDocument] {
    var top = TopDocuments(capacity: count) { [parts] in
      try parts[$0.index].reader.key(of: $0.document) ?? []
    }
    if count > 0 {
      for (number, part) in parts.enumerated() {
        let collector = TopCollector(top, number, part.reader, isWanted)
        try part.collect(into: collector, formula)
        top = collector.top
      }
    }
    return try top.sorted().map {
      ScoredDocument(index: $0.index, document: $0.document, score: $0.score, key: $1)
    }
  }

  /// Calls a body with each document that is found and its score, index by index in the order of
  /// documents, until it says false.
  package func forEach(
    _ body: (_ index: Int, _ document: UInt32, _ score: Double) throws -> Bool
  ) throws {
    for (number, part) in parts.enumerated() {
      let isFinished = try part.forEach(formula) { try body(number, $0, $1) }
      if !isFinished { return }
    }
  }
}

/// A document with its score.
package struct ScoredDocument: Sendable, Hashable {
  /// The number of the index among those that were searched.
  package var index: Int
  /// The document.
  package var document: UInt32
  /// The score, which is greater for better ones.
  package var score: Double
  /// The key of the document's row.
  package var key: [UInt8]
}

/// Takes documents of one index into those that are best.
final class TopCollector {
  private(set) var top: TopDocuments
  private(set) var threshold: Double
  private let index: Int
  private let reader: TokenIndexReader
  private let isWanted: ((Int, UInt32) throws -> Bool)?

  init(
    _ top: TopDocuments, _ index: Int, _ reader: TokenIndexReader,
    _ isWanted: ((Int, UInt32) throws -> Bool)?
  ) {
    (self.top, self.index, self.reader, self.isWanted) = (top, index, reader, isWanted)
    threshold = top.threshold
  }

  func add(_ document: UInt32, _ score: Double) throws {
    guard score >= threshold else { return }
    if reader.hasDead, try reader.isDeleted(document) { return }
    if let isWanted, try !isWanted(index, document) { return }
    try top.add(TopDocuments.Entry(score: score, index: index, document: document))
    threshold = top.threshold
  }
}
