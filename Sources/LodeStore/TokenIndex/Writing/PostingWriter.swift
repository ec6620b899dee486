internal import LodeCoding
internal import LodeLMDB

extension TokenIndexTable {
  /// Writes the postings of gathered documents, in the order of terms.
  func writePostings(
    of gathering: borrowing TokenGathering, from first: UInt32
  ) throws(LMDBError) {
    if gathering.occurrences.isEmpty { return }
    var writer = try PostingWriter(self, gathering, first: first)
    for term in gathering.sortedTerms() { try writer.write(term) }
  }
}

/// Puts the postings of terms behind those that are there.
private struct PostingWriter: ~Copyable {
  private let table: TokenIndexTable
  private let gathering: TokenGathering
  private let first: UInt32
  /// The run and the offset of each occurrence, those of one term together, and where those of each end.
  private let occurrences: [UInt64]
  private let ends: [Int]
  /// Whether no term is in the table yet, so that each block comes behind all others.
  private let isEmpty: Bool
  private var block = BlockBuilder()
  /// Whether the block is the one on which the cursor stands.
  private var isLoaded = false
  // Memory to work in.
  private var key: [UInt8] = []
  private var bytes: [UInt8] = []
  private var places: [UInt64] = []

  init(
    _ table: TokenIndexTable, _ gathering: borrowing TokenGathering, first: UInt32
  ) throws(LMDBError) {
    self.table = table
    self.gathering = copy gathering
    self.first = first
    (occurrences, ends) = self.gathering.occurrencesByTerm()
    if let last = try table.cursor.move(.last) {
      isEmpty = last.key[0] < TokenKey.term
    } else {
      isEmpty = true
    }
  }

  /// Writes the postings of a term.
  mutating func write(_ term: Int) throws(LMDBError) {
    let range = (term == 0 ? 0 : ends[term - 1])..<ends[term]
    startKey(term)
    block.removeAll()
    isLoaded = false
    if !isEmpty { try loadLast() }
    var next = range.lowerBound
    while next < range.upperBound {
      let document = takePlaces(&next, upTo: range.upperBound)
      if gathering.documents[document].isDead { continue }
      try add(document)
    }
    try finishBlock()
  }

  private mutating func startKey(_ term: Int) {
    let term = gathering.terms[term]
    key.removeAll(keepingCapacity: true)
    key.append(TokenKey.term)
    let all = gathering.termBytes
    key.append(copying: all.span.extracting(term.start..<term.start + term.count))
    // One more than what stands behind the term, so that it is behind all of its blocks.
    key.append(1)
  }

  /// Begins with the last block of the term, if there is one.
  private mutating func loadLast() throws(LMDBError) {
    guard let entry = try table.cursor.seek(lessThan: key.span),
      entry.key.count == key.count + 4, let found = TokenKey.split(entry.key),
      found.term.byteOrder(key.span.extracting(1..<key.count - 1)) == 0
    else { return }
    // One that is full is left alone.
    if entry.value.count >= BlockBuilder.target { return }
    guard block.load(entry.value, first: found.first), block.last < first else {
      throw table.damaged()
    }
    isLoaded = true
  }

  /// Takes the places of the next document; returns its place among the gathered ones.
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

  private mutating func add(_ document: Int) throws(LMDBError) {
    let length = gathering.documents[document].length
    let number = first + UInt32(document)
    let places = places
    if block.addIfRoom(number, length: length, places: places.span) { return }
    try finishBlock()
    block.removeAll()
    isLoaded = false
    _ = block.addIfRoom(number, length: length, places: places.span)
  }

  /// Writes the block.
  private mutating func finishBlock() throws(LMDBError) {
    if block.isEmpty { return }
    bytes.removeAll(keepingCapacity: true)
    block.append(to: &bytes)
    key[key.count - 1] = 0
    key.append(bigEndian: block.first)
    defer {
      key.removeLast(4)
      key[key.count - 1] = 1
    }
    if isLoaded {
      let bytes = bytes
      try table.cursor.replaceCurrent(count: bytes.count, forKey: key.span) {
        $0.append(copying: bytes.span)
      }
      return
    }
    let mode: PutMode = isEmpty ? .append : .overwrite
    if try !table.cursor.put(bytes.span, forKey: key.span, mode: mode) { throw table.damaged() }
  }
}

extension TokenGathering {
  /// The occurrences, those of each term together and in the order in which they came: run and offset; and where those of each
  /// term end.
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

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: UInt32) {
    for shift in stride(from: UInt32(24), through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value &>> shift))
    }
  }
}
