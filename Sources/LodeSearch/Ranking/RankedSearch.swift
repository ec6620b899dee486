internal import LodeStore

/// A search of one or several indexes that computes the score of each found document.
///
/// The counts for the scores are sums over all indexes, so that scores of different collections are
/// comparable.
package final class RankedSearch {
  /// The searched indexes, in the order of the queries.
  let parts: [RankedIndex]
  let formula: ScoreFormula

  /// Begins a search.
  ///
  /// The scores need the rarity of each phrase, so the initializer counts the documents with each
  /// phrase.
  ///
  /// - Complexity: O(b) for a word with b blocks of postings. O(p) for a phrase, a prefix, a fuzzy
  ///   word, or a word in some columns, with p postings.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `invalidOption` if a number of the ranking is NaN, or has an absolute value above 10^12.
  ///   - `damaged` if an index is damaged, or another code if reading fails.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
  package init(_ queries: [IndexQuery], ranking: SearchRanking = .bm25) throws {
    try ranking.check()
    var parts: [RankedIndex] = []
    for query in queries { parts.append(try RankedIndex(query, ranking)) }
    var counts = Array(repeating: 0, count: parts.map(\.query.sourceCount).max() ?? 0)
    for part in parts {
      for (phrase, count) in zip(part.query.phrases, part.counts) { counts[phrase.source] += count }
    }
    formula = ScoreFormula(
      ranking, documents: queries.reduce(0) { $0 + $1.reader.documentCount },
      tokens: queries.reduce(0) { $0 + $1.reader.tokenCount }, counts: counts)
    self.parts = parts
  }

  /// Returns the highest-ranked documents.
  ///
  /// Documents with equal scores are in key order.
  ///
  /// - Parameters:
  ///   - count: The maximum number of documents.
  ///   - isWanted: Returns whether a document can be in the results. The search calls the closure
  ///     only for documents with sufficient scores. `nil` allows all documents.
  /// - Complexity: At most O(p + k log c) for p postings, k found documents, and c results. For a
  ///   word, or for words joined by `OR`, the search does not read blocks without possible results.
  /// - Throws: `StoreError`, as in the initializer, for example with `damaged`; or any error that
  ///   `isWanted` throws.
  package func top(
    _ count: Int, where isWanted: ((_ index: Int, _ document: UInt32) throws -> Bool)? = nil
  ) throws -> [ScoredDocument] {
    var top = TopDocuments(capacity: count) { [parts] entries in
      guard parts.count > 1 else {
        return try parts.first?.reader.keys(of: entries.map(\.document)) ?? []
      }
      return try entries.map { try parts[$0.index].reader.key(of: $0.document) ?? [] }
    }
    if count > 0 {
      for (number, part) in parts.enumerated() {
        let collector = TopCollector(top, number, part.reader, isWanted)
        if let terms = try part.scorers(formula) {
          try BestOfTerms(terms: terms, reader: part.reader, formula: formula)
            .collect(into: collector)
        } else {
          try part.forEach(formula, collector.add)
        }
        top = collector.top
      }
    }
    return try top.sorted().map {
      ScoredDocument(index: $0.index, document: $0.document, score: $0.score, key: $1)
    }
  }
}

/// A document with its score.
package struct ScoredDocument: Sendable, Hashable {
  /// The number of the index in the search.
  package var index: Int
  /// The number of the document in the index.
  package var document: UInt32
  /// The score, which is higher for a better match.
  package var score: Double
  /// The key of the document's row.
  package var key: [UInt8]
}
