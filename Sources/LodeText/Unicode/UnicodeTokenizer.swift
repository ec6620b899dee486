/// A tokenizer for folded words of letters and digits of all scripts: SQLite's tokenizer
/// `unicode61`.
///
/// ``ScalarFacts`` defines the letters and their folded forms. Unlike SQLite, the tokenizer reads a
/// letter and its mark as one composed scalar. Optionally, the tokenizer splits runs of CJK
/// characters into pairs.
///
/// **CJK.** The tokens of a run are all pairs of adjacent characters, and the last character
/// alone. In a query, one character is the prefix of a pair, two characters are a pair, and more
/// characters are a phrase of pairs. A query therefore finds any substring of a run.
///
/// **Words beside runs.** A word and an adjacent run, as in "PDFファイル", have consecutive positions.
/// A query for "PDFファイル" finds only adjacent text. Any text between a word and a run leaves a gap
/// in the positions.
struct UnicodeTokenizer: Tokenizer {
  static let version = 1
  static let cjkVersion = 1

  private let table: ScalarTable
  private let splitsCJK: Bool

  init(_ diacritics: TokenizerChoice.Diacritics, splitsCJK: Bool) {
    table = .table(diacritics)
    self.splitsCJK = splitsCJK
  }

  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
    var walk = Walk(reader: CharacterReader(table), use: use)
    var offset = 0
    while offset < text.count {
      if ASCIIWord.contains(text[offset]) {
        offset = takeASCII(text, at: offset, &walk, &tokens)
      } else if text[offset] < 0x80 {
        offset += 1
      } else {
        offset = takeOther(text, at: offset, &walk, &tokens)
      }
    }
  }

  /// The progress of a tokenizer through a text.
  private struct Walk {
    var reader: CharacterReader
    let use: TokenizerUse
    /// The end of the last token's text.
    var lastEnd = -1
    var lastIsCJK = false
  }

  /// Reads a word that begins with an ASCII letter or digit, and returns the end of the word.
  @inline(__always)
  private func takeASCII(
    _ text: Span<UInt8>, at start: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer
  ) -> Int {
    var end = start + 1
    while end < text.count, ASCIIWord.contains(text[end]) { end += 1 }
    guard end == text.count || text[end] < 0x80 else {
      // The last letter can have a mark, and other letters can follow.
      tokens.appendLowercased(text, start..<end - 1)
      return takeWord(text, from: start, at: end - 1, &walk, &tokens)
    }
    tokens.appendLowercased(text, start..<end)
    endWord(start..<end, &walk, &tokens)
    return end
  }

  /// Reads a word, a run, or a separator that begins with a byte beyond ASCII, and returns the end.
  private func takeOther(
    _ text: Span<UInt8>, at start: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer
  ) -> Int {
    guard let (scalar, end) = walk.reader.character(at: start, of: text) else { return start + 1 }
    let entry = table[scalar]
    guard entry.isLetter else {
      // A mark without a letter does not begin a word.
      return end
    }
    if splitsCJK, entry.isCJK { return takeRun(text, from: start, &walk, &tokens) }
    return takeWord(text, from: start, at: start, &walk, &tokens)
  }

  /// Reads the rest of a word from a character on, and returns the end of the word.
  private func takeWord(
    _ text: Span<UInt8>, from start: Int, at offset: Int, _ walk: inout Walk,
    _ tokens: inout TokenBuffer
  ) -> Int {
    var offset = offset
    while offset < text.count, let (scalar, end) = walk.reader.character(at: offset, of: text) {
      let entry = table[scalar]
      switch entry.kind {
      case .letter where splitsCJK && entry.isCJK:
        endWord(start..<offset, &walk, &tokens)
        return offset
      case .letter, .keptMark:
        tokens.appendScalar(entry.folded(scalar))
      case .droppedMark:
        break
      case .separator:
        endWord(start..<offset, &walk, &tokens)
        return offset
      }
      offset = end
      if !walk.reader.looseMarks.isEmpty, !appendMarks(walk.reader.looseMarks, &tokens) { break }
    }
    endWord(start..<offset, &walk, &tokens)
    return offset
  }

  /// Appends the marks after a letter, and returns whether the word continues after the marks.
  private func appendMarks(_ marks: [UInt32], _ tokens: inout TokenBuffer) -> Bool {
    for mark in marks {
      let entry = table[mark]
      switch entry.kind {
      case .letter, .keptMark: tokens.appendScalar(entry.folded(mark))
      case .droppedMark: break
      case .separator: return false
      }
    }
    return true
  }

  @inline(__always)
  private func endWord(_ text: Range<Int>, _ walk: inout Walk, _ tokens: inout TokenBuffer) {
    guard splitsCJK else { return tokens.endTerm(text: text) }
    let touches = begin(at: text.lowerBound, &walk, &tokens, isCJK: false)
    tokens.endTerm(text: text, joinsPrevious: touches)
    walk.lastEnd = text.upperBound
  }

  /// Records the beginning of a word or a run.
  ///
  /// - Returns: Whether a query must find the new token directly after the previous token.
  private func begin(
    at offset: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer, isCJK: Bool
  ) -> Bool {
    defer { walk.lastIsCJK = isCJK }
    guard walk.lastEnd >= 0, isCJK || walk.lastIsCJK else { return false }
    if walk.lastEnd == offset { return walk.use == .query }
    tokens.skipPosition()
    return false
  }

  /// Reads a run of CJK characters, and returns the end of the run.
  private func takeRun(
    _ text: Span<UInt8>, from start: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer
  ) -> Int {
    var joins = begin(at: start, &walk, &tokens, isCJK: true)
    var characters = 0
    var previous: (scalar: UInt32, start: Int) = (0, start)
    var offset = start
    while offset < text.count, let (scalar, end) = walk.reader.character(at: offset, of: text),
      table[scalar].isCJK
    {
      let folded = table[scalar].folded(scalar)
      if characters > 0 {
        tokens.appendScalar(previous.scalar)
        tokens.appendScalar(folded)
        tokens.endTerm(text: previous.start..<end, joinsPrevious: joins)
        joins = walk.use == .query
      }
      characters += 1
      previous = (folded, offset)
      offset = end
    }
    let isFollowed = walk.use == .query && wordBegins(text, at: offset, &walk)
    // A query needs the last character alone only if the run is one character, or a word follows.
    if walk.use == .document || characters == 1 || isFollowed {
      tokens.appendScalar(previous.scalar)
      tokens.endTerm(
        text: previous.start..<offset, isPrefix: walk.use == .query && !isFollowed,
        joinsPrevious: joins)
    } else {
      tokens.skipPosition()
    }
    walk.lastEnd = offset
    return offset
  }

  private func wordBegins(_ text: Span<UInt8>, at offset: Int, _ walk: inout Walk) -> Bool {
    guard offset < text.count, let (scalar, _) = walk.reader.character(at: offset, of: text) else {
      return false
    }
    return table[scalar].isLetter
  }
}
