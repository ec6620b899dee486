internal import LodeCoding

/// Words that the index omits.
struct StopWords: Sendable {
  // Words of up to eight bytes are integers, for fast lookup.
  private var short: Set<UInt64> = []
  private var long: Set<[UInt8]> = []

  /// Creates the stop words from the terms that a tokenizer returns for each given word.
  init(_ words: [String], of tokenizer: any Tokenizer) {
    var tokens = TokenBuffer()
    for word in words {
      tokens.removeAll()
      word.withUTF8Span { tokenizer.tokenize($0, for: .document, into: &tokens) }
      for index in 0..<tokens.count { add(tokens.term(index)) }
    }
  }

  var isEmpty: Bool { short.isEmpty && long.isEmpty }

  func contains(_ term: Span<UInt8>) -> Bool {
    if let number = Self.number(term) { return short.contains(number) }
    return !long.isEmpty && long.contains(term.copiedBytes)
  }

  private mutating func add(_ term: Span<UInt8>) {
    if let number = Self.number(term) {
      short.insert(number)
    } else {
      long.insert(term.copiedBytes)
    }
  }

  /// Returns the bytes of a term as an integer, or `nil` for more than eight bytes.
  ///
  /// The integers of two terms differ, because terms have no zero bytes.
  private static func number(_ term: Span<UInt8>) -> UInt64? {
    guard term.count <= 8 else { return nil }
    var number: UInt64 = 0
    for index in term.indices { number = number << 8 | UInt64(term[index]) }
    return number
  }
}
