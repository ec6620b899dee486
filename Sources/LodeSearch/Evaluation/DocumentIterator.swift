internal import LodeStore

/// Goes through documents in the order of their numbers.
///
/// An iterator stands on a *candidate*, which is cheap to find, and tells on demand whether it
/// `isMatch`: whether also the places of words are right. So places are read only where all words
/// are.
class DocumentIterator {
  /// The number that stands behind all documents.
  static let end = UInt32.max

  /// The candidate, or `end`.
  final var document: UInt32 = 0
  /// About how many candidates there are.
  final var estimate = 0
  /// Whether candidates are matches without a look.
  var isExact: Bool { true }
  private final var checked: UInt32?
  private final var wasMatch = false

  /// Goes on to the first candidate that is not below a number; never back.
  func seek(_ target: UInt32) throws {}

  /// Whether the candidate is what is looked for, which an iterator that is exact is not asked.
  func check() throws -> Bool { true }

  /// Calls a body for each phrase that matches at the candidate, which is a match.
  func forEachPhrase(_ body: (PhraseIterator) throws -> Void) throws {}

  /// Whether the candidate is what is looked for.
  final func isMatch() throws -> Bool {
    if isExact { return true }
    if checked != document {
      wasMatch = try check()
      checked = document
    }
    return wasMatch
  }

  /// Goes on to the first match that is not below a number.
  final func seekMatch(_ target: UInt32) throws {
    try seek(target)
    while document != Self.end, try !isMatch() { try seek(document + 1) }
  }
}

/// No document.
final class NoDocuments: DocumentIterator {
  override init() {
    super.init()
    document = Self.end
  }
}

/// Every document.
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

  // Numbers of documents that were compacted away belong to nothing.
  override var isExact: Bool { false }

  override func check() throws -> Bool { try reader.key(of: document) != nil }
}
