internal import LodeStore

/// The documents with a phrase.
final class PhraseIterator: DocumentIterator {
  /// The phrase's number in the query.
  let number: Int
  let phrase: ResolvedPhrase
  /// The postings of each place.
  private let terms: [TermPostings]
  /// The terms' numbers, rarest first.
  private let order: [Int]
  /// Where the phrase begins in the candidate, if it was looked for there.
  private var starts: [UInt64] = []
  private var startsDocument: UInt32?
  private var more: [UInt64] = []
  /// The starts that are near to those of other phrases, where these are asked for.
  private var kept: [UInt64]?

  init(_ number: Int, _ phrase: ResolvedPhrase, _ terms: [TermPostings]) throws {
    (self.number, self.phrase, self.terms) = (number, phrase, terms)
    order = terms.indices.sorted { terms[$0].estimate < terms[$1].estimate }
    super.init()
    estimate = terms.map(\.estimate).min() ?? 0
    try align()
  }

  /// The postings, if they alone say which documents have the phrase, and how often.
  var onlyTerm: TermPostings? { isExact ? terms[0] : nil }

  override var isExact: Bool {
    terms.count == 1 && phrase.columns == nil && phrase.firstOffset == nil
  }

  override func seek(_ target: UInt32) throws {
    if target <= document { return }
    try terms[order[0]].seek(target)
    try align()
  }

  /// Brings all terms to the first document that all of them have.
  private func align() throws {
    let lead = terms[order[0]]
    var target = lead.document
    var place = 1
    while place < order.count, target != Self.end {
      let term = terms[order[place]]
      try term.seek(target)
      if term.document == target {
        place += 1
      } else {
        target = term.document
        try lead.seek(target)
        target = lead.document
        place = 1
      }
    }
    document = target
    kept = nil
  }

  override func check() throws -> Bool {
    try findStarts()
    return !starts.isEmpty
  }

  override func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws { try body(self) }

  /// Where the phrase begins in the candidate: all places, not only those near to other phrases.
  func allStarts() throws -> [UInt64] {
    try findStarts()
    return starts
  }

  /// Keeps some of the starts, until the candidate is another one.
  func keep(_ starts: [UInt64]) { kept = starts }

  /// Where the phrase begins in the document, which is a match.
  func occurrences() throws -> [UInt64] { try kept ?? allStarts() }

  /// How often the phrase is in the document, which is a match.
  func frequency() throws -> Int {
    if let kept { return kept.count }
    if isExact { return try terms[0].frequency() }
    return try allStarts().count
  }

  private func findStarts() throws {
    if startsDocument == document { return }
    starts.removeAll(keepingCapacity: true)
    startsDocument = document
    guard document != Self.end else { return }
    let first = order[0]
    try terms[first].places(into: &starts)
    narrow(by: UInt64(phrase.terms[first].offset))
    for number in order.dropFirst() where !starts.isEmpty {
      more.removeAll(keepingCapacity: true)
      try terms[number].places(into: &more)
      starts.keepCommon(with: more, behind: UInt64(phrase.terms[number].offset))
    }
  }

  /// Makes starts of places that are so far behind them, and keeps those that the phrase may have.
  private func narrow(by offset: UInt64) {
    let first = phrase.firstOffset
    var count = 0
    for place in starts {
      guard UInt64(PostingPositions.offset(place)) >= offset else { continue }
      let start = place - offset
      if let first, PostingPositions.offset(start) != first { continue }
      if let columns = phrase.columns, !columns.contains(PostingPositions.column(start)) {
        continue
      }
      starts[count] = start
      count += 1
    }
    starts.removeLast(starts.count - count)
  }
}

extension [UInt64] {
  /// Keeps the numbers for which another list has the number that is so much greater; both are ascending.
  fileprivate mutating func keepCommon(with others: [UInt64], behind offset: UInt64) {
    var (count, other) = (0, 0)
    for place in indices {
      let wanted = self[place] + offset
      while other < others.count, others[other] < wanted { other += 1 }
      guard other < others.count else { break }
      if others[other] == wanted {
        self[count] = self[place]
        count += 1
      }
    }
    removeLast(self.count - count)
  }
}
