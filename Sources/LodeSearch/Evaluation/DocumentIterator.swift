internal import LodeStore

/// Iterates over documents in the order of their numbers.
///
/// The iterator is positioned on a *candidate*, which is cheap to find. `isMatch` then checks the
/// positions of words. The search therefore reads positions only for candidates.
class DocumentIterator {
  /// A number above every document number.
  static let end = UInt32.max

  /// The candidate, or `end`.
  final var document: UInt32 = 0
  /// The approximate number of candidates in the whole index.
  final var estimate = 0
  /// Whether every candidate is a match.
  var isExact: Bool { true }
  private final var checked: UInt32?
  private final var wasMatch = false

  /// Moves forward to the first candidate at or above `target`.
  func seek(_ target: UInt32) throws {}

  /// Returns whether the candidate matches; callers use `isMatch`, which calls `check` only if the
  /// iterator is not exact.
  func check() throws -> Bool { true }

  /// Calls `body` for each phrase that matches in the candidate, which must be a match.
  func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws {}

  /// Returns whether the candidate matches.
  final func isMatch() throws -> Bool {
    if isExact { return true }
    if checked != document {
      wasMatch = try check()
      checked = document
    }
    return wasMatch
  }

  /// Moves forward to the first match at or above `target`; counts each candidate as a step of
  /// the search in `reader`.
  final func seekMatch(_ target: UInt32, _ reader: TokenIndexReader) throws {
    try reader.step()
    try seek(target)
    while document != Self.end, try !isMatch() {
      try reader.step()
      try seek(document + 1)
    }
  }
}

/// An iterator without documents.
final class NoDocuments: DocumentIterator {
  override init() {
    super.init()
    document = Self.end
  }
}

/// An iterator over every document.
final class AllDocuments: DocumentIterator {
  private let reader: TokenIndexReader

  init(_ reader: TokenIndexReader) {
    self.reader = reader
    super.init()
    document = reader.documentLimit > 0 ? 0 : Self.end
    estimate = reader.documentCount
  }

  override func seek(_ target: UInt32) {
    document = max(document, target) < reader.documentLimit ? max(document, target) : Self.end
  }

  // Compaction leaves numbers without a document.
  override var isExact: Bool { false }

  override func check() throws -> Bool { try reader.key(of: document) != nil }
}
