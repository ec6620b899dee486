/// Words of letters and digits of all scripts, folded: SQLite's tokenizer `unicode61`; and, by
/// choice, pieces of runs of CJK characters.
///
/// What is a letter and what becomes of it is in ``ScalarFacts``. Unlike SQLite's it reads a letter
/// and its mark as the one scalar that they are in composed form, so that the normal form of a text
/// does not matter.
///
/// **CJK.** A run of such characters has at every character the pair that begins there, and at the
/// last one that character alone, so that whatever of a run is searched for is found: one character
/// as the beginning of a pair, two as a pair, more as a phrase of pairs. Words and runs that touch
/// are neighbours ("PDFファイル"), and such a query finds them only where they touch: where something
/// stands between them, a position is left out.
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
    var place = 0
    while place < text.count {
      if ASCIIWord.contains(text[place]) {
        place = takeASCII(text, at: place, &walk, &tokens)
      } else if text[place] < 0x80 {
        place += 1
      } else {
        place = takeOther(text, at: place, &walk, &tokens)
      }
    }
  }

  /// Where a walk through a text is.
  private struct Walk {
    var reader: CharacterReader
    let use: TokenizerUse
    /// Where the last token's text ended.
    var lastEnd = -1
    var lastIsCJK = false
  }

  /// Takes a word that begins with a letter of ASCII; returns where it ends.
  @inline(__always)
  private func takeASCII(
    _ text: Span<UInt8>, at start: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer
  ) -> Int {
    var end = start + 1
    while end < text.count, ASCIIWord.contains(text[end]) { end += 1 }
    guard end == text.count || text[end] < 0x80 else {
      // The last letter may have a mark, and other letters may follow.
      tokens.appendLowercased(text, start..<end - 1)
      return takeWord(text, from: start, at: end - 1, &walk, &tokens)
    }
    tokens.appendLowercased(text, start..<end)
    endWord(start..<end, &walk, &tokens)
    return end
  }

  /// Takes what begins with a byte beyond ASCII; returns where it ends.
  private func takeOther(
    _ text: Span<UInt8>, at start: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer
  ) -> Int {
    guard let (scalar, end) = walk.reader.character(at: start, of: text) else { return start + 1 }
    let entry = table[scalar]
    guard entry.isLetter else {
      // A loose mark is no letter, and what composes with a separator is none.
      return end
    }
    if splitsCJK, entry.isCJK { return takeRun(text, from: start, &walk, &tokens) }
    return takeWord(text, from: start, at: start, &walk, &tokens)
  }

  /// Takes the rest of a word, from a place where a character begins; returns where it ends.
  private func takeWord(
    _ text: Span<UInt8>, from start: Int, at place: Int, _ walk: inout Walk,
    _ tokens: inout TokenBuffer
  ) -> Int {
    var place = place
    while place < text.count, let (scalar, end) = walk.reader.character(at: place, of: text) {
      let entry = table[scalar]
      switch entry.kind {
      case .letter where splitsCJK && entry.isCJK:
        endWord(start..<place, &walk, &tokens)
        return place
      case .letter, .keptMark:
        tokens.appendScalar(entry.folded(scalar))
      case .droppedMark:
        break
      case .separator:
        endWord(start..<place, &walk, &tokens)
        return place
      }
      place = end
      if !walk.reader.looseMarks.isEmpty, !appendMarks(walk.reader.looseMarks, &tokens) { break }
    }
    endWord(start..<place, &walk, &tokens)
    return place
  }

  /// Appends the marks behind a letter; says whether the word goes on behind them.
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

  /// Notes that a word or a run begins at a place; says whether it belongs to the one before: a
  /// query asks for both together.
  private func begin(
    at place: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer, isCJK: Bool
  ) -> Bool {
    defer { walk.lastIsCJK = isCJK }
    guard walk.lastEnd >= 0, isCJK || walk.lastIsCJK else { return false }
    if walk.lastEnd == place { return walk.use == .query }
    tokens.skipPosition()
    return false
  }

  /// Takes a run of CJK characters; returns where it ends.
  private func takeRun(
    _ text: Span<UInt8>, from start: Int, _ walk: inout Walk, _ tokens: inout TokenBuffer
  ) -> Int {
    var joins = begin(at: start, &walk, &tokens, isCJK: true)
    var characters = 0
    var previous: (scalar: UInt32, start: Int) = (0, start)
    var place = start
    while place < text.count, let (scalar, end) = walk.reader.character(at: place, of: text),
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
      previous = (folded, place)
      place = end
    }
    let isFollowed = walk.use == .query && wordBegins(text, at: place, &walk)
    // In a query the pairs say it all, unless what follows must touch the last character.
    if walk.use == .document || characters == 1 || isFollowed {
      tokens.appendScalar(previous.scalar)
      tokens.endTerm(
        text: previous.start..<place, isPrefix: walk.use == .query && !isFollowed,
        joinsPrevious: joins)
    } else {
      tokens.skipPosition()
    }
    walk.lastEnd = place
    return place
  }

  private func wordBegins(_ text: Span<UInt8>, at place: Int, _ walk: inout Walk) -> Bool {
    guard place < text.count, let (scalar, _) = walk.reader.character(at: place, of: text) else {
      return false
    }
    return table[scalar].isLetter
  }
}
