internal import LodeCoding
internal import LodeStore

/// A search of one index.
///
/// The search is valid as long as its reader. The search finds documents on demand, in the order of
/// their numbers. A dead document is a document whose row was changed or deleted.
///
/// All methods throw `StoreError`, for example with `damaged` if the index is damaged. The code is
/// `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the search.
package final class SearchRun {
  private let reader: TokenIndexReader
  private let query: ResolvedQuery
  private let root: DocumentIterator
  /// The lowest document that `next` can return.
  private var target: UInt32 = 0

  /// Begins a search.
  ///
  /// - Complexity: O(t log n + p) for t terms in an index of n table rows. p is the number of
  ///   postings of prefixes and fuzzy words, and of postings before the first candidate.
  /// - Throws: The errors of all methods.
  package init(_ query: IndexQuery) throws {
    reader = query.reader
    self.query = query.resolved
    root = try IteratorBuilder(query: self.query, reader: reader).iterator(self.query.root)
  }

  /// Returns the next found document, or `nil` after the last document.
  ///
  /// The search skips dead documents.
  package func next() throws -> UInt32? {
    while true {
      try root.seekMatch(target, reader)
      guard root.document != DocumentIterator.end else { return nil }
      target = root.document + 1
      if try !reader.isDeleted(root.document) { return root.document }
    }
  }

  /// Returns the number of documents that `next` has not returned yet, at most `most`.
  ///
  /// The call can skip the counted documents, so `next` must not follow.
  ///
  /// - Complexity: At most O(p) for the p postings of the query. O(b) for one exact word in all
  ///   columns, with b blocks of postings, if the index has no dead documents.
  package func count(upTo most: Int = .max) throws -> Int {
    if let count = try quickCount() { return min(count, most) }
    var count = 0
    while try count < most && next() != nil { count += 1 }
    return count
  }

  /// Returns the count if no iteration is necessary; otherwise `nil`.
  ///
  /// The query must find all or no documents, or consist of a term or of terms joined by `OR`. The
  /// index must have no dead documents, and `next` must not have returned a document.
  private func quickCount() throws -> Int? {
    guard target == 0, !reader.hasDead else { return nil }
    switch query.root {
    case .nothing: return 0
    case .all: return reader.documentCount
    case .phrase(let number):
      guard let term = query.phrases[number].onlyTerm else { return nil }
      if let exact = term.exact {
        return try PostingCursor(exact.span, reader)?.countDocuments() ?? 0
      }
      return try union([number])?.count
    case .or(let parts):
      let numbers = parts.compactMap { if case .phrase(let number) = $0 { number } else { nil } }
      return numbers.count == parts.count ? try union(numbers)?.count : nil
    default: return nil
    }
  }

  /// Returns the documents with at least one of the phrases, or `nil` if a phrase is not a single
  /// term.
  private func union(_ numbers: [Int]) throws -> DocumentSet? {
    let terms = numbers.compactMap { query.phrases[$0].onlyTerm }
    guard terms.count == numbers.count else { return nil }
    var set = DocumentSet(limit: reader.documentLimit)
    for term in terms {
      try TermBlocks(term: term, reader: reader).forEach { documents, _, _ in set.insert(documents)
      }
    }
    return set
  }

  /// Returns the occurrences of the query's phrases in a document, ordered by column and position.
  ///
  /// For `NEAR`, the result contains only occurrences near each other. The result is empty for a
  /// document that does not match. The document numbers must not decrease from call to call.
  package func instances(in document: UInt32) throws -> [PhraseInstance] {
    try root.seek(document)
    guard try root.document == document && root.isMatch() else { return [] }
    var instances: [PhraseInstance] = []
    try root.forEachPhrase { phrase in
      for start in try phrase.occurrences() {
        instances.append(
          PhraseInstance(
            phrase: phrase.phrase.source, column: PostingPositions.column(start),
            position: Int(PostingPositions.offset(start)), length: phrase.phrase.length,
            endsInCharacter: phrase.phrase.endsInCharacter))
      }
    }
    return instances.sorted()
  }
}

/// An occurrence of a query's phrase in a document.
package struct PhraseInstance: Sendable, Hashable, Comparable {
  /// The number of the phrase in the expression, counted from 0.
  package var phrase: Int
  /// The number of the column, counted from 0.
  package var column: Int
  /// The position of the first token in the column.
  package var position: Int
  /// The length, in positions.
  package var length: Int
  /// Whether the last token is a pair of CJK characters of which only the first character matches.
  package var endsInCharacter: Bool

  package init(
    phrase: Int, column: Int, position: Int, length: Int, endsInCharacter: Bool = false
  ) {
    (self.phrase, self.column, self.position, self.length) = (phrase, column, position, length)
    self.endsInCharacter = endsInCharacter
  }

  /// The position after the last token.
  var end: Int { position + max(1, length) }

  /// Orders occurrences by column, then by position, then by phrase, then by length.
  package static func < (a: Self, b: Self) -> Bool {
    (a.column, a.position, a.phrase, a.length) < (b.column, b.position, b.phrase, b.length)
  }
}
