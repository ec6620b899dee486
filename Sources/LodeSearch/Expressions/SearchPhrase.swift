/// A sequence of words; the words are adjacent in one column, except in `SearchExpression.words`.
///
/// ```swift
/// let phrase = SearchPhrase([.init("compiler"), .init("engin", .prefix)])
/// let expression = SearchExpression.phrase(phrase)
/// ```
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

  /// Creates a phrase from a text, in which operators have no meaning.
  public init(_ text: String) { self.init([Word(text)]) }

  /// A part of a phrase: a text, and the comparison of the text's last token.
  public struct Word: Sendable, Hashable {
    /// The text, which may contain several words; the search splits the text into tokens.
    public var text: String
    /// The comparison of the text's last token with the tokens of rows.
    ///
    /// All earlier tokens must be equal.
    public var match: Match

    /// Creates a part of a phrase.
    public init(_ text: String, _ match: Match = .exact) {
      self.text = text
      self.match = match
    }
  }

  /// The comparison of a token with the tokens of rows.
  public enum Match: Sendable, Hashable {
    /// The row's token is equal to the text's token.
    case exact
    /// The row's token begins with the text's token.
    case prefix
    /// The row's token is within the given edit distance of the text's token.
    ///
    /// The distance is 1 or 2. Smaller numbers count as 1, and larger numbers as 2.
    case fuzzy(Int)
  }

  /// Appends a word.
  ///
  /// If the last word is exact, an exact or prefix word extends the last word. Every other word
  /// stays separate.
  mutating func append(_ word: Word) {
    if case .fuzzy = word.match { return words.append(word) }
    guard words.last?.match == .exact else { return words.append(word) }
    // Appending to the stored text does not copy the phrase for each word.
    words[words.count - 1].text += " "
    words[words.count - 1].text += word.text
    words[words.count - 1].match = word.match
  }
}

/// A choice of columns of an index, by name.
///
/// ```swift
/// let allButBody = SearchColumns(["body"], isNegated: true)
/// let expression = SearchExpression.columns(allButBody, .word("editor"))
/// ```
public struct SearchColumns: Sendable, Hashable {
  /// The paths of the indexed fields, such as `address.city`, in upper or lower case.
  public var names: [String]
  /// Whether the names exclude columns instead of selecting them.
  public var isNegated: Bool

  /// Creates a choice of the named columns, or of all other columns.
  public init(_ names: [String], isNegated: Bool = false) {
    self.names = names
    self.isNegated = isNegated
  }
}
