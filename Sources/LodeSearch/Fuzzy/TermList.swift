internal import LodeCoding
package import LodeStore

/// A list of terms in byte order.
package protocol TermList {
  /// Calls `body` with each term from `first` on, and the number of documents with the term, until
  /// `body` returns `false`.
  func forEachTerm(
    from first: Span<UInt8>, _ body: (Span<UInt8>, _ documentCount: Int) throws -> Bool
  ) throws
}

extension TokenIndexReader: TermList {}

/// A term that is near a word.
package struct NearTerm: Sendable, Hashable {
  /// The bytes of the term.
  package var term: [UInt8]
  /// The distance from the word.
  package var distance: Int
  /// The number of documents with the term.
  package var documentCount: Int

  package init(term: [UInt8], distance: Int, documentCount: Int) {
    (self.term, self.distance, self.documentCount) = (term, distance, documentCount)
  }
}

extension TermList {
  /// Returns the terms within a distance of a word, in byte order.
  ///
  /// After a few terms whose common prefix no near term can have, the search seeks past the prefix.
  ///
  /// - Complexity: O(p · log n) for p prefixes of near terms in a list of n terms. For bounds of 1
  ///   or 2, p is a small part of n.
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

  /// Suggests corrections of a word: the nearest terms, ordered by distance, then by number of
  /// documents with the most first, then by bytes.
  ///
  /// Words of up to four Unicode scalars allow one edit; longer words allow two edits. The word
  /// itself is not a suggestion.
  ///
  /// - Complexity: O(p · log n + k log k) for p prefixes of k near terms in a list of n terms.
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

  /// The number of terms to read before a seek past their prefix is cheaper.
  private var patience: Int { 4 }

  /// Returns the lowest bytes above all bytes with a prefix; `nil` if all bytes are `FF`.
  private func successor(of prefix: some Sequence<UInt8>) -> [UInt8]? {
    var bytes = Array(prefix)
    while let last = bytes.popLast() {
      if last < 0xFF { return bytes + [last + 1] }
    }
    return nil
  }
}
