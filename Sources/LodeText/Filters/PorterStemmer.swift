/// A stemmer for English words by Porter's algorithm.
///
/// SQLite's tokenizer `porter` returns the same stems.
///
/// Source: M. F. Porter, "An algorithm for suffix stripping", Program 14 (3), 1980, with the
/// author's later rules for "logi" and "bli". Words of fewer than three bytes or more than 64 bytes
/// stay unchanged.
struct PorterStemmer {
  static let version = 1

  private static let letters = 3...64

  // The word without the removed endings.
  private var word: [UInt8]

  /// Reduces a word to its stem.
  static func stem(_ word: inout [UInt8]) {
    guard letters.contains(word.count) else { return }
    var stemmer = PorterStemmer(word: [])
    swap(&stemmer.word, &word)
    stemmer.takePlural()
    stemmer.takePast()
    stemmer.turnY()
    stemmer.replace(Self.doubleEndings, measure: 1)
    stemmer.replace(Self.middleEndings, measure: 1)
    stemmer.replace(Self.lastEndings, measure: 2)
    stemmer.tidy()
    swap(&stemmer.word, &word)
  }

  // MARK: - Steps

  /// Performs step 1a: removes plural endings.
  private mutating func takePlural() {
    guard word.last == UInt8(ascii: "s") else { return }
    if ends("sses") || ends("ies") {
      word.removeLast(2)
    } else if !ends("ss") {
      word.removeLast()
    }
  }

  /// Performs step 1b: removes endings of past tenses and participles.
  private mutating func takePast() {
    if ends("eed") {
      if measure(word.count - 3) > 0 { word.removeLast() }
      return
    }
    for ending in Self.pastEndings where ends(ending) {
      guard hasVowel(word.count - ending.count) else { return }
      word.removeLast(ending.count)
      return mendPast()
    }
  }

  /// Completes a word after step 1b: "hopp" becomes "hop", and "conflat" becomes "conflate".
  private mutating func mendPast() {
    if ends("at") || ends("bl") || ends("iz") {
      word.append(UInt8(ascii: "e"))
    } else if let last = word.last, word.count > 1, last == word[word.count - 2], !isVowel(last),
      last != UInt8(ascii: "l"), last != UInt8(ascii: "s"), last != UInt8(ascii: "z")
    {
      word.removeLast()
    } else if measure(word.count) == 1, endsShort(word.count) {
      word.append(UInt8(ascii: "e"))
    }
  }

  /// Performs step 1c: replaces a final "y".
  private mutating func turnY() {
    if word.last == UInt8(ascii: "y"), hasVowel(word.count - 1) {
      word[word.count - 1] = UInt8(ascii: "i")
    }
  }

  /// Performs step 2, 3, or 4: replaces the first matching ending, if the measure of the other
  /// letters is at least `needed`.
  private mutating func replace(_ endings: [(Ending, Ending)], measure needed: Int) {
    for (ending, other) in endings where ends(ending) {
      let rest = word.count - ending.count
      guard measure(rest) >= needed else { return }
      if ending == "ion", word[rest - 1] != UInt8(ascii: "s"), word[rest - 1] != UInt8(ascii: "t") {
        return
      }
      word.removeLast(ending.count)
      other.append(to: &word)
      return
    }
  }

  /// Performs step 5: removes a final "e" and a double "l".
  private mutating func tidy() {
    if word.last == UInt8(ascii: "e") {
      let rest = word.count - 1
      let measure = measure(rest)
      if measure > 1 || measure == 1 && !endsShort(rest) { word.removeLast() }
    }
    if ends("ll"), measure(word.count - 1) > 1 { word.removeLast() }
  }

  // MARK: - Letters and measures

  /// Returns whether the word has an ending after at least one letter.
  private func ends(_ ending: Ending) -> Bool { ending.isEnd(of: word) }

  private func isVowel(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }

  /// Returns whether the first `count` letters contain a vowel, or a "y" after another letter.
  private func hasVowel(_ count: Int) -> Bool {
    for index in 0..<count
    where isVowel(word[index]) || index > 0 && word[index] == UInt8(ascii: "y") {
      return true
    }
    return false
  }

  /// Returns the number of vowel-consonant sequences in the first `count` letters.
  private func measure(_ count: Int) -> Int {
    var measure = 0
    var wasVowel = false
    for index in 0..<count {
      // A "y" after a consonant is a vowel.
      let vowel =
        isVowel(word[index]) || index > 0 && !wasVowel && word[index] == UInt8(ascii: "y")
      if wasVowel, !vowel { measure += 1 }
      wasVowel = vowel
    }
    return measure
  }

  /// Returns whether the first `count` letters end with a consonant, a vowel, and a consonant other
  /// than w, x, and y.
  private func endsShort(_ count: Int) -> Bool {
    guard count >= 3 else { return false }
    switch word[count - 1] {
    case UInt8(ascii: "w"), UInt8(ascii: "x"), UInt8(ascii: "y"): return false
    default: break
    }
    var kinds = 0
    var wasConsonant = false
    for index in 0..<count {
      wasConsonant =
        !(isVowel(word[index]) || wasConsonant && word[index] == UInt8(ascii: "y"))
      kinds = kinds << 1 | (wasConsonant ? 1 : 0)
    }
    return kinds & 7 == 5
  }
}

// MARK: - Endings, with longer endings before their suffixes

extension PorterStemmer {
  private static let pastEndings: [Ending] = ["ed", "ing"]

  private static let doubleEndings: [(Ending, Ending)] = [
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("logi", "log"), ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"),
    ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"),
    ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"),
  ]

  private static let middleEndings: [(Ending, Ending)] = [
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"),
    ("ful", ""), ("ness", ""),
  ]

  private static let lastEndings: [(Ending, Ending)] = [
    ("al", ""), ("ance", ""), ("ence", ""), ("er", ""), ("ic", ""), ("able", ""), ("ible", ""),
    ("ant", ""), ("ement", ""), ("ment", ""), ("ent", ""), ("ion", ""), ("ou", ""), ("ism", ""),
    ("ate", ""), ("iti", ""), ("ous", ""), ("ive", ""), ("ize", ""),
  ]
}

/// An ending of at most eight ASCII letters, as an integer with the last letter in the lowest byte.
struct Ending: ExpressibleByStringLiteral, Equatable {
  private let letters: UInt64
  let count: Int

  init(stringLiteral text: StaticString) {
    letters = "\(text)".utf8.reduce(0) { $0 << 8 | UInt64($1) }
    count = text.utf8CodeUnitCount
  }

  /// Returns whether a word has the ending after at least one letter.
  func isEnd(of word: [UInt8]) -> Bool {
    guard word.count > count else { return false }
    var rest = letters
    var index = word.count - 1
    while rest != 0 {
      guard word[index] == UInt8(truncatingIfNeeded: rest) else { return false }
      rest >>= 8
      index -= 1
    }
    return true
  }

  func append(to word: inout [UInt8]) {
    for index in stride(from: count - 1, through: 0, by: -1) {
      word.append(UInt8(truncatingIfNeeded: letters >> UInt64(8 * index)))
    }
  }
}
