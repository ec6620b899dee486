internal import LodeCoding

// Operands: values, paths, and calculations.
extension ConditionParser {
  /// Parses a value, a path, or a calculation.
  mutating func operand() throws(ConditionError) -> Operand { try asOperand(try sum()).operand }

  mutating func sum() throws(ConditionError) -> Expression {
    var left = try product()
    while let sign = arithmetic(["+": .add, "-": .subtract]) {
      try input.advance()
      left = try combine(left, sign, try product())
    }
    return left
  }

  private mutating func product() throws(ConditionError) -> Expression {
    var left = try primary()
    while let sign = arithmetic(["*": .multiply, "/": .divide, "%": .remainder]) {
      try input.advance()
      left = try combine(left, sign, try primary())
    }
    return left
  }

  private func arithmetic(_ signs: [String: Arithmetic]) -> Arithmetic? {
    if case .sign(let sign) = input.token.kind { signs[sign] } else { nil }
  }

  private func combine(
    _ a: Expression, _ arithmetic: Arithmetic, _ b: Expression
  ) throws(ConditionError) -> Expression {
    let (left, right) = (try asOperand(a), try asOperand(b))
    let depth = max(left.depth, right.depth) + 1
    try check(depth: depth)
    return Expression(
      kind: .operand(.arithmetic(left.operand, arithmetic, right.operand), depth: depth),
      offset: a.offset)
  }

  private mutating func primary() throws(ConditionError) -> Expression {
    let offset = input.token.offset
    if input.token.kind == .sign("(") { return try inBrackets() }
    if let value = try input.literal() {
      return Expression(kind: .operand(.value(value), depth: 0), offset: offset)
    }
    if try input.takeSign("-") { return try negative(offset) }
    if input.token.isWord("NULL") {
      throw ConditionError(
        .comparedWithNull, at: offset,
        "Nothing is equal to NULL: write IS NULL or IS NOT NULL")
    }
    return Expression(kind: .operand(.path(try path()), depth: 0), offset: offset)
  }

  private mutating func inBrackets() throws(ConditionError) -> Expression {
    let offset = input.token.offset
    try enter()
    try input.advance()
    let inside = try disjunction()
    try input.expectSign(")")
    leave()
    return Expression(kind: inside.kind, offset: offset)
  }

  /// Parses the operand after a minus sign, and returns `0 - operand`.
  private mutating func negative(_ offset: Int) throws(ConditionError) -> Expression {
    try enter()
    let zero = Expression(kind: .operand(.value(0), depth: 0), offset: offset)
    let negated = try combine(zero, .subtract, try primary())
    leave()
    return negated
  }

  // Paths.

  mutating func path() throws(ConditionError) -> ArchivePath {
    if try input.takeSign(".") { return ArchivePath([]) }
    if let name = try computedName() { return ArchivePath(computed: name) }
    let first = input.token
    var names = [try name(isFirst: true)]
    while try input.takeSign(".") { names.append(try name(isFirst: false)) }
    var path = ArchivePath(names)
    if case .word(let word) = first.kind, word.first == "$" {
      guard let property = ArchivePath.rowProperty(names) else {
        throw .unknownRowProperty(names, at: first.offset)
      }
      path = property
    }
    if written.places[path] == nil {
      written.places[path] = .init(
        offset: first.offset, isQuoted: names.count == 1 && first.kind == .name(names[0]))
    }
    return path
  }

  /// Parses the name in `computed(name)`.
  ///
  /// Returns `nil` without a parenthesis, because `computed` can be the name of a field.
  private mutating func computedName() throws(ConditionError) -> String? {
    if !input.token.isWord("COMPUTED") { return nil }
    let before = self
    try input.advance()
    guard try input.takeSign("(") else {
      self = before
      return nil
    }
    let name = try name(isFirst: false)
    try input.expectSign(")")
    return name
  }

  private mutating func name(isFirst: Bool) throws(ConditionError) -> String {
    let kind = input.token.kind
    switch kind {
    case .name(let name):
      try input.advance()
      return name
    case .word(let name) where !isFirst || !input.token.isReserved:
      try input.advance()
      return name
    default:
      throw input.expected(isFirst ? "a name or a value" : "a name")
    }
  }
}
