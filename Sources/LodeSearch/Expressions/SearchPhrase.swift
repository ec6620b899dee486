/// Consecutive words in one column.
public struct SearchPhrase: Sendable, Hashable {
  /// The words, in order.
  public var words: [Word]
  /// Whether the phrase must be at the start of its column.
  public var isFirst: Bool
  /// The columns to search; `nil` for all columns.
  public var columns: SearchColumns?

  /// Creates a phrase from words.
  public init(_ words: [Word], isFirst: Bool = false, columns: SearchColumns? = nil) {
    self.words = words
    self.isFirst = isFirst
    self.columns = columns
  }

  /// Creates a phrase from a text.
  ///
  /// Operators in the text have no meaning.
  public init(_ text: String) { self.init([Word(text)]) }

  /// A part of a phrase, with the comparison of its last token.
  ///
  /// The search splits the text into tokens, so the text can contain several words.
  public struct Word: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The comparison of the text's last token with the tokens of documents.
    ///
    /// All earlier tokens must be equal.
    public var match: Match

    /// Creates a part of a phrase.
    public init(_ text: String, _ match: Match = .exact) {
      self.text = text
      self.match = match
    }
  }

  /// The comparison of a token with the tokens of documents.
  public enum Match: Sendable, Hashable {
    /// The document's token is equal.
    case exact
    /// The document's token begins with the text's token.
    case prefix
    /// The maximum edit distance of the document's token: 1 or 2.
    ///
    /// Larger numbers mean 2.
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
    // The change is in place, so that a phrase of many words is not copied for each word.
    words[words.count - 1].text += " "
    words[words.count - 1].text += word.text
    words[words.count - 1].match = word.match
  }
}

/// A choice of columns of an index, by name.
///
/// Names are compared without regard to case.
public struct SearchColumns: Sendable, Hashable {
  /// The names.
  public var names: [String]
  /// Whether the names exclude columns instead of selecting them.
  public var isNegated: Bool

  /// Creates a choice of the named columns, or of all other columns.
  public init(_ names: [String], isNegated: Bool = false) {
    self.names = names
    self.isNegated = isNegated
  }
}
