/// The documents in which phrases are near each other.
final class NearIterator: CommonDocuments {
  /// The phrases, in the order of the query.
  private let phrases: [PhraseIterator]
  /// The lengths of the phrases, in positions.
  private let lengths: [Int]
  private let rule: NearRule

  init(_ phrases: [PhraseIterator], _ rule: NearRule) throws {
    (self.phrases, self.rule) = (phrases, rule)
    lengths = phrases.map { $0.phrase.length }
    try super.init(phrases)
  }

  override var isExact: Bool { false }

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
