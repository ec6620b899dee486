internal import LodeCoding
package import LodeStore

/// A list of terms in byte order.
package protocol TermList {
  /// Calls `body` with each term from `first` on, until `body` returns `false`.
  ///
  /// `documentCount` is the number of documents with the term. Before compaction, the number can
  /// include documents whose rows were changed or deleted.
  func forEachTerm(
    from first: Span<UInt8>, _ body: (Span<UInt8>, _ documentCount: Int) throws -> Bool
  ) throws
}

extension TokenIndexReader: TermList {}

/// A term within an edit distance of a word.
package struct NearTerm: Sendable, Hashable {
  /// The bytes of the term.
  package var term: [UInt8]
  /// The edit distance from the word.
  package var distance: Int
  /// The number of documents with the term.
  ///
  /// Before compaction, the number can include documents whose rows were changed or deleted.
  package var documentCount: Int

  package init(term: [UInt8], distance: Int, documentCount: Int) {
    (self.term, self.distance, self.documentCount) = (term, distance, documentCount)
  }
}

extension TermList {
  /// Returns the terms within an edit distance of a word, in byte order.
  ///
  /// A dead prefix is a prefix that no term within the distance has. After several consecutive
  /// terms with a dead prefix, the search skips all further terms with the last dead prefix.
  /// `bound` is the maximum edit distance.
  ///
  /// - Complexity: O(p log n) in a list of n terms, for p prefixes that a term within the distance
  ///   can have.
  package func terms(near word: [UInt8], bound: Int) throws -> [NearTerm] {
    var distance = EditDistance(to: word, bound: bound)
    var found: [NearTerm] = []
    var start: [UInt8]? = []
    while let first = start {
      start = nil
      var passed = 0
      try forEachTerm(from: first.span) { term, count in
        let bytes = term.indices.map { term[$0] }
        if let near = distance.distance(of: bytes) {
          found.append(NearTerm(term: bytes, distance: near, documentCount: count))
        }
        guard let dead = distance.deadPrefix else {
          passed = 0
          return true
        }
        passed += 1
        guard passed > patience else { return true }
        start = successor(of: bytes.prefix(dead))
        return false
      }
    }
    return found
  }

  /// Returns the terms that are most similar to a word, as corrections.
  ///
  /// The order is by edit distance, then by descending number of documents, then by bytes. Words of
  /// up to four Unicode scalars allow one edit, and longer words allow two edits. The result
  /// contains at most `limit` terms, without the word itself.
  ///
  /// - Complexity: O(p log n + k log k) in a list of n terms, for k terms within the distance. p is
  ///   the number of prefixes that a term within the distance can have.
  package func suggestions(for word: [UInt8], limit: Int) throws -> [NearTerm] {
    let bound = EditDistance(to: word, bound: 0).length > 4 ? 2 : 1
    let near = try terms(near: word, bound: bound).filter { $0.distance > 0 }
    let sorted = near.sorted { a, b in
      if a.distance != b.distance { return a.distance < b.distance }
      if a.documentCount != b.documentCount { return a.documentCount > b.documentCount }
      return a.term.lexicographicallyPrecedes(b.term)
    }
    return Array(sorted.prefix(max(0, limit)))
  }

  /// The number of consecutive terms with a dead prefix that the search reads before skipping
  /// terms.
  private var patience: Int { 4 }

  /// Returns the first byte string after all byte strings with a prefix, or `nil` if all bytes of
  /// the prefix are `FF`.
  private func successor(of prefix: some Sequence<UInt8>) -> [UInt8]? {
    var bytes = Array(prefix)
    while let last = bytes.popLast() {
      if last < 0xFF { return bytes + [last + 1] }
    }
    return nil
  }
}
