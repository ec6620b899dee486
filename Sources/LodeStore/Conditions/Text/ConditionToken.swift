/// A word, a sign or a literal of a condition's text.
struct ConditionToken: Equatable {
  enum Kind: Equatable {
    /// A bare word: a name, or one that means something.
    case word(String)
    /// A name in quotes.
    case name(String)
    /// The digits of a number, with neither sign nor value yet.
    case number(String)
    /// A text.
    case text(String)
    /// Bytes.
    case data([UInt8])
    /// A parameter; `nil` for one that goes by its place.
    case parameter(String?)
    /// An operator, a bracket, a comma or a dot.
    case sign(String)
    /// The end of the text.
    case end
  }

  let kind: Kind
  /// Where it begins, in scalars.
  let offset: Int

  /// Whether it is a bare word, in upper or lower case.
  func isWord(_ word: String) -> Bool {
    guard case .word(let text) = kind, text.utf8.count == word.utf8.count else { return false }
    return zip(text.utf8, word.utf8).allSatisfy { $0 & 0xDF == $1 }
  }

  /// Whether it is a bare word that is no name.
  var isReserved: Bool { Self.reserved.contains(where: isWord) }

  /// Words that are no bare names.
  static let reserved = [
    "AND", "OR", "NOT", "IN", "IS", "LIKE", "ESCAPE", "BETWEEN", "BEGINSWITH", "CONTAINS",
    "ENDSWITH",
    "MATCHES", "NULL", "TRUE", "FALSE", "ORDER", "LIMIT", "OFFSET",
  ]

  /// What it is, for messages.
  var found: String {
    switch kind {
    case .word(let text), .sign(let text), .number(let text): "'\(text.prefix(40))'"
    case .name(let text): "\"\(text.prefix(40))\""
    case .text: "a text"
    case .data: "bytes"
    case .parameter: "a parameter"
    case .end: "the end"
    }
  }
}
