/// The documents in which phrases are near each other.
final class NearIterator: DocumentIterator {
  /// The rule by which occurrences of the phrases are near each other.
  enum Rule {
    /// All occurrences are in one window with this distance, as in `Proximity.windows`.
    case window(Int)
    /// Each occurrence is near the previous occurrence, with these distances, as in
    /// `Proximity.chains`.
    case chain([Int])
  }

  private let phrases: [PhraseIterator]
  /// The phrases, lowest estimate first.
  private let order: [PhraseIterator]
  /// The lengths of the phrases, in positions.
  private let lengths: [Int]
  private let rule: Rule

  init(_ phrases: [PhraseIterator], _ rule: Rule) throws {
    (self.phrases, self.rule) = (phrases, rule)
    lengths = phrases.map { $0.phrase.length }
    order = phrases.sorted { $0.estimate < $1.estimate }
    super.init()
    estimate = order.first?.estimate ?? 0
    document = try Leapfrog.next(order)
  }

  override var isExact: Bool { false }

  override func seek(_ target: UInt32) throws {
    if target <= document { return }
    try order[0].seek(target)
    document = try Leapfrog.next(order)
  }

  override func check() throws -> Bool {
    var starts: [[UInt64]] = []
    for phrase in phrases {
      starts.append(Array(try phrase.allStarts()))
      if starts.last?.isEmpty != false { return false }
    }
    let kept =
      switch rule {
      case .window(let distance):
        Proximity.windows(starts, lengths, distance: distance)
      case .chain(let distances):
        Proximity.chains(starts, lengths, distances: distances)
      }
    for (phrase, kept) in zip(phrases, kept) { phrase.keep(kept) }
    return !kept[0].isEmpty
  }

  override func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws {
    for phrase in phrases { try body(phrase) }
  }
}

/// The search for candidates that several iterators share.
///
/// A candidate is a document that can match; see `DocumentIterator`.
enum Leapfrog {
  /// Moves the iterators forward to the first common candidate, and returns the candidate, or
  /// `end`.
  ///
  /// The list must not be empty. The search is fastest if the first iterator has the fewest
  /// candidates.
  static func next(_ iterators: [DocumentIterator]) throws -> UInt32 {
    let lead = iterators[0]
    var place = 1
    while place < iterators.count, lead.document != DocumentIterator.end {
      let other = iterators[place]
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
