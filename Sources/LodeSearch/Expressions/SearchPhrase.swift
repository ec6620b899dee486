/// Consecutive words in one column.
public struct SearchPhrase: Sendable, Hashable {
  /// The words, in order.
  public var words: [Word]
  /// Whether the phrase must be at the start of its column.
  public var isFirst: Bool
  /// The columns that may contain the phrase; `nil` for all.
  public var columns: SearchColumns?

  /// A phrase of words.
  public init(_ words: [Word], isFirst: Bool = false, columns: SearchColumns? = nil) {
    self.words = words
    self.isFirst = isFirst
    self.columns = columns
  }

  /// Creates a phrase from a text.
  ///
  /// Operators have no meaning.
  public init(_ text: String) { self.init([Word(text)]) }

  /// A part of a phrase, and how its last token is compared.
  ///
  /// The search splits the text into tokens, so the text can contain several words.
  public struct Word: Sendable, Hashable {
    /// The text.
    public var text: String
    /// How the last token of the text is compared with tokens of documents.
    ///
    /// All other tokens must be equal.
    public var match: Match

    /// A part of a phrase.
    public init(_ text: String, _ match: Match = .exact) {
      self.text = text
      self.match = match
    }
  }

  /// How a token is compared with tokens of documents.
  public enum Match: Sendable, Hashable {
    /// The document's token is equal.
    case exact
    /// The document's token begins with the token.
    case prefix
    /// The largest edit distance of the document's token: 1 or 2. Larger numbers mean 2.
    case fuzzy(Int)
  }

  /// Appends a word.
  ///
  /// A word after an exact text is joined to that text.
  ///
  /// A fuzzy word stays separate.
  mutating func append(_ word: Word) {
    if case .fuzzy = word.match { return words.append(word) }
    guard words.last?.match == .exact else { return words.append(word) }
    // In place, so that a phrase of very many words is not copied for each of them.
    words[words.count - 1].text += " "
    words[words.count - 1].text += word.text
    words[words.count - 1].match = word.match
  }
}

/// Some columns of an index, by their names.
///
/// Names are compared without regard to case.
public struct SearchColumns: Sendable, Hashable {
  /// The names.
  public var names: [String]
  /// Whether the names exclude columns instead of choosing them.
  public var isNegated: Bool

  /// Columns, or all others.
  public init(_ names: [String], isNegated: Bool = false) {
    self.names = names
    self.isNegated = isNegated
  }
}
