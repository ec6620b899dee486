/// A sequence of words that are adjacent in one column.
///
/// ```swift
/// let phrase = SearchPhrase([.init("compiler"), .init("engin", .prefix)])
/// let expression = SearchExpression.phrase(phrase)
/// ```
public struct SearchPhrase: Sendable, Hashable {
  /// The parts of the phrase, in order.
  ///
  /// In ``SearchExpression/words(_:)``, the parts can be at any positions.
  public var words: [Word]
  /// Whether the phrase must be at the start of its column.
  public var isFirst: Bool
  /// The columns to search, or `nil` for all columns.
  public var columns: SearchColumns?

  /// Creates a phrase from its parts.
  public init(_ words: [Word], isFirst: Bool = false, columns: SearchColumns? = nil) {
    self.words = words
    self.isFirst = isFirst
    self.columns = columns
  }

  /// Creates a phrase from a text, in which operators have no meaning.
  public init(_ text: String) { self.init([Word(text)]) }

  /// A part of a phrase: a text, and the kind of match of the text's last token.
  public struct Word: Sendable, Hashable {
    /// The text, which can contain several words.
    public var text: String
    /// The kind of match of the text's last token.
    ///
    /// The match of all earlier tokens is exact.
    public var match: Match

    /// Creates a part of a phrase.
    public init(_ text: String, _ match: Match = .exact) {
      self.text = text
      self.match = match
    }
  }

  /// The kind of match between a token of the text and a token of a row.
  public enum Match: Sendable, Hashable {
    /// The token of the row equals the token of the text.
    case exact
    /// The token of the row begins with the token of the text.
    case prefix
    /// The token of the row is within an edit distance of the token of the text.
    ///
    /// The distance is 1 or 2. A lower number counts as 1, and a higher number as 2.
    case fuzzy(Int)
  }

  /// Appends a part.
  ///
  /// If the last part is exact and the new part is not fuzzy, the call joins the two texts with a
  /// space.
  mutating func append(_ word: Word) {
    if case .fuzzy = word.match { return words.append(word) }
    guard words.last?.match == .exact else { return words.append(word) }
    // Appending in place avoids a copy for each word.
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
  /// The paths of the fields, such as `address.city`.
  ///
  /// The case of the names does not matter. A search ignores names that the searched index does not
  /// have.
  public var names: [String]
  /// Whether the choice contains all columns except the named columns.
  public var isNegated: Bool

  /// Creates a choice of the named columns, or of all other columns if `isNegated` is `true`.
  public init(_ names: [String], isNegated: Bool = false) {
    self.names = names
    self.isNegated = isNegated
  }
}
