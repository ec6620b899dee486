internal import LodeStore

/// The documents with a phrase.
final class PhraseIterator: DocumentIterator {
  /// The phrase's number in the query.
  let number: Int
  let phrase: ResolvedPhrase
  /// The postings of the term that is the rarest.
  private let lead: TermPostings
  /// Those of the others, rarest first.
  private let others: [TermPostings]
  /// How far behind the phrase's beginning these are.
  private let leadOffset: UInt64
  private let offsets: [UInt64]
  private let columns: ColumnSet?
  private let firstOffset: UInt32?
  private let isTerm: Bool
  /// Where the phrase begins in the candidate, if it was looked for there.
  private var starts: [UInt64] = []
  private var startsDocument: UInt32?
  private var more: [UInt64] = []
  /// The starts that are near to those of other phrases, where these are asked for.
  private var kept: [UInt64]?

  init(_ number: Int, _ phrase: ResolvedPhrase, _ terms: [TermPostings]) throws {
    (self.number, self.phrase) = (number, phrase)
    let order = terms.indices.sorted { terms[$0].estimate < terms[$1].estimate }
    lead = terms[order[0]]
    leadOffset = UInt64(phrase.terms[order[0]].offset)
    others = order.dropFirst().map { terms[$0] }
    offsets = order.dropFirst().map { UInt64(phrase.terms[$0].offset) }
    (columns, firstOffset) = (phrase.columns, phrase.firstOffset)
    isTerm = terms.count == 1 && columns == nil && firstOffset == nil
    super.init()
    estimate = lead.estimate
    try align()
  }

  override var isExact: Bool { isTerm }

  override func seek(_ target: UInt32) throws {
    if target <= document { return }
    try lead.seek(target)
    try align()
  }

  /// Brings all terms to the first document that all of them have.
  private func align() throws {
    var target = lead.document
    var place = 0
    while place < others.count, target != Self.end {
      let term = others[place]
      try term.seek(target)
      if term.document == target {
        place += 1
      } else {
        try lead.seek(term.document)
        target = lead.document
        place = 0
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
    if isExact { return try lead.frequency() }
    return try allStarts().count
  }

  private func findStarts() throws {
    if startsDocument == document { return }
    starts.removeAll(keepingCapacity: true)
    startsDocument = document
    guard document != Self.end else { return }
    try lead.places(into: &starts)
    narrow()
    for place in others.indices where !starts.isEmpty {
      more.removeAll(keepingCapacity: true)
      try others[place].places(into: &more)
      starts.keepCommon(with: more, behind: offsets[place])
    }
  }

  /// Makes starts of the leading term's places, and keeps those that the phrase may have.
  private func narrow() {
    if leadOffset == 0, columns == nil, firstOffset == nil { return }
    starts.keepStarts(offset: leadOffset, firstOffset, columns)
  }
}

extension [UInt64] {
  /// Makes starts of places that are so far behind them, and keeps those with an offset and in columns.
  fileprivate mutating func keepStarts(offset: UInt64, _ first: UInt32?, _ columns: ColumnSet?) {
    var count = 0
    for place in self {
      guard UInt64(PostingPositions.offset(place)) >= offset else { continue }
      let start = place - offset
      if let first, PostingPositions.offset(start) != first { continue }
      if let columns, !columns.contains(PostingPositions.column(start)) { continue }
      self[count] = start
      count += 1
    }
    removeLast(self.count - count)
  }

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
