/// A choice of a tokenizer and its filters, for a field of a full-text index.
///
/// ```swift
/// let body = TokenizerChoice.words().stopWords(["the", "a"]).stemming("english")
/// let spaced = TokenizerChoice.unicode()
/// ```
///
/// An index records the ``text`` and the ``version`` of the choice.
public struct TokenizerChoice: Sendable, Hashable {
  /// The treatment of diacritical marks on the letters A to Z.
  ///
  /// Other composed letters, such as "й" and "ǿ", always keep their marks.
  public enum Diacritics: Int, Sendable, Hashable, CaseIterable {
    /// Letters keep all marks: "é" is not "e".
    ///
    /// SQLite's `remove_diacritics 0` does the same.
    case keep = 0
    /// Letters with one mark lose the mark, and letters with several marks keep all marks: "é" is
    /// "e", but "ế" is not.
    ///
    /// SQLite's `remove_diacritics 1` does the same.
    case simple = 1
    /// Letters lose all marks: "ế" is "e".
    ///
    /// SQLite's `remove_diacritics 2` does the same.
    case all = 2
  }

  enum Words: Sendable, Hashable {
    case unicode(Diacritics)
    case simple
    case trigram
    case own(NamedFunction<any Tokenizer>)
  }

  var words = Words.unicode(.simple)
  var splitsCJK = false
  /// The stop words as given, sorted.
  var stopWords: [String] = []
  var stemmer: Stemmer?
  var synonyms: NamedFunction<@Sendable (String) -> [String]>?

  init(_ words: Words, splitsCJK: Bool = false, stemmer: Stemmer? = nil) {
    self.words = words
    self.splitsCJK = splitsCJK
    self.stemmer = stemmer
  }

  /// Returns the default tokenizer, for folded words of all scripts, and for substrings of Chinese,
  /// Japanese, and Korean (CJK) text.
  ///
  /// Spaces do not separate Chinese and Japanese words, and Korean words take endings. A query
  /// therefore finds any substring of a run of CJK characters.
  ///
  /// - Parameter diacritics: The treatment of diacritical marks.
  /// - Complexity: O(1).
  public static func words(_ diacritics: Diacritics = .simple) -> TokenizerChoice {
    unicode(diacritics).splittingCJK()
  }

  /// Returns a tokenizer for folded words of letters and digits of all scripts: SQLite's
  /// `unicode61`.
  ///
  /// A run of CJK characters is one word, so a query for a part of the run does not find the word.
  /// To find substrings, use ``words(_:)``.
  ///
  /// - Parameter diacritics: The treatment of diacritical marks.
  /// - Complexity: O(1).
  public static func unicode(_ diacritics: Diacritics = .simple) -> TokenizerChoice {
    TokenizerChoice(.unicode(diacritics))
  }

  /// The default tokenizer, equal to ``words(_:)`` with ``Diacritics/simple``.
  public static var cjk: TokenizerChoice { words() }

  /// A tokenizer for words of ASCII letters, ASCII digits, and all characters beyond ASCII:
  /// SQLite's `simple`.
  ///
  /// The tokenizer changes only ASCII letters to lower case.
  public static var simple: TokenizerChoice { TokenizerChoice(.simple) }

  /// A tokenizer for Unicode words, with English stemming by Porter's algorithm of 1980: SQLite's
  /// `porter`.
  public static var porter: TokenizerChoice {
    TokenizerChoice(.unicode(.simple), stemmer: .porter)
  }

  /// A tokenizer whose tokens are all groups of three consecutive characters: SQLite's `trigram`.
  ///
  /// A query finds any substring of at least three characters.
  public static var trigram: TokenizerChoice { TokenizerChoice(.trigram) }

  /// Returns the choice of a tokenizer that the program implements.
  ///
  /// - Parameters:
  ///   - name: The name that the store records.
  ///   - version: The version. Defining the index with another version rebuilds the index.
  ///   - tokenizer: The tokenizer. Several threads can call the tokenizer at the same time.
  public static func own(
    _ name: String, version: Int, _ tokenizer: any Tokenizer
  ) -> TokenizerChoice {
    TokenizerChoice(.own(NamedFunction(name: name, version: version, function: tokenizer)))
  }

  /// Returns the choice with substrings of Chinese, Japanese, and Korean (CJK) text searchable.
  ///
  /// The call changes only Unicode tokenizers, such as ``unicode(_:)`` and ``porter``.
  ///
  /// - Complexity: O(1).
  public func splittingCJK() -> TokenizerChoice {
    guard case .unicode = words else { return self }
    var choice = self
    choice.splitsCJK = true
    return choice
  }

  /// Returns the choice with the given stop words, which the index omits.
  ///
  /// The other words of a text keep their positions. The call replaces earlier stop words.
  ///
  /// - Parameter stopWords: The words, which the tokenizer folds like the words of a text. An empty
  ///   sequence means no stop words.
  /// - Complexity: O(n log n) for n words.
  public func stopWords(_ stopWords: some Sequence<String>) -> TokenizerChoice {
    var choice = self
    choice.stopWords = Set(stopWords.filter { !$0.isEmpty }).sorted()
    return choice
  }

  /// Returns the choice with words reduced to their stems, by the rules of a language.
  ///
  /// The rules come from the library libstemmer (Snowball), which requires the trait `Stemming`.
  /// For most languages, use ``Diacritics/keep``, because the rules need the marks of letters.
  /// Programs that share a store need the same version of the library.
  ///
  /// - Parameter language: A language of ``stemmingLanguages``, such as "english". A program
  ///   without the language cannot use the index.
  /// - Complexity: O(1).
  public func stemming(_ language: String) -> TokenizerChoice {
    var choice = self
    choice.stemmer = .language(language)
    return choice
  }

  /// Returns the choice with synonyms, which the index stores beside each word.
  ///
  /// ```swift
  /// let choice = TokenizerChoice.words().synonyms("abbreviations", version: 1) { word in
  ///   switch word {
  ///   case "db": ["database"]
  ///   case "database": ["db"]
  ///   default: []
  ///   }
  /// }
  /// ```
  ///
  /// The index of this example finds a text with "db" also by "database". Synonyms have the
  /// position of their word. Queries use no synonyms.
  ///
  /// - Parameters:
  ///   - name: The name of the function that the store records.
  ///   - version: The version. Defining the index with another version rebuilds the index.
  ///   - function: Returns the synonyms of a folded and stemmed word. Return synonyms folded and
  ///     stemmed too, because the index stores them unchanged. Several threads can call the
  ///     function at the same time.
  public func synonyms(
    _ name: String, version: Int, _ function: @escaping @Sendable (String) -> [String]
  ) -> TokenizerChoice {
    var choice = self
    choice.synonyms = NamedFunction(name: name, version: version, function: function)
    return choice
  }

  /// Whether several tokens of a text can have the same position.
  package var sharesPlaces: Bool {
    if case .own = words { return true }
    return synonyms != nil
  }

  /// The languages that ``stemming(_:)`` supports in this program.
  public static var stemmingLanguages: [String] { Stemmer.languages }
}

/// A function or a tokenizer of the program.
///
/// Values with equal name and version are equal.
struct NamedFunction<Function: Sendable>: Sendable, Hashable {
  let name: String
  let version: Int
  /// The function; `nil` if the value comes from the text form of a choice.
  var function: Function?

  static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.version == b.version }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
  }
}
