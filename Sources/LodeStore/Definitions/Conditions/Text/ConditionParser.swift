internal import LodeCoding

/// A parser of the grammar in `Docs/Guides/Conditions.md`.
///
/// This file parses `AND`, `OR`, `NOT`, and the clauses of a query. The extensions parse tests and
/// operands, and `ConditionTokens` parses literals.
///
/// Parentheses can contain a condition or a calculation. The parser therefore reads the content as
/// an `Expression`, and checks the kind of the expression at its use.
struct ConditionParser {
  /// The maximum nesting depth of conditions and calculations.
  static let depthLimit = 64

  var input: ConditionTokens
  private var depth = 0
  /// The positions of names in the text.
  var written = WrittenText()

  init(_ text: String, _ parameters: ConditionParameters) throws(ConditionError) {
    input = try ConditionTokens(text, parameters)
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
    if try input.takeWord("ORDER") {
      try input.expectWord("BY")
      repeat { selection.orders.append(try order()) } while try input.takeSign(",")
    }
    if try input.takeWord("LIMIT") { selection.limit = try count() }
    if try input.takeWord("OFFSET") { selection.offset = try count() }
    try end()
    written.isText = true
    selection.text = written
    return selection
  }

  private var startsEnding: Bool {
    input.token.kind == .end || ["ORDER", "LIMIT", "OFFSET"].contains(where: input.token.isWord)
  }

  private mutating func order() throws(ConditionError) -> PathOrder {
    let path = try path()
    if try input.takeWord("DESC") { return .descending(path) }
    _ = try input.takeWord("ASC")
    return .ascending(path)
  }

  /// Parses a number of rows.
  private mutating func count() throws(ConditionError) -> Int {
    let offset = input.token.offset
    guard let count = try input.literal()?.int, count >= 0 else {
      throw ConditionError(.syntax, at: offset, "Expected a number of rows, 0 or more")
    }
    return count
  }

  private mutating func end() throws(ConditionError) {
    guard input.token.kind == .end else {
      throw input.expected("AND, OR, an operator or the end")
    }
    try input.checkParameters()
  }

  // Conditions.

  private mutating func condition() throws(ConditionError) -> Condition {
    try asCondition(try disjunction())
  }

  mutating func disjunction() throws(ConditionError) -> Expression {
    let first = try conjunction()
    guard input.token.isWord("OR") else { return first }
    var parts = [try asCondition(first)]
    while try input.takeWord("OR") { parts.append(try asCondition(try conjunction())) }
    return Expression(kind: .condition(.or(parts)), offset: first.offset)
  }

  private mutating func conjunction() throws(ConditionError) -> Expression {
    let first = try negation()
    guard input.token.isWord("AND") else { return first }
    var parts = [try asCondition(first)]
    while try input.takeWord("AND") { parts.append(try asCondition(try negation())) }
    return Expression(kind: .condition(.and(parts)), offset: first.offset)
  }

  private mutating func negation() throws(ConditionError) -> Expression {
    let offset = input.token.offset
    guard try input.takeWord("NOT") else { return try test() }
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

  // Nesting depth.

  mutating func enter() throws(ConditionError) {
    depth += 1
    try check(depth: depth)
  }

  mutating func leave() { depth -= 1 }

  func check(depth: Int) throws(ConditionError) {
    guard depth <= Self.depthLimit else {
      throw ConditionError(
        .tooDeep, at: input.token.offset,
        "Conditions may be nested at most \(Self.depthLimit) levels deep")
    }
  }
}
