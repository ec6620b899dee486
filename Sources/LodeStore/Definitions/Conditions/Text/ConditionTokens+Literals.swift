internal import Foundation
internal import LodeCoding

// Literals and parameters.
extension ConditionTokens {
  /// Parses a value, or returns `nil` if the next token does not begin a value.
  mutating func literal() throws(ConditionError) -> ArchiveValue? {
    switch token.kind {
    case .text(let text): return try taken(.string(text))
    case .data(let bytes): return try taken(.data(Data(bytes)))
    case .number(let digits): return try taken(try number(digits))
    case .parameter(let name): return try taken(try parameter(name))
    case .sign("-"): return try negativeNumber()
    case .word: return try wordLiteral()
    default: return nil
    }
  }

  /// Parses a value that must be a text.
  mutating func text(_ what: String) throws(ConditionError) -> String {
    let error = expected(what)
    guard let text = try literal()?.string else { throw error }
    return text
  }

  private mutating func taken(_ value: ArchiveValue) throws(ConditionError) -> ArchiveValue {
    try advance()
    return value
  }

  // Numbers.

  private func number(_ digits: String) throws(ConditionError) -> ArchiveValue {
    if let value = ArchiveValue(digits: digits) { return value }
    throw ConditionError(.syntax, at: token.offset, "Expected a number that fits a Double")
  }

  /// Parses a negative number, or returns `nil` for any other use of the minus sign.
  private mutating func negativeNumber() throws(ConditionError) -> ArchiveValue? {
    let before = self
    try advance()
    if case .number(let digits) = token.kind { return try taken(try number("-" + digits)) }
    self = before
    return nil
  }

  // Literals that begin with a keyword.

  private mutating func wordLiteral() throws(ConditionError) -> ArchiveValue? {
    if token.isWord("TRUE") { return try taken(true) }
    if token.isWord("FALSE") { return try taken(false) }
    let tags = ["DATE", "UUID", "JSON"]
    guard let tag = tags.first(where: token.isWord) else { return nil }
    // Without a quoted text after the keyword, the keyword is a name.
    let before = self
    try advance()
    let value = try tagged(tag)
    if value == nil { self = before }
    return value
  }

  private mutating func tagged(_ tag: String) throws(ConditionError) -> ArchiveValue? {
    guard case .text(let text) = token.kind else { return nil }
    let error = expected("\(Self.example(of: tag)) after \(tag)")
    try advance()
    guard let value = Self.value(tag, text) else { throw error }
    return value
  }

  private static func value(_ tag: String, _ text: String) -> ArchiveValue? {
    switch tag {
    case "DATE": ArchiveValue.string(text).reading(as: .date) ?? date(seconds: text)
    case "UUID": ArchiveValue.string(text).reading(as: .uuid)
    default: try? ArchiveValue(json: text)
    }
  }

  private static func date(seconds: String) -> ArchiveValue? {
    ArchiveValue(digits: seconds)?.besideBinary.double.map {
      .date(Date(timeIntervalSinceReferenceDate: $0))
    }
  }

  private static func example(of tag: String) -> String {
    switch tag {
    case "DATE": "a date as '2026-01-31T12:00:00Z' or '2026-01-31', or seconds since 2001"
    case "UUID": "the text of a UUID"
    default: "the JSON of a value"
    }
  }
}
