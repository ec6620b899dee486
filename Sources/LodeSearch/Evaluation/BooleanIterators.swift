internal import HeapModule

/// The candidates that all iterators of a list have in common.
///
/// A candidate is a document that can match. A match is a candidate that passes the check, for
/// example of the positions; see `DocumentIterator`.
class CommonDocuments: DocumentIterator {
  /// The iterators, lowest estimate first.
  final let parts: [DocumentIterator]

  /// Creates an iterator that moves the part with the lowest estimate first.
  ///
  /// The list must not be empty.
  init(_ parts: [DocumentIterator]) throws {
    self.parts = parts.sorted { $0.estimate < $1.estimate }
    super.init()
    estimate = self.parts[0].estimate
    document = try next()
  }

  final override func seek(_ target: UInt32) throws {
    if target <= document { return }
    try parts[0].seek(target)
    document = try next()
  }

  /// Moves the parts forward to the first common candidate, and returns the candidate, or `end`.
  private func next() throws -> UInt32 {
    let lead = parts[0]
    var place = 1
    while place < parts.count, lead.document != Self.end {
      let other = parts[place]
      try other.seek(lead.document)
      if other.document == lead.document {
        place += 1
      } else {
        try lead.seek(other.document)
        place = 1
      }
    }
    return lead.document
  }
}

/// The documents that all iterators of a list find.
final class AndIterator: CommonDocuments {
  /// Whether all candidates of all parts are matches.
  private let isPlain: Bool

  override init(_ parts: [DocumentIterator]) throws {
    isPlain = parts.allSatisfy(\.isExact)
    try super.init(parts)
  }

  override var isExact: Bool { isPlain }

  override func check() throws -> Bool {
    for part in parts where try !part.isMatch() { return false }
    return true
  }

  override func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws {
    for part in parts { try part.forEachPhrase(body) }
  }
}

/// The documents that at least one iterator of a list finds.
final class OrIterator: DocumentIterator {
  /// The current document of a part, with the index of the part.
  ///
  /// Candidates compare by document.
  private struct Candidate: Comparable {
    var document: UInt32
    var part: Int

    static func == (a: Candidate, b: Candidate) -> Bool { a.document == b.document }
    static func < (a: Candidate, b: Candidate) -> Bool { a.document < b.document }
  }

  private let parts: [DocumentIterator]
  /// Whether all candidates of all parts are matches.
  private let isPlain: Bool
  /// The candidates of all parts.
  ///
  /// A seek moves only the parts that are before the target.
  private var candidates: Heap<Candidate>

  init(_ parts: [DocumentIterator]) {
    self.parts = parts
    isPlain = parts.allSatisfy(\.isExact)
    candidates = Heap(parts.indices.map { Candidate(document: parts[$0].document, part: $0) })
    super.init()
    estimate = parts.reduce(0) { $0 + $1.estimate }
    document = candidates.min?.document ?? Self.end
  }

  override var isExact: Bool { isPlain }

  override func seek(_ target: UInt32) throws {
    while var first = candidates.min, first.document < target {
      try parts[first.part].seek(target)
      first.document = parts[first.part].document
      candidates.replaceMin(with: first)
    }
    document = candidates.min?.document ?? Self.end
  }

  override func check() throws -> Bool {
    for part in parts where part.document == document {
      if try part.isMatch() { return true }
    }
    return false
  }

  override func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws {
    for part in parts where part.document == document {
      if try part.isMatch() { try part.forEachPhrase(body) }
    }
  }
}

/// The documents that one iterator finds and a second iterator does not find.
final class ExcludingIterator: DocumentIterator {
  private let base: DocumentIterator
  private let excluded: DocumentIterator

  init(_ base: DocumentIterator, excluding excluded: DocumentIterator) {
    (self.base, self.excluded) = (base, excluded)
    super.init()
    estimate = base.estimate
    document = base.document
  }

  override var isExact: Bool { false }

  override func seek(_ target: UInt32) throws {
    try base.seek(target)
    document = base.document
  }

  override func check() throws -> Bool {
    guard try base.isMatch() else { return false }
    try excluded.seek(document)
    return try excluded.document != document || !excluded.isMatch()
  }

  override func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws {
    try base.forEachPhrase(body)
  }
}
