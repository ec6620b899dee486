internal import LodeCoding

/// A parser of the grammar in `Docs/Guides/Conditions.md`.
///
/// This file parses `AND`, `OR`, `NOT`, and the clauses of a query. The extensions parse tests,
/// operands, and literals.
///
/// Parentheses can contain a condition or a calculation. The parser therefore reads the content as
/// an `Expression`, and checks the kind of the expression at its use.
struct ConditionParser {
  /// The maximum nesting depth of conditions and calculations.
  static let depthLimit = 64

  private var lexer: ConditionLexer
  var token: ConditionToken
  private let parameters: ConditionParameters
  private var usedParameters = 0
  private var unusedNames: Set<String>
  private var depth = 0
  /// The positions of names in the text.
  var written = WrittenText()

  init(_ text: String, _ parameters: ConditionParameters) throws(ConditionError) {
    lexer = ConditionLexer(text)
    token = try lexer.next()
    self.parameters = parameters
    unusedNames = Set(parameters.named.keys)
  }

  /// A parsed condition or operand, with its position in the text, in scalars.
  struct Expression {
    enum Kind {
      case condition(Condition)
      /// An operand with its nesting depth.
      case operand(Operand, depth: Int)
    }
    let kind: Kind
    let offset: Int
  }

  // Whole texts.

  mutating func wholeCondition() throws(ConditionError) -> Condition {
    let condition = try condition()
    try end()
    return condition
  }

  mutating func wholeSelection() throws(ConditionError) -> Selection {
    var selection = Selection()
    if !startsEnding {
      written.hasCondition = true
      selection.condition = try condition()
    }
    if try takeWord("ORDER") {
      try expectWord("BY")
      repeat { selection.orders.append(try order()) } while try takeSign(",")
    }
    if try takeWord("LIMIT") { selection.limit = try count() }
    if try takeWord("OFFSET") { selection.offset = try count() }
    try end()
    written.isText = true
    selection.text = written
    return selection
  }

  private var startsEnding: Bool {
    token.kind == .end || ["ORDER", "LIMIT", "OFFSET"].contains(where: token.isWord)
  }

  private mutating func order() throws(ConditionError) -> PathOrder {
    let path = try path()
    if try takeWord("DESC") { return .descending(path) }
    _ = try takeWord("ASC")
    return .ascending(path)
  }

  /// Parses a number of rows.
  private mutating func count() throws(ConditionError) -> Int {
    let offset = token.offset
    guard let count = try literal()?.int, count >= 0 else {
      throw ConditionError(.syntax, at: offset, "Expected a number of rows, 0 or more")
    }
    return count
  }

  private mutating func end() throws(ConditionError) {
    guard token.kind == .end else {
      throw expected("AND, OR, an operator or the end")
    }
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

  // Conditions.

  private mutating func condition() throws(ConditionError) -> Condition {
    try asCondition(try disjunction())
  }

  mutating func disjunction() throws(ConditionError) -> Expression {
    let first = try conjunction()
    guard token.isWord("OR") else { return first }
    var parts = [try asCondition(first)]
    while try takeWord("OR") { parts.append(try asCondition(try conjunction())) }
    return Expression(kind: .condition(.or(parts)), offset: first.offset)
  }

  private mutating func conjunction() throws(ConditionError) -> Expression {
    let first = try negation()
    guard token.isWord("AND") else { return first }
    var parts = [try asCondition(first)]
    while try takeWord("AND") { parts.append(try asCondition(try negation())) }
    return Expression(kind: .condition(.and(parts)), offset: first.offset)
  }

  private mutating func negation() throws(ConditionError) -> Expression {
    let offset = token.offset
    guard try takeWord("NOT") else { return try test() }
    try enter()
    defer { leave() }
    let condition = try asCondition(try negation())
    return Expression(kind: .condition(.not(condition)), offset: offset)
  }

  /// Converts an expression to a condition.
  ///
  /// - Throws: ``ConditionError`` with `syntax` if the expression is an operand that is neither a
  ///   path nor a truth value.
  func asCondition(_ expression: Expression) throws(ConditionError) -> Condition {
    switch expression.kind {
    case .condition(let condition): return condition
    case .operand(.value(.bool(let truth)), _): return .constant(truth)
    case .operand(.path(let path), _): return .comparison(.path(path), .equal, .value(true))
    case .operand:
      throw ConditionError(
        .syntax, at: expression.offset, "Expected a condition, found a value")
    }
  }

  /// Converts an expression to an operand.
  ///
  /// - Throws: ``ConditionError`` with `syntax` if the expression is a condition.
  func asOperand(_ expression: Expression) throws(ConditionError) -> (operand: Operand, depth: Int)
  {
    if case .operand(let operand, let depth) = expression.kind { return (operand, depth) }
    throw ConditionError(
      .syntax, at: expression.offset, "Expected a value, found a condition")
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

  // Tokens.

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

  // Nesting depth.

  mutating func enter() throws(ConditionError) {
    depth += 1
    try check(depth: depth)
  }

  mutating func leave() { depth -= 1 }

  func check(depth: Int) throws(ConditionError) {
    guard depth <= Self.depthLimit else {
      throw ConditionError(
        .tooDeep, at: token.offset,
        "Conditions may be nested at most \(Self.depthLimit) levels deep")
    }
  }
}
