internal import LodeLMDB

extension TokenIndexTable {
  /// Writes the postings of the gathered documents as a new segment, and returns the number of
  /// written bytes.
  func writeSegment(
    of gathering: borrowing TokenGathering, from first: UInt32, _ state: inout TokenIndexState
  ) throws(LMDBError) -> Int {
    if gathering.isEmpty { return 0 }
    if gathering.occurrences.isEmpty, state.widenLastSegment() { return 0 }
    guard let number = state.takeSegmentNumber() else { throw damaged() }
    state.segments.append(TokenSegment(number: number, end: state.next))
    if gathering.occurrences.isEmpty { return 0 }
    var writer = PostingWriter(self, gathering, first: first, number)
    for term in gathering.sortedTerms() { try writer.write(term) }
    return try writer.finish()
  }
}

/// A writer of the postings of gathered documents, term by term.
private struct PostingWriter: ~Copyable {
  private let gathering: TokenGathering
  private let first: UInt32
  /// The occurrences, grouped by term, and the end of each group.
  ///
  /// An occurrence has the number of its run in the upper half, and its offset in the lower half.
  private let occurrences: [UInt64]
  private let ends: [Int]
  private var rows: SegmentWriter
  private var block = BlockBuilder()
  private var places: [UInt64] = []

  init(
    _ table: TokenIndexTable, _ gathering: borrowing TokenGathering, first: UInt32,
    _ segment: UInt32
  ) {
    self.gathering = copy gathering
    self.first = first
    (occurrences, ends) = self.gathering.occurrencesByTerm()
    rows = SegmentWriter(table, segment, mode: .append)
  }

  /// Writes the last row, and returns the number of written bytes.
  mutating func finish() throws(LMDBError) -> Int {
    try rows.finish()
    return rows.written
  }

  /// Writes the postings of a term.
  mutating func write(_ term: Int) throws(LMDBError) {
    let range = (term == 0 ? 0 : ends[term - 1])..<ends[term]
    var next = range.lowerBound
    while next < range.upperBound {
      let document = takePlaces(&next, upTo: range.upperBound)
      if gathering.documents[document].isDead { continue }
      try add(document, of: term)
    }
    try finishBlock(of: term)
  }

  /// Collects the positions of the next document, and returns its index among the gathered
  /// documents.
  private mutating func takePlaces(_ next: inout Int, upTo end: Int) -> Int {
    places.removeAll(keepingCapacity: true)
    let document = gathering.runs[Int(occurrences[next] >> 32)].document
    var isSorted = true
    while next < end {
      let run = gathering.runs[Int(occurrences[next] >> 32)]
      if run.document != document { break }
      let place = UInt64(run.column) << 32 | occurrences[next] & 0xFFFF_FFFF
      if let last = places.last, last > place { isSorted = false }
      places.append(place)
      next += 1
    }
    if !isSorted { places.sort() }
    return Int(document)
  }

  private mutating func add(_ document: Int, of term: Int) throws(LMDBError) {
    let length = gathering.documents[document].length
    let number = first + UInt32(document)
    let places = places
    if block.addIfRoom(number, length: length, places: places.span) { return }
    try finishBlock(of: term)
    _ = block.addIfRoom(number, length: length, places: places.span)
  }

  /// Writes the block, and begins the next block.
  private mutating func finishBlock(of term: Int) throws(LMDBError) {
    if block.isEmpty { return }
    let term = gathering.terms[term]
    let all = gathering.termBytes
    try rows.add(block, of: all.span.extracting(term.start..<term.start + term.count))
    block.removeAll()
  }
}

extension TokenGathering {
  /// Returns the occurrences, grouped by term, and the end of each group.
  ///
  /// In a group, the occurrences have the order of the texts.
  fileprivate func occurrencesByTerm() -> ([UInt64], [Int]) {
    var places: [Int] = []
    places.reserveCapacity(terms.count)
    var sum = 0
    for term in terms {
      places.append(sum)
      sum += Int(term.occurrences)
    }
    var placed = [UInt64](repeating: 0, count: occurrences.count)
    var target = placed.mutableSpan
    var next = places.mutableSpan
    let source = occurrences.span
    var index = 0
    for (number, run) in runs.enumerated() {
      while index < run.end {
        let occurrence = source[index]
        let term = Int(occurrence.term)
        target[next[term]] = UInt64(number) << 32 | UInt64(occurrence.offset)
        next[term] &+= 1
        index &+= 1
      }
    }
    return (placed, places)
  }
}
