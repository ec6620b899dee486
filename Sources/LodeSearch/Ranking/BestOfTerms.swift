internal import LodeStore

/// The search for the highest-ranked documents with at least one of several terms.
///
/// A window is a range of documents in which each term has at most one block of postings. Each
/// block has an upper bound of its scores. The threshold is the lowest score with which a further
/// document can be a result. The search skips a window if the sum of the bounds is below the
/// threshold. In other windows, the search reads the terms with the lowest bounds only for
/// documents that also have another term.
struct BestOfTerms {
  let terms: [TermScorer]
  let reader: TokenIndexReader
  let formula: ScoreFormula

  /// Passes all documents that can be in the results, and their scores, to `collector`.
  ///
  /// The call moves the scorers to the end, so a second call finds nothing.
  func collect(into collector: TopCollector) throws {
    if terms.count == 1 {
      let term = terms[0]
      while term.document != TermScorer.end {
        let end = term.blockEnd
        if term.bound >= collector.threshold {
          try term.offer(upTo: end, of: reader, to: collector)
        }
        try term.seek(end + 1)
      }
      return
    }
    // The order of the addition is always the order of the terms, so that equal documents have
    // equal scores.
    var shares = [Double](repeating: 0, count: terms.count)
    while let window = nextWindow() {
      let bound = window.terms.reduce(0) { $0 + terms[$1].bound }
      if bound >= collector.threshold {
        if window.terms.count == 1 {
          try terms[window.terms[0]].offer(upTo: window.end, of: reader, to: collector)
        } else {
          try collect(window, into: collector, &shares)
        }
      }
      for term in window.terms { try terms[term].seek(window.end + 1) }
    }
  }

  private struct Window {
    /// The last document of the window.
    var end: UInt32
    /// The terms with documents in the window, with the lowest bound first.
    var terms: [Int]
  }

  /// Returns the next window, or `nil` if all terms are at the end.
  ///
  /// The window ends where the first of its blocks ends, or before a block that begins later.
  private func nextWindow() -> Window? {
    var (start, end) = (TermScorer.end, TermScorer.end - 1)
    for term in terms { start = min(start, term.document) }
    if start == TermScorer.end { return nil }
    for term in terms where term.document != TermScorer.end {
      end = min(
        end,
        term.document > term.cursor.block.first || term.document == start
          ? term.blockEnd : max(start, term.document - 1))
    }
    let present = terms.indices.filter { terms[$0].document <= end }
    return Window(end: end, terms: present.sorted { terms[$0].bound < terms[$1].bound })
  }

  /// Passes all documents of a window that can be in the results to `collector`.
  ///
  /// `shares` contains the contribution of each term to the score of the current document. All
  /// contributions are 0 before and after the call.
  private func collect(
    _ window: Window, into collector: TopCollector, _ shares: inout [Double]
  ) throws {
    let order = window.terms
    // For each term in `order`, the sum of the bounds of all terms up to this term.
    var sums: [Double] = []
    for term in order { sums.append((sums.last ?? 0) + terms[term].bound) }
    while true {
      // A document without the terms from `first` on cannot reach the threshold.
      var first = 0
      while first < order.count, sums[first] < collector.threshold { first += 1 }
      guard first < order.count else { return }
      var document = TermScorer.end
      for term in order[first...] { document = min(document, terms[term].document) }
      guard document <= window.end else { return }
      let norm = formula.norm(try reader.length(of: document))
      var sum = 0.0
      for place in order.indices.reversed() {
        // Even with the remaining terms, the document cannot reach the threshold. The factor allows
        // for rounding.
        if place < first, (sum + sums[place]) * (1 + 1e-9) < collector.threshold { break }
        let term = terms[order[place]]
        if place < first { try term.seek(document) }
        guard term.document == document else { continue }
        let share = try term.score(norm: norm)
        shares[order[place]] = share
        sum += share
      }
      if sum * (1 + 1e-9) >= collector.threshold {
        var score = 0.0
        for share in shares where share > 0 { score += share }
        try collector.add(document, score)
      }
      for term in order {
        shares[term] = 0
        if terms[term].document == document { try terms[term].seek(document + 1) }
      }
    }
  }
}
