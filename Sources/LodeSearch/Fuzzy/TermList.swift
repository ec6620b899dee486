internal import LodeCoding
package import LodeStore

/// Terms in the order of their bytes.
package protocol TermList {
  /// Calls `body` with each term from one on, and in how many documents it is, until it says false.
  func forEachTerm(
    from first: Span<UInt8>, _ body: (Span<UInt8>, _ documentCount: Int) throws -> Bool
  ) throws
}

extension TokenIndexReader: TermList {}

/// A term that is like a word.
package struct NearTerm: Sendable, Hashable {
  /// The bytes of the term.
  package var term: [UInt8]
  /// How far it is from the word.
  package var distance: Int
  /// In how many documents it is.
  package var documentCount: Int

  package init(term: [UInt8], distance: Int, documentCount: Int) {
    (self.term, self.distance, self.documentCount) = (term, distance, documentCount)
  }
}

extension TermList {
  /// The terms that are at most so far from a word, in the order of their bytes.
  ///
  /// Beginnings that no near term has are passed over: after a few such terms the reader seeks past
  /// them.
  ///
  /// - Complexity: O(beginnings that are near · log terms), for bounds of 1 or 2 a small part of
  ///   the list.
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

  /// What may have been meant by a word that no document has: the nearest terms, of those the most
  /// frequent ones.
  ///
  /// Words of up to four characters are one change from what was meant, longer ones two. The word
  /// itself is no suggestion.
  ///
  /// - Complexity: that of ``terms(near:bound:)``.
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

  /// How many terms with a beginning that no near term has are cheaper than to look for what
  /// follows them.
  private var patience: Int { 4 }

  /// The least bytes behind all that begin with some; `nil` when there are none.
  private func successor(of prefix: some Sequence<UInt8>) -> [UInt8]? {
    var bytes = Array(prefix)
    while let last = bytes.popLast() {
      if last < 0xFF { return bytes + [last + 1] }
    }
    return nil
  }
}
