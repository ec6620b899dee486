/// A token of a condition's text.
struct ConditionToken: Equatable {
  enum Kind: Equatable {
    /// A bare word: a name, a keyword, or a row property such as `$key`.
    case word(String)
    /// A name in double quotes, without the quotes.
    case name(String)
    /// The text of a number, without a minus sign before the digits.
    case number(String)
    /// A text in single quotes, without the quotes.
    case text(String)
    /// The bytes of a literal such as `X'00'`.
    case data([UInt8])
    /// A parameter with its name, or `nil` for `?`.
    case parameter(String?)
    /// An operator, a parenthesis, a comma, or a dot.
    case sign(String)
    /// The end of the text.
    case end
  }

  let kind: Kind
  /// The position of the token's first character, in scalars.
  let offset: Int

  /// Returns whether the token is a bare word, in upper or lower case.
  ///
  /// - Parameter word: The word in upper case.
  func isWord(_ word: String) -> Bool {
    guard case .word(let text) = kind, text.utf8.count == word.utf8.count else { return false }
    return zip(text.utf8, word.utf8).allSatisfy { $0 & 0xDF == $1 }
  }

  /// Whether the token is a reserved word.
  var isReserved: Bool { Self.reserved.contains(where: isWord) }

  /// The words that cannot be bare names.
  static let reserved = [
    "AND", "OR", "NOT", "IN", "IS", "LIKE", "ESCAPE", "BETWEEN", "BEGINSWITH", "CONTAINS",
    "ENDSWITH",
    "MATCHES", "NULL", "TRUE", "FALSE", "ORDER", "LIMIT", "OFFSET",
  ]

  /// A description of the token for error messages.
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
