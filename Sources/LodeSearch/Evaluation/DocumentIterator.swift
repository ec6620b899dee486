internal import LodeStore

/// An iterator over the documents of a full-text index, in the order of their numbers.
///
/// A document is a numbered version of an indexed row. The current document is a *candidate*: a
/// document that can match. Finding a candidate needs no positions. `isMatch` then checks the
/// remaining requirements, for example the positions.
class DocumentIterator {
  static let end = DocumentNumber.end

  /// The candidate, or `end` after the last candidate.
  final var document: UInt32 = 0
  /// The approximate number of candidates in the whole index.
  final var estimate = 0
  /// Whether all candidates are matches.
  var isExact: Bool { true }
  private final var checked: UInt32?
  private final var wasMatch = false

  /// Moves forward to the first candidate at or after `target`, or to `end`.
  func seek(_ target: UInt32) throws {}

  /// Returns whether the candidate matches, without a cache.
  ///
  /// Subclasses override `check`. Callers use `isMatch`, which caches the result.
  func check() throws -> Bool { true }

  /// Calls `body` for each phrase that occurs in the candidate, which must be a match.
  func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws {}

  /// Returns whether the candidate matches, and caches the result for the candidate.
  final func isMatch() throws -> Bool {
    if isExact { return true }
    if checked != document {
      wasMatch = try check()
      checked = document
    }
    return wasMatch
  }

  /// Moves forward to the first match at or after `target`, or to `end`.
  ///
  /// Each candidate counts as a step of the search. A step throws an error if a time limit or a
  /// cancelled task ends the search.
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

/// An iterator over all documents of an index.
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

  // After compaction, some numbers have no document.
  override var isExact: Bool { false }

  override func check() throws -> Bool { try reader.key(of: document) != nil }
}
