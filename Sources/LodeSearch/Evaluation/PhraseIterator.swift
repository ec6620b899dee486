internal import LodeStore

/// The documents that contain a phrase.
///
/// A start of the phrase is the position of its first token; see `PostingPositions`. The candidate
/// is the current document, before or after the check of positions.
final class PhraseIterator: DocumentIterator {
  /// The number of the phrase in the resolved query.
  let number: Int
  let phrase: ResolvedPhrase
  /// Whether the phrase has one position, and can be in any column at any position.
  private let isTerm: Bool
  private var window: PhraseWindow
  /// The starts in the candidate that a `NearIterator` has chosen, or `nil` without a choice.
  private var kept: [UInt64]?

  init(_ number: Int, _ phrase: ResolvedPhrase, _ terms: [TermPostings]) throws {
    (self.number, self.phrase) = (number, phrase)
    isTerm = terms.count == 1 && phrase.columns == nil && phrase.firstOffset == nil
    window = PhraseWindow(phrase, terms)
    super.init()
    estimate = window.estimate
    document = try isTerm ? window.seekDocument(0, 0) : window.seek(0)
  }

  override var isExact: Bool { isTerm }

  override func seek(_ target: UInt32) throws {
    if target <= document { return }
    document = try isTerm ? window.seekDocument(0, target) : window.seek(target)
    kept = nil
  }

  override func check() throws -> Bool { try !window.starts(in: document).isEmpty }

  override func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws { try body(self) }

  /// Returns all starts of the phrase in the candidate.
  func allStarts() throws -> ArraySlice<UInt64> {
    try isTerm ? window.places(in: document) : window.starts(in: document)
  }

  /// Chooses the starts that `occurrences` returns for the candidate.
  func keep(_ starts: [UInt64]) { kept = starts }

  /// Returns the chosen starts, or all starts without a choice.
  ///
  /// The candidate must be a match.
  func occurrences() throws -> ArraySlice<UInt64> {
    if let kept { return kept[...] }
    return try allStarts()
  }

  /// Returns the number of occurrences of the phrase in the candidate.
  ///
  /// The candidate must be a match.
  func frequency() throws -> Int {
    if let kept { return kept.count }
    return try isTerm ? window.frequency(in: document) : window.starts(in: document).count
  }
}
