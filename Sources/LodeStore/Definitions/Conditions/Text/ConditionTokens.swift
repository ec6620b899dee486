internal import LodeCoding

/// The tokens of a text, and the parameters that replace `?` and `:name`.
struct ConditionTokens {
  private var lexer: ConditionLexer
  /// The next token.
  private(set) var token: ConditionToken
  private let parameters: ConditionParameters
  private var usedParameters = 0
  private var unusedNames: Set<String>

  init(_ text: String, _ parameters: ConditionParameters) throws(ConditionError) {
    lexer = ConditionLexer(text)
    token = try lexer.next()
    self.parameters = parameters
    unusedNames = Set(parameters.named.keys)
  }

  mutating func advance() throws(ConditionError) { token = try lexer.next() }

  mutating func takeWord(_ word: String) throws(ConditionError) -> Bool {
    guard token.isWord(word) else { return false }
    try advance()
    return true
  }

  mutating func takeSign(_ sign: String) throws(ConditionError) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    try advance()
    return true
  }

  mutating func expectWord(_ word: String) throws(ConditionError) {
    guard try takeWord(word) else { throw expected(word) }
  }

  mutating func expectSign(_ sign: String) throws(ConditionError) {
    guard try takeSign(sign) else { throw expected("'\(sign)'") }
  }

  func expected(_ what: String) -> ConditionError {
    ConditionError(.syntax, at: token.offset, "Expected \(what), found \(token.found)")
  }

  // Parameters.

  mutating func parameter(_ name: String?) throws(ConditionError) -> ArchiveValue {
    if let name {
      if let value = parameters.named[name] {
        unusedNames.remove(name)
        return value
      }
      throw ConditionError(
        .parameter, at: token.offset, "The parameter :\(name.shortened) has no value")
    }
    guard usedParameters < parameters.values.count else {
      throw ConditionError(
        .parameter, at: token.offset, "The parameter ? number \(usedParameters + 1) has no value")
    }
    usedParameters += 1
    return parameters.values[usedParameters - 1]
  }

  /// Throws ``ConditionError`` with `parameter` if the text does not use a parameter.
  func checkParameters() throws(ConditionError) {
    if usedParameters < parameters.values.count {
      throw ConditionError(
        .parameter, at: token.offset,
        "Expected \(parameters.values.count) parameters (?), found \(usedParameters)")
    }
    if let name = unusedNames.min() {
      throw ConditionError(
        .parameter, at: token.offset, "The text does not use the parameter :\(name.shortened)")
    }
  }
}
