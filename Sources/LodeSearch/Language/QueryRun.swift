/// The words of a run.
///
/// A run is the text inside quotes, or a text outside quotes without white space, quotes, and
/// parentheses.
struct QueryRun {
  private(set) var words: [SearchPhrase.Word] = []
  /// Whether a caret is immediately before the first word.
  private(set) var isFirst = false
  /// Whether punctuation separates several words outside quotes.
  private(set) var isSeveral = false
  /// Whether the run is `*:*`, which finds all rows.
  private(set) var isAll = false

  /// Creates a run of plain text, in which operators have no meaning.
  init(plain text: Substring) {
    let scalars = Array(text.unicodeScalars)
    guard let all = Self.trimmed(scalars[...]) else { return }
    note(all)
    words = [SearchPhrase.Word(Self.string(all))]
  }

  /// Creates a run of a text in the query language.
  ///
  /// - Parameters:
  ///   - text: The text of the run, without the enclosing quotes.
  ///   - isBare: Whether the text is outside quotes.
  init(_ text: String, isBare: Bool) {
    if !text.isEmpty, text.utf8.allSatisfy(QueryText.isWordByte) {
      words = [SearchPhrase.Word(text)]
      return
    }
    let scalars = Array(text.unicodeScalars)
    let isText = scalars.contains(where: Self.isText)
    isAll = isBare && text == "*:*"
    guard isText else { return }
    let first = scalars.firstIndex(where: QueryText.isWord)
    if let first, first > 0, scalars[first - 1] == "^" { isFirst = true }
    let all = isBare ? Self.trimmed(scalars[...]) ?? [] : scalars[(isFirst ? first ?? 0 : 0)...]
    if isBare, readFuzzy(all) { return }
    if isBare { note(all) }
    split(all, isBare: isBare)
  }

  /// Makes the last word a prefix if the word is exact and ends with a word character.
  ///
  /// Returns whether the word became a prefix.
  mutating func completeLastWord() -> Bool {
    guard let last = words.indices.last, words[last].match == .exact,
      let end = words[last].text.unicodeScalars.last, QueryText.isWord(end)
    else { return false }
    words[last].match = .prefix
    return true
  }

  /// Splits the scalars after each star that follows a word, because the star makes the word a
  /// prefix.
  private mutating func split(_ scalars: ArraySlice<Unicode.Scalar>, isBare: Bool) {
    var start = scalars.startIndex
    for index in scalars.indices where scalars[index] == "*" {
      guard index > start, QueryText.isWord(scalars[index - 1]) else { continue }
      words.append(SearchPhrase.Word(Self.string(scalars[start..<index]), .prefix))
      start = index + 1
    }
    let rest = scalars[start...]
    if rest.contains(where: Self.isText) {
      words.append(SearchPhrase.Word(Self.string(isBare ? Self.withoutSigns(rest) : rest)))
    }
  }

  /// Reads `word~1` or `word~2`, and returns whether the text has this form.
  private mutating func readFuzzy(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let word = scalars.dropLast(2)
    guard scalars.count > 2, scalars[scalars.endIndex - 2] == "~",
      let distance = scalars.last, distance == "1" || distance == "2",
      word.allSatisfy(QueryText.isWord)
    else { return false }
    words = [SearchPhrase.Word(Self.string(word), .fuzzy(distance == "1" ? 1 : 2))]
    return true
  }

  /// Sets `isSeveral` if the scalars contain several words.
  private mutating func note(_ scalars: ArraySlice<Unicode.Scalar>) {
    var (wasWord, count) = (false, 0)
    for scalar in scalars {
      let isWord = QueryText.isWord(scalar)
      if isWord && !wasWord { count += 1 }
      wasWord = isWord
    }
    isSeveral = count > 1
  }

  /// Returns whether a scalar is an ASCII letter, an ASCII digit, or outside ASCII.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 || QueryText.isWord(scalar)
  }

  /// Returns the scalars without ASCII punctuation at the ends, except a star after the last word.
  ///
  /// Returns `nil` if all scalars are ASCII punctuation.
  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>?
  {
    guard let first = scalars.firstIndex(where: isText), let last = scalars.lastIndex(where: isText)
    else { return nil }
    let end = last + 1
    let hasStar = end < scalars.endIndex && scalars[end] == "*"
    return scalars[first..<(hasStar ? end + 1 : end)]
  }

  /// Returns the scalars without ASCII punctuation at the ends.
  private static func withoutSigns(
    _ scalars: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    trimmed(scalars).map { $0.last == "*" ? $0.dropLast() : $0 } ?? scalars
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
