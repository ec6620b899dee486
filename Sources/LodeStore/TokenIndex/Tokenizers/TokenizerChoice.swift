/// What a field of a search index is made tokens of with: a tokenizer, and what is done with its
/// tokens.
///
/// ```swift
/// let body = TokenizerChoice.words().stopWords(["the", "a"]).stemming("english")
/// let spaced = TokenizerChoice.unicode()
/// ```
///
/// An index is made with one choice and keeps its text form, ``text``, and its ``version``. Equal
/// choices give equal tokens.
public struct TokenizerChoice: Sendable, Hashable {
  /// What becomes of the marks of letters.
  public enum Diacritics: Int, Sendable, Hashable, CaseIterable {
    /// They stay: "é" is not "e". SQLite's `remove_diacritics 0`.
    case keep = 0
    /// Letters with one mark lose it, those with more stay as they are: "é" is "e", "ế" is not.
    /// SQLite's `remove_diacritics 1`.
    case simple = 1
    /// Letters lose all of their marks. SQLite's `remove_diacritics 2`.
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
  /// Sorted, as they were given.
  var stopWords: [String] = []
  var stemmer: Stemmer?
  var synonyms: NamedFunction<@Sendable (String) -> [String]>?

  init(_ words: Words, splitsCJK: Bool = false, stemmer: Stemmer? = nil) {
    self.words = words
    self.splitsCJK = splitsCJK
    self.stemmer = stemmer
  }

  /// The default: words of letters and digits of all scripts, folded, and every part of Chinese,
  /// Japanese and Korean text.
  ///
  /// These scripts put no spaces between words, so a query finds any part of a run of their
  /// characters, of any length.
  ///
  /// - Parameter diacritics: what becomes of the marks of letters.
  /// - Complexity: O(1).
  public static func words(_ diacritics: Diacritics = .simple) -> TokenizerChoice {
    unicode(diacritics).splittingCJK()
  }

  /// Words of letters and digits of all scripts, folded: SQLite's `unicode61`.
  ///
  /// A run of Chinese, Japanese or Korean characters is one word here, and a part of the run is not
  /// found. ``words(_:)`` finds the part.
  ///
  /// - Parameter diacritics: what becomes of the marks of letters.
  /// - Complexity: O(1).
  public static func unicode(_ diacritics: Diacritics = .simple) -> TokenizerChoice {
    TokenizerChoice(.unicode(diacritics))
  }

  /// The default tokenizer by the name of what it adds to ``unicode(_:)``: the same as
  /// ``words(_:)``.
  public static var cjk: TokenizerChoice { words() }

  /// Words of ASCII letters and digits in lower case; all other characters are letters as they are:
  /// SQLite's `simple`.
  public static var simple: TokenizerChoice { TokenizerChoice(.simple) }

  /// Unicode words without their English endings, by Porter's first algorithm: SQLite's `porter`.
  public static var porter: TokenizerChoice {
    TokenizerChoice(.unicode(.simple), stemmer: .porter)
  }

  /// Every three characters that follow each other: SQLite's `trigram`.
  ///
  /// Any part of a text of three characters or more is found, and nothing shorter.
  public static var trigram: TokenizerChoice { TokenizerChoice(.trigram) }

  /// A tokenizer of the program.
  ///
  /// - Parameters:
  ///   - name: what it is called in the store.
  ///   - version: its version. If it changes, the index is rebuilt.
  ///   - tokenizer: the tokenizer.
  public static func own(
    _ name: String, version: Int, _ tokenizer: any Tokenizer
  ) -> TokenizerChoice {
    TokenizerChoice(.own(NamedFunction(name: name, version: version, function: tokenizer)))
  }

  /// The choice with pieces of the runs of Chinese, Japanese and Korean characters, beside the
  /// words of other scripts.
  ///
  /// It is for ``unicode(_:)`` and ``porter``; other tokenizers stay as they are.
  ///
  /// - Complexity: O(1).
  public func splittingCJK() -> TokenizerChoice {
    guard case .unicode = words else { return self }
    var choice = self
    choice.splitsCJK = true
    return choice
  }

  /// The choice without some words: they are not found, and count when words are counted.
  ///
  /// - Parameter stopWords: the words; case and marks do not matter where they do not matter in
  ///   texts. None for no stop words.
  /// - Complexity: O(n log n) with the number of words.
  public func stopWords(_ stopWords: some Sequence<String>) -> TokenizerChoice {
    var choice = self
    choice.stopWords = Set(stopWords.filter { !$0.isEmpty }).sorted()
    return choice
  }

  /// The choice with words without their endings, by the rules of a language.
  ///
  /// The rules come from the library libstemmer (Snowball), which requires the trait `Stemming`.
  /// The rules of most languages need letters with their marks: `.unicode(.keep)`. Programs that
  /// share a store need the same version of the library.
  ///
  /// - Parameter language: a language as ``stemmingLanguages`` has it, such as "english". A program
  ///   that does not have it cannot use indexes with it.
  /// - Complexity: O(1).
  public func stemming(_ language: String) -> TokenizerChoice {
    var choice = self
    choice.stemmer = .language(language)
    return choice
  }

  /// The choice with other words that are found where a word is.
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
  /// Documents have them beside the word, at its position; queries are asked as they are.
  ///
  /// - Parameters:
  ///   - name: what the function is called in the store.
  ///   - version: its version. If it changes, the index is rebuilt.
  ///   - function: returns the terms of a word. The word is folded and stemmed; each returned term
  ///     is indexed unchanged.
  public func synonyms(
    _ name: String, version: Int, _ function: @escaping @Sendable (String) -> [String]
  ) -> TokenizerChoice {
    var choice = self
    choice.synonyms = NamedFunction(name: name, version: version, function: function)
    return choice
  }

  /// Whether several tokens may be at one place of a text.
  package var sharesPlaces: Bool {
    if case .own = words { return true }
    return synonyms != nil
  }

  /// The languages that ``stemming(_:)`` has in this program.
  public static var stemmingLanguages: [String] { Stemmer.languages }
}

/// A function or a tokenizer of the program, by name and version: those alone tell it apart.
struct NamedFunction<Function: Sendable>: Sendable, Hashable {
  let name: String
  let version: Int
  /// `nil` when the choice was read from its text form.
  var function: Function?

  static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.version == b.version }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(version)
  }
}
