/// The tokens of a text.
///
/// Terms lie behind each other in one array, so that a buffer that is used again allocates nothing.
public struct TokenBuffer: Sendable {
  /// A token of a text.
  public struct Token: Sendable, Hashable {
    /// Where the term is in the buffer's bytes.
    public var term: Range<Int>
    /// The bytes of the text that it was made of.
    public var text: Range<Int>
    /// Its number among the words of the text, from 0; that of the token before for another term of
    /// the same word.
    ///
    /// Numbers are left out where stop words were, and between texts of CJK characters and what
    /// they do not touch. A phrase asks for its tokens at the distances that they have in the
    /// query.
    public var position: Int
    /// Whether all terms that begin with it are meant.
    ///
    /// In queries only: a single CJK character. A star is the language's business.
    public var isPrefix = false
    /// Whether it must stand behind the token before, as in a phrase, as far as their positions
    /// say.
    ///
    /// In queries only: CJK characters and trigrams.
    public var joinsPrevious = false
  }

  /// How many bytes a term has at most; longer ones are cut, at the beginning of a scalar.
  ///
  /// Documents and queries are cut alike, so a longer word is found, together with all others that
  /// begin as it does.
  public static let longestTerm = 200

  /// The tokens, in the order of the text.
  public private(set) var tokens: [Token] = []

  // The terms, and behind `used` room for more.
  private var bytes: [UInt8] = []
  private var used = 0
  // Where the term that is being written begins.
  private var pending = 0
  private var nextPosition = 0

  /// Creates a buffer without tokens.
  ///
  /// - Complexity: O(1).
  public init() {}

  /// How many tokens there are.
  public var count: Int { tokens.count }

  /// Whether there are no tokens.
  public var isEmpty: Bool { tokens.isEmpty }

  /// The term of a token: not empty, at most ``longestTerm`` bytes, none of them zero.
  ///
  /// - Complexity: O(1).
  @_lifetime(borrow self)
  public func term(_ index: Int) -> Span<UInt8> {
    bytes.span.extracting(tokens[index].term)
  }

  /// Forgets the tokens and keeps the memory.
  ///
  /// - Complexity: O(1).
  public mutating func removeAll() {
    tokens.removeAll(keepingCapacity: true)
    used = 0
    pending = 0
    nextPosition = 0
  }

  /// Appends a token.
  ///
  /// Bytes of zero are left out of the term, because keys of indexes end terms with one; a term
  /// without bytes is no token and takes no position.
  ///
  /// - Parameters:
  ///   - term: what it is found under.
  ///   - text: the range of the text that the token comes from, not before the previous token's
  ///     range.
  ///   - samePosition: whether it is another term of the word of the token before.
  /// - Complexity: O(term).
  public mutating func append(
    _ term: Span<UInt8>, text: Range<Int>, samePosition: Bool = false, isPrefix: Bool = false,
    joinsPrevious: Bool = false
  ) {
    for index in term.indices where term[index] != 0 {
      appendByte(term[index])
    }
    endTerm(
      text: text, samePosition: samePosition, isPrefix: isPrefix, joinsPrevious: joinsPrevious)
  }

  /// Appends a token whose term is a string.
  ///
  /// - Complexity: O(term).
  public mutating func append(
    _ term: String, text: Range<Int>, samePosition: Bool = false, isPrefix: Bool = false,
    joinsPrevious: Bool = false
  ) {
    append(
      term.utf8.span, text: text, samePosition: samePosition, isPrefix: isPrefix,
      joinsPrevious: joinsPrevious)
  }

  /// Leaves out a position, so that no phrase goes over this place.
  ///
  /// - Complexity: O(1).
  public mutating func skipPosition() { nextPosition += 1 }
}

// Terms that are written byte by byte: append bytes, then end the term.
extension TokenBuffer {
  /// Appends a byte to the term that is being written.
  mutating func appendByte(_ byte: UInt8) {
    // Much longer than a term can be: only its first bytes count.
    guard used - pending <= Self.longestTerm else { return }
    reserve(1)
    bytes[used] = byte
    used += 1
  }

