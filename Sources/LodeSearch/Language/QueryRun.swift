/// A run of characters, or the inside of quotes, with the signs that mean something in it.
struct QueryRun {
  private(set) var words: [SearchPhrase.Word] = []
  /// Whether a caret stands right before the first word.
  private(set) var isFirst = false
  /// Whether signs separate words.
  private(set) var isSeveral = false
  /// Whether the run is `*:*`, which is every document.
  private(set) var isAll = false

  /// A text whose signs mean nothing.
  init(plain text: some StringProtocol) {
    let scalars = Array(text.unicodeScalars)
    guard let all = Self.trimmed(scalars[...]) else { return }
    note(all)
    words = [SearchPhrase.Word(Self.string(all))]
  }

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

  /// Makes the last word a prefix, if its end is compared, and if it is at the end of the text.
  mutating func completeLastWord() -> Bool {
    guard let last = words.indices.last, words[last].match == .exact,
      let end = words[last].text.unicodeScalars.last, QueryText.isWord(end)
    else { return false }
    words[last].match = .prefix
    return true
  }

  /// Splits at the stars that stand right behind a word, which make prefixes.
  private mutating func split(_ scalars: ArraySlice<Unicode.Scalar>, isBare: Bool) {
    var start = scalars.startIndex
    for place in scalars.indices where scalars[place] == "*" {
      guard place > start, QueryText.isWord(scalars[place - 1]) else { continue }
      words.append(SearchPhrase.Word(Self.string(scalars[start..<place]), .prefix))
      start = place + 1
    }
    let rest = scalars[start...]
    if rest.contains(where: Self.isText) {
      words.append(SearchPhrase.Word(Self.string(isBare ? Self.withoutSigns(rest) : rest)))
    }
  }

  /// Reads `word~1` and `word~2`.
  private mutating func readFuzzy(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let word = scalars.dropLast(2)
    guard scalars.count > 2, scalars[scalars.endIndex - 2] == "~",
      let distance = scalars.last, distance == "1" || distance == "2",
      word.allSatisfy(QueryText.isWord)
    else { return false }
    words = [SearchPhrase.Word(Self.string(word), .fuzzy(distance == "1" ? 1 : 2))]
    return true
  }

  /// Finds out whether there are several words.
  private mutating func note(_ scalars: ArraySlice<Unicode.Scalar>) {
    var (wasWord, count) = (false, 0)
    for scalar in scalars {
      let isWord = QueryText.isWord(scalar)
      if isWord && !wasWord { count += 1 }
      wasWord = isWord
    }
    isSeveral = count > 1
  }

  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 || QueryText.isWord(scalar)
  }

  /// The scalars without the ASCII signs around them, but for a star behind a word.
  private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>?
  {
    guard let first = scalars.firstIndex(where: isText), let last = scalars.lastIndex(where: isText)
    else { return nil }
    let end = last + 1
    let hasStar = end < scalars.endIndex && scalars[end] == "*"
    return scalars[first..<(hasStar ? end + 1 : end)]
  }

  /// The scalars without stars.
  private static func withoutSigns(
    _ scalars: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    trimmed(scalars).map { $0.last == "*" ? $0.dropLast() : $0 } ?? scalars
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
