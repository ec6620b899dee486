internal import LodeCoding
internal import LodeStore

/// The builder of the document iterators for a query in one index.
struct IteratorBuilder {
  let query: ResolvedQuery
  let reader: TokenIndexReader

  /// Returns the iterator of a node.
  ///
  /// Returns `NoDocuments` for `.nothing`, or if the index lacks a necessary term.
  func iterator(_ node: QueryNode) throws -> DocumentIterator {
    switch node {
    case .nothing: return NoDocuments()
    case .all: return AllDocuments(reader)
    case .phrase(let number): return try phrase(number) ?? NoDocuments()
    case .near(let numbers, let rule): return try near(numbers, rule)
    case .and(let parts): return try and(parts)
    case .or(let parts): return try or(parts)
    case .not(let base, let excluded):
      let base = try iterator(base)
      if base is NoDocuments { return base }
      let excluded = try iterator(excluded)
      return excluded is NoDocuments ? base : ExcludingIterator(base, excluding: excluded)
    }
  }

  private func and(_ parts: [QueryNode]) throws -> DocumentIterator {
    var iterators: [DocumentIterator] = []
    for part in parts {
      let made = try iterator(part)
      // Without documents of one part, the other parts need no lookup.
      if made is NoDocuments { return made }
      iterators.append(made)
    }
    return try AndIterator(iterators)
  }

  private func or(_ parts: [QueryNode]) throws -> DocumentIterator {
    var iterators: [DocumentIterator] = []
    for part in parts {
      let made = try iterator(part)
      if !(made is NoDocuments) { iterators.append(made) }
    }
    return iterators.isEmpty
      ? NoDocuments() : iterators.count == 1 ? iterators[0] : OrIterator(iterators)
  }

  private func near(_ numbers: [Int], _ rule: NearRule) throws -> DocumentIterator {
    var phrases: [PhraseIterator] = []
    for number in numbers {
      guard let made = try phrase(number) else { return NoDocuments() }
      phrases.append(made)
    }
    return try NearIterator(phrases, rule)
  }

  /// Returns the iterator of the query's phrase with a number, counted from 0.
  ///
  /// Returns `nil` if the full-text index has no term for a position of the phrase.
  func phrase(_ number: Int) throws -> PhraseIterator? {
    let phrase = query.phrases[number]
    let columns = phrase.columns?.blockMask ?? .max
    var terms: [TermPostings] = []
    for term in phrase.terms {
      guard let made = try postings(term, columns) else { return nil }
      terms.append(made)
    }
    return try PhraseIterator(number, phrase, terms)
  }

  private func postings(_ term: ResolvedTerm, _ columns: UInt8) throws -> TermPostings? {
    if let exact = term.exact {
      guard let cursor = try PostingCursor(exact.span, reader) else { return nil }
      return try SingleTerm(cursor, columns: columns, limit: reader.documentLimit)
    }
    let many = try ManyTerms(term, reader)
    return many.first == TermPostings.end ? nil : many
  }
}