  /// Appends ASCII letters and digits of a text to the term that is being written, in lower case.
  mutating func appendLowercased(_ text: Span<UInt8>, _ range: Range<Int>) {
    let count = min(range.count, Self.longestTerm + 1)
    reserve(count)
    let start = used
    var room = bytes.mutableSpan
    for offset in 0..<count {
      // Digits have that bit already.
      room[start + offset] = text[range.lowerBound + offset] | 0x20
    }
    used += count
  }

  /// Appends a scalar to the term that is being written.
  mutating func appendScalar(_ scalar: UInt32) {
    switch scalar {
    case ..<0x80:
      appendByte(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      appendByte(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      appendByte(continuation(scalar))
    case ..<0x10000:
      appendByte(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      appendByte(continuation(scalar >> 6))
      appendByte(continuation(scalar))
    default:
      appendByte(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      appendByte(continuation(scalar >> 12))
      appendByte(continuation(scalar >> 6))
      appendByte(continuation(scalar))
    }
  }

  /// Makes a token of the term that was written, if it has bytes.
  mutating func endTerm(
    text: Range<Int>, samePosition: Bool = false, isPrefix: Bool = false,
    joinsPrevious: Bool = false
  ) {
    guard used > pending else { return }
    if used - pending > Self.longestTerm { cutTerm() }
    if samePosition, nextPosition > 0 { nextPosition -= 1 }
    tokens.append(
      Token(
        term: pending..<used, text: text, position: nextPosition, isPrefix: isPrefix,
        joinsPrevious: joinsPrevious))
    pending = used
    nextPosition += 1
  }

  private mutating func cutTerm() {
    var end = pending + Self.longestTerm
    while end > pending + Self.longestTerm - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    used = end
  }

  private mutating func reserve(_ count: Int) {
    let missing = used + count - bytes.count
    guard missing > 0 else { return }
    let more = max(missing, bytes.count, 256)
    bytes.append(contentsOf: repeatElement(0, count: more))
  }

  private func continuation(_ bits: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: 0x80 | bits & 0x3F)
  }
}

// What filters do with tokens.
extension TokenBuffer {
  /// Rewrites terms; one that would become empty stays.
  mutating func rewriteTerms(_ body: (inout [UInt8]) -> Void) {
    var word: [UInt8] = []
    for index in tokens.indices {
      let term = tokens[index].term
      word.removeAll(keepingCapacity: true)
      word.append(contentsOf: bytes[term])
      body(&word)
      if word.isEmpty || word.count > Self.longestTerm { continue }
      var start = term.lowerBound
      if word.count > term.count {
        reserve(word.count)
        start = used
        used += word.count
        pending = used
      }
      for offset in word.indices { bytes[start + offset] = word[offset] }
      tokens[index].term = start..<start + word.count
    }
  }

  /// Removes the tokens that a body says; the others keep their positions.
  mutating func removeTokens(where isRemoved: (Span<UInt8>) -> Bool) {
    var kept = 0
    for index in tokens.indices {
      let isOut = isRemoved(bytes.span.extracting(tokens[index].term))
      if isOut { continue }
      tokens[kept] = tokens[index]
      kept += 1
    }
    tokens.removeSubrange(kept...)
  }

  /// Puts more terms behind each token, at its position.
  mutating func addTerms(_ more: (Span<UInt8>) -> [String]) {
    let old = tokens
    tokens.removeAll(keepingCapacity: true)
    for token in old {
      tokens.append(token)
      for term in more(bytes.span.extracting(token.term)) {
        for byte in term.utf8 where byte != 0 { appendByte(byte) }
        nextPosition = token.position + 1
        endTerm(text: token.text, samePosition: true)
      }
      nextPosition = max(nextPosition, token.position + 1)
    }
  }
}
