internal import LodeCoding
internal import LodeStore

/// One full-text index of a ranked search, with the resolved query and the counts of its phrases.
///
/// A dead document is a document whose row was changed or deleted. All other documents are live. An
/// exact term matches only itself; a prefix or a fuzzy word matches several terms.
final class RankedIndex {
  let reader: TokenIndexReader
  let query: ResolvedQuery
  /// The number of documents with each phrase, or 0 for phrases that the score does not need.
  ///
  /// A count can include dead documents before compaction.
  private(set) var counts: [Int]
  private let builder: IteratorBuilder
  /// The weights of the columns.
  ///
  /// A column without a weight in the ranking has its weight in the index. Negative weights count
  /// as 0.
  private let weights: ColumnWeights
  /// The unused cursors of phrases of one exact term, by the number of the phrase.
  private var cursors: [Int: PostingCursor] = [:]
  /// The documents of a query's only phrase, with their weighted frequencies, if counting has
  /// collected the documents; otherwise `nil`.
  private var found: [(document: UInt32, frequency: Double)]?

  init(_ query: IndexQuery, _ ranking: SearchRanking) throws {
    reader = query.reader
    self.query = query.resolved
    builder = IteratorBuilder(query: query.resolved, reader: reader)
    let named = Dictionary(
      ranking.weights.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    weights = ColumnWeights(
      query.columns.map { column in
        let weight = column.field.weight
        return max(0, named.isEmpty ? weight : named[column.name.lowercased()] ?? weight)
      })
    counts = Array(repeating: 0, count: self.query.phrases.count)
    if case .phrase(let number) = self.query.root,
      self.query.phrases[number].onlyTerm?.exact == nil
    {
      found = try matches(of: number)
      counts[number] = found?.count ?? 0
    } else {
      for number in self.query.root.scoredPhrases { try countDocuments(number) }
    }
  }

  // Counts of documents.

  /// Counts the documents with a phrase, and keeps the cursor if the phrase is one exact term.
  private func countDocuments(_ number: Int) throws {
    guard let term = query.phrases[number].onlyTerm else {
      var count = 0
      try forEachMatch(of: number) { _ in count += 1 }
      return counts[number] = count
    }
    if let exact = term.exact {
      guard let cursor = try PostingCursor(exact.span, reader) else { return }
      cursors[number] = cursor
      counts[number] = try cursor.countDocuments()
    } else {
      counts[number] = try ManyTerms(term, reader).estimate
    }
  }

  /// Calls `body` for each live document with a phrase.
  private func forEachMatch(of number: Int, _ body: (PhraseIterator) throws -> Void) throws {
    if let phrase = try builder.phrase(number) { try forEachMatch(of: phrase, body) }
  }

  /// Calls `body` at each live document that an iterator finds.
  @inline(__always)
  private func forEachMatch<Iterator: DocumentIterator>(
    of iterator: Iterator, _ body: (Iterator) throws -> Void
  ) throws {
    try iterator.seekMatch(0, reader)
    while iterator.document != DocumentIterator.end {
      if try !reader.isDeleted(iterator.document) { try body(iterator) }
      try iterator.seekMatch(iterator.document + 1, reader)
    }
  }

  /// Returns the live documents with a phrase, and their weighted frequencies.
  private func matches(of number: Int) throws -> [(document: UInt32, frequency: Double)] {
    // A position with several terms counts once. If tokens can share a position, counting therefore
    // needs the positions.
    let isOneAPlace = !reader.definition.search.contains { $0.tokenizer.sharesPlaces }
    if let term = query.phrases[number].onlyTerm, let common = weights.common, isOneAPlace {
      return try sums(of: term, common)
    }
    var found: [(document: UInt32, frequency: Double)] = []
    try forEachMatch(of: number) { found.append(($0.document, try frequency($0))) }
    return found
  }

  /// Returns the live documents with at least one of the terms that `term` matches, and their
  /// weighted frequencies.
  private func sums(
    of term: ResolvedTerm, _ weight: Double
  ) throws -> [(document: UInt32, frequency: Double)] {
    var sums = DocumentSums(limit: reader.documentLimit)
    try TermBlocks(term: term, reader: reader).forEach { documents, frequencies, _ in
      sums.add(documents, frequencies)
    }
    var found: [(document: UInt32, frequency: Double)] = []
    try sums.forEach { document, sum in
      if try reader.isDeleted(document) { return }
      found.append((document, Double(sum) * weight))
    }
    return found
  }

  private func frequency(_ phrase: PhraseIterator) throws -> Double {
    if let common = weights.common { return Double(try phrase.frequency()) * common }
    return weights.frequency(try phrase.occurrences())
  }

  // Scores.

  /// Returns the scorers of the terms if the query is an exact term, or exact terms joined by `OR`;
  /// otherwise `nil`.
  ///
  /// The result omits terms that no document has.
  func scorers(_ formula: ScoreFormula) throws -> [TermScorer]? {
    if found != nil { return nil }
    var numbers: [Int] = []
    switch query.root {
    case .phrase(let number): numbers = [number]
    case .or(let parts):
      for part in parts {
        guard case .phrase(let number) = part, query.phrases[number].onlyTerm?.exact != nil else {
          return nil
        }
        numbers.append(number)
      }
    default: return nil
    }
    return try numbers.compactMap { number in
      try cursor(number).map {
        TermScorer($0, query.phrases[number].source, weights, formula)
      }
    }
  }

  /// Returns a cursor at the first posting of a phrase of one exact term, or `nil` if no document
  /// has the term.
  ///
  /// The first call uses the cursor that counted the documents, and later calls create cursors.
  private func cursor(_ number: Int) throws -> PostingCursor? {
    if let unused = cursors.removeValue(forKey: number) { return unused }
    guard counts[number] > 0, let term = query.phrases[number].onlyTerm?.exact else { return nil }
    return try PostingCursor(term.span, reader)
  }

  /// Calls `body` with each live document of the query and its score, in the order of numbers.
  func forEach(_ formula: ScoreFormula, _ body: (UInt32, Double) throws -> Void) throws {
    if let found, case .phrase(let number) = query.root {
      let source = query.phrases[number].source
      for (document, frequency) in found {
        let norm = formula.norm(try reader.length(of: document))
        try body(document, formula.score(source, frequency, norm: norm))
      }
      return
    }
    try forEachMatch(of: builder.iterator(query.root)) { root in
      try body(root.document, score(root, formula))
    }
  }

  private func score(_ root: DocumentIterator, _ formula: ScoreFormula) throws -> Double {
    let norm = formula.norm(try reader.length(of: root.document))
    var score = 0.0
    try root.forEachPhrase { phrase in
      let frequency = try frequency(phrase)
      if frequency > 0 { score += formula.score(phrase.phrase.source, frequency, norm: norm) }
    }
    return score
  }
}
