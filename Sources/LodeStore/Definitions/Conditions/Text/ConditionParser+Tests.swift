internal import LodeCoding

// Tests of a value, for example comparisons and `LIKE`.
extension ConditionParser {
  /// Parses a value with an optional test, or a condition in parentheses.
  mutating func test() throws(ConditionError) -> Expression {
    let left = try sum()
    let tested = try tested(left)
    guard input.token.isWord("IS") else { return tested }
    return try isTrue(tested)
  }

  private mutating func tested(_ left: Expression) throws(ConditionError) -> Expression {
    guard case .operand(let operand, _) = left.kind else { return left }
    if let comparison {
      try input.advance()
      let right = try self.operand()
      return Expression(
        kind: .condition(.comparison(operand, comparison, right)), offset: left.offset)
    }
    if input.token.isWord("IS") { return try isNil(left, operand) }
    let isNegated = try input.takeWord("NOT")
    guard let condition = try asked(of: operand) else {
      if isNegated {
        throw input.expected("IN, LIKE, BETWEEN, BEGINSWITH, CONTAINS, ENDSWITH or MATCHES")
      }
      return left
    }
    return Expression(
      kind: .condition(isNegated ? .not(condition) : condition), offset: left.offset)
  }

  private var comparison: Comparison? {
    guard case .sign(let sign) = input.token.kind else { return nil }
    return switch sign {
    case "=", "==": .equal
    case "!=", "<>": .notEqual
    case "<": .less
    case "<=": .lessOrEqual
    case ">": .greater
    case ">=": .greaterOrEqual
    default: nil
    }
  }

  /// Parses `IS NULL` and `IS NOT NULL`.
  ///
  /// If another word follows `IS`, the call consumes no token.
  private mutating func isNil(
    _ left: Expression, _ operand: Operand
  ) throws(ConditionError) -> Expression {
    let before = self
    try input.advance()
    let isNegated = try input.takeWord("NOT")
    guard try input.takeWord("NULL") else {
      self = before
      return left
    }
    let condition = Condition.isNil(operand)
    return Expression(
      kind: .condition(isNegated ? .not(condition) : condition), offset: left.offset)
  }

  private mutating func isTrue(_ tested: Expression) throws(ConditionError) -> Expression {
    try input.advance()
    let isNegated = try input.takeWord("NOT")
    guard try input.takeWord("TRUE") else { throw input.expected("NULL or TRUE after IS") }
    let condition = Condition.isTrue(try asCondition(tested))
    return Expression(
      kind: .condition(isNegated ? .not(condition) : condition), offset: tested.offset)
  }

  private mutating func asked(of operand: Operand) throws(ConditionError) -> Condition? {
    if try input.takeWord("BETWEEN") {
      let low = try self.operand()
      try input.expectWord("AND")
      return .between(operand, low, try self.operand())
    }
    if try input.takeWord("IN") { return .isIn(operand, try list()) }
    if try input.takeWord("LIKE") { return .like(operand, try pattern()) }
    if try input.takeWord("BEGINSWITH") {
      let folding = try folding() ?? .exact
      return .beginsWith(operand, try input.text("a text"), folding)
    }
    if try input.takeWord("ENDSWITH") {
      let folding = try folding() ?? .exact
      return .endsWith(operand, try input.text("a text"), folding)
    }
    if try input.takeWord("CONTAINS") {
      let folding = try folding() ?? .exact
      guard let value = try input.literal() else { throw input.expected("a value") }
      return .contains(operand, value, folding)
    }
    if try input.takeWord("MATCHES") { return .matches(operand, try expression()) }
    return nil
  }

  private mutating func list() throws(ConditionError) -> [Operand] {
    if case .parameter = input.token.kind {
      let error = input.expected("a parameter that is an array")
      guard let values = try input.literal()?.array else { throw error }
      return values.map(Operand.value)
    }
    try input.expectSign("(")
    if try input.takeSign(")") { return [] }
    var all: [Operand] = []
    repeat { all.append(try operand()) } while try input.takeSign(",")
    try input.expectSign(")")
    return all
  }

  private mutating func folding() throws(ConditionError) -> TextFolding? {
    if try input.takeWord("EXACT") { return .exact }
    if try input.takeWord("ASCII") { return .ascii }
    if try input.takeWord("FOLDED") { return .unicode }
    return nil
  }

  private mutating func pattern() throws(ConditionError) -> LikePattern {
    let folding = try folding() ?? .ascii
    let pattern = try input.text("a pattern")
    guard try input.takeWord("ESCAPE") else { return LikePattern(pattern, folding: folding) }
    let error = input.expected("a text of one character")
    let escape = try input.text("a text of one character")
    guard let scalar = escape.unicodeScalars.first, escape.unicodeScalars.count == 1 else {
      throw error
    }
    return LikePattern(pattern, escape: Character(scalar), folding: folding)
  }

  private mutating func expression() throws(ConditionError) -> String {
    let offset = input.token.offset
    let pattern = try input.text("a regular expression")
    do {
      _ = try TextExpression(pattern)
    } catch {
      throw ConditionError(error.code, at: offset, error.message)
    }
    return pattern
  }
}
