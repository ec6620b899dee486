internal import LodeCoding
internal import LodeStore

/// The search for the documents with a phrase, in one window of the index at a time.
///
/// A window is a range of documents in which each term has one block of postings. Comparing whole
/// blocks is faster than a call for each document. A start is the position of the first token of
/// the phrase.
struct PhraseWindow {
  /// The postings of the phrase's terms, rarest first.
  private let terms: [TermPostings]
  /// The distance of each term in `terms` from the start of the phrase, in positions.
  private let offsets: [UInt64]
  private let columns: ColumnSet?
  private let firstOffset: UInt32?
  private var blocks: [BlockDocuments<TermPostings>]
  /// The documents of the window that contain all terms; after `findStarts`, the documents that
  /// contain the phrase.
  private var documents: [UInt32] = []
  /// The index of the current document in `documents`.
  private var place = 0
  /// The last document of the window, or `nil` before the first window.
  private var last: UInt32?
  /// The starts of the phrase in the documents, or `nil` before `findStarts`.
  private var starts: PhraseStarts?

  init(_ phrase: ResolvedPhrase, _ terms: [TermPostings]) {
    let order = terms.indices.sorted { terms[$0].estimate < terms[$1].estimate }
    self.terms = order.map { terms[$0] }
    offsets = order.map { UInt64(phrase.terms[$0].offset) }
    blocks = self.terms.map { BlockDocuments($0) }
    (columns, firstOffset) = (phrase.columns, phrase.firstOffset)
  }

  /// The approximate number of documents with the rarest term.
  var estimate: Int { terms[0].estimate }

  /// Returns the first document at or after `target` with all terms, or `end`.
  ///
  /// `target` must not decrease from call to call.
  mutating func seek(_ target: UInt32) throws -> UInt32 {
    var target = target
    while true {
      if let last, target <= last {
        if place < documents.count {
          place = documents.place(of: target, from: place)
          if documents[place] >= target { return documents[place] }
        }
        target = last + 1
      }
      guard try open(target) else { return TermPostings.end }
    }
  }

  /// Opens the first window at or after `target`, and returns whether a window remained.
  ///
  /// The window need not contain a document with all terms.
  private mutating func open(_ target: UInt32) throws -> Bool {
    var (start, number, settled) = (target, 0, 0)
    while settled < terms.count {
      // The rarest term moves by documents, and the other terms move by blocks.
      let first = try number == 0 ? seekDocument(0, start) : seekBlock(number, start)
      if first == TermPostings.end { return false }
      settled = first > start ? 1 : settled + 1
      start = max(first, start)
      number = (number + 1) % terms.count
    }
    let last = terms.reduce(TermPostings.end) { min($0, $1.last) }
    try blocks[0].copy(from: start, upTo: last, into: &documents)
    for number in blocks.indices.dropFirst() where !documents.isEmpty {
      _ = try blocks[number].seek(documents[0])
      documents.keepCommon(with: blocks[number].documents, from: blocks[number].index)
    }
    self.last = last
    place = 0
    starts = nil
    return true
  }

  /// Moves a term to its first block that ends at or after `target`, and returns the first document
  /// of the block, or `end`.
  private mutating func seekBlock(_ number: Int, _ target: UInt32) throws -> UInt32 {
    if try terms[number].seekBlock(target) { blocks[number].begin() }
    return terms[number].first
  }

  /// Moves a term to its first document at or after `target`, and returns the document, or `end`.
  mutating func seekDocument(_ number: Int, _ target: UInt32) throws -> UInt32 {
    let first = try seekBlock(number, target)
    // If the result is the first document of the block, the block needs no decoding.
    return target <= first ? first : try blocks[number].seek(target)
  }

  /// Returns the starts of the phrase in a document.
  ///
  /// The result is empty if the document is not the current document.
  mutating func starts(in document: UInt32) throws -> ArraySlice<UInt64> {
    if starts == nil { try findStarts() }
    guard let starts, place < documents.count, documents[place] == document else { return [] }
    return starts.places[starts.range(of: place)]
  }

  private mutating func findStarts() throws {
    var starts = PhraseStarts()
    let current = place < documents.count ? documents[place] : TermPostings.end
    for number in blocks.indices where !documents.isEmpty {
      _ = try blocks[number].seek(documents[0])
      let positions = try blocks[number].allPlaces()
      if number == 0 {
        starts.take(documents, blocks[0], positions, offset: offsets[0], firstOffset, columns)
      } else {
        starts.keep(&documents, blocks[number], positions, offset: offsets[number])
      }
    }
    self.starts = starts
    place = documents.firstIndex { $0 >= current } ?? documents.count
  }

  // The following functions are for a phrase of one position without restrictions.

  /// Returns the number of occurrences of the only term in a document.
  mutating func frequency(in document: UInt32) throws -> Int {
    _ = try blocks[0].seek(document)
    return Int(try blocks[0].frequency())
  }

  /// Returns the positions of the only term in a document.
  mutating func places(in document: UInt32) throws -> ArraySlice<UInt64> {
    _ = try blocks[0].seek(document)
    let positions = try blocks[0].allPlaces()
    return positions.places[positions.range(of: blocks[0].index)]
  }
}

extension [UInt32] {
  /// Keeps the numbers that `others` contains at or after the index `start`.
  ///
  /// The numbers and `others` must be ascending.
  fileprivate mutating func keepCommon(with others: [UInt32], from start: Int) {
    let others = others.span
    var numbers = mutableSpan
    var (count, other) = (0, start)
    for place in numbers.indices {
      let number = numbers[place]
      while other < others.count, others[other] < number { other += 1 }
      guard other < others.count else { break }
      if others[other] == number {
        numbers[count] = number
        count += 1
      }
    }
    removeLast(self.count - count)
  }
}
