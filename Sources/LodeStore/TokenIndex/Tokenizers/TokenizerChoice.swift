/// The tokenizer of a field in a full-text index, with its filters.
///
/// ```swift
/// let body = TokenizerChoice.words().stopWords(["the", "a"]).stemming("english")
/// let spaced = TokenizerChoice.unicode()
/// ```
///
/// An index records the text form of its tokenizer, ``text``, and its ``version``.
public struct TokenizerChoice: Sendable, Hashable {
  /// The treatment of diacritical marks.
  public enum Diacritics: Int, Sendable, Hashable, CaseIterable {
    /// Letters keep all marks, as with SQLite's `remove_diacritics 0`: "é" is not "e".
    case keep = 0
    /// Letters with one mark lose the mark, and letters with several marks keep all marks: "é" is
    /// "e", but "ế" is not.
    ///
    /// SQLite's `remove_diacritics 1` does the same.
    case simple = 1
    /// Letters lose all marks, as with SQLite's `remove_diacritics 2`.
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

  /// Returns the default tokenizer: folded words of all scripts, and every substring of Chinese,
  /// Japanese, and Korean text.
  ///
  /// Spaces do not separate Chinese and Japanese words, and Korean words take endings. A query
  /// therefore finds any substring of these texts, of any length.
  ///
  /// - Parameter diacritics: The treatment of diacritical marks.
  /// - Complexity: O(1).
  public static func words(_ diacritics: Diacritics = .simple) -> TokenizerChoice {
    unicode(diacritics).splittingCJK()
  }

  /// Returns a tokenizer for folded words of letters and digits of all scripts: SQLite's
  /// `unicode61`.
  ///
  /// A run of Chinese, Japanese, or Korean characters is one word, so a query for a substring does
  /// not find the word. To find substrings, use ``words(_:)``.
  ///
  /// - Parameter diacritics: The treatment of diacritical marks.
  /// - Complexity: O(1).
  public static func unicode(_ diacritics: Diacritics = .simple) -> TokenizerChoice {
    TokenizerChoice(.unicode(diacritics))
  }

  /// The default tokenizer, equal to ``words(_:)`` with ``Diacritics/simple``.
  public static var cjk: TokenizerChoice { words() }

  /// A tokenizer for words in lower case, in which all characters beyond ASCII are letters:
  /// SQLite's `simple`.
  public static var simple: TokenizerChoice { TokenizerChoice(.simple) }

  /// A tokenizer for Unicode words without English endings, by Porter's original algorithm:
  /// SQLite's `porter`.
  public static var porter: TokenizerChoice {
    TokenizerChoice(.unicode(.simple), stemmer: .porter)
  }

  /// A tokenizer for every three consecutive characters: SQLite's `trigram`.
  ///
  /// A query finds any substring of at least three characters.
  public static var trigram: TokenizerChoice { TokenizerChoice(.trigram) }

  /// Returns the choice of a tokenizer that the program implements.
  ///
  /// - Parameters:
  ///   - name: The name that the store records.
  ///   - version: The version. A new version rebuilds the index.
  ///   - tokenizer: The tokenizer, which the store keeps while the store is open. Several threads
  ///     can call the tokenizer at the same time.
  public static func own(
    _ name: String, version: Int, _ tokenizer: any Tokenizer
  ) -> TokenizerChoice {
    TokenizerChoice(.own(NamedFunction(name: name, version: version, function: tokenizer)))
  }

  /// Returns the choice with every substring of Chinese, Japanese, and Korean text searchable.
  ///
  /// The call affects ``unicode(_:)`` and ``porter`` only.
  ///
  /// - Complexity: O(1).
  public func splittingCJK() -> TokenizerChoice {
    guard case .unicode = words else { return self }
    var choice = self
    choice.splitsCJK = true
    return choice
  }

  /// Returns the choice with stop words, which queries do not find; other words keep their
  /// positions.
  ///
  /// - Parameter stopWords: The words, which the tokenizer folds like texts; an empty sequence for
  ///   no stop words.
  /// - Complexity: O(n log n) for n words.
  public func stopWords(_ stopWords: some Sequence<String>) -> TokenizerChoice {
    var choice = self
    choice.stopWords = Set(stopWords.filter { !$0.isEmpty }).sorted()
    return choice
  }

  /// Returns the choice with words reduced to their stems, by the rules of a language.
  ///
  /// The rules come from the library libstemmer (Snowball), which requires the trait `Stemming`.
  /// Most languages need letters with their marks: `.unicode(.keep)`. Programs that share a store
  /// need the same version of the library.
  ///
  /// - Parameter language: A language of ``stemmingLanguages``, such as "english". A program
  ///   without the language cannot use the index.
  /// - Complexity: O(1).
  public func stemming(_ language: String) -> TokenizerChoice {
    var choice = self
    choice.stemmer = .language(language)
    return choice
  }

  /// Returns the choice with synonyms: a query for a word also finds texts with its synonyms.
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
  /// Indexing adds the synonyms at the position of the word. The words of queries stay unchanged.
  ///
  /// - Parameters:
  ///   - name: The name of the function that the store records.
  ///   - version: The version. A new version rebuilds the index.
  ///   - function: Returns the synonyms of a word. The word is folded and stemmed, and the index
  ///     stores each returned term unchanged. Several threads can call the function at the same
  ///     time.
  public func synonyms(
    _ name: String, version: Int, _ function: @escaping @Sendable (String) -> [String]
  ) -> TokenizerChoice {
    var choice = self
    choice.synonyms = NamedFunction(name: name, version: version, function: function)
    return choice
  }

  /// Whether several tokens of a text may have the same position.
  package var sharesPlaces: Bool {
    if case .own = words { return true }
    return synonyms != nil
  }

  /// The languages that ``stemming(_:)`` supports in this program.
  public static var stemmingLanguages: [String] { Stemmer.languages }
}

/// A function or a tokenizer of the program, identified by name and version only.
struct NamedFunction<Function: Sendable>: Sendable, Hashable {
  let name: String
  let version: Int
  /// The function; `nil` in a choice that the parser created from its text form.
  var function: Function?

  static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.version == b.version }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
  }
}
