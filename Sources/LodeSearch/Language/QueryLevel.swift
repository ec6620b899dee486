/// A parsed part of a query, with its nesting depth in levels.
struct QueryOperand {
  var expression: SearchExpression
  var depth = 1

  /// Returns the operand, restricted to the given columns.
  func within(_ columns: SearchColumns?) -> QueryOperand {
    guard let columns else { return self }
    if case .phrase(var phrase) = expression, phrase.columns == nil {
      phrase.columns = columns
      return QueryOperand(expression: .phrase(phrase))
    }
    return QueryOperand(expression: .columns(columns, expression), depth: depth + 1)
  }

  /// The phrase for `NEAR`, or `nil` if `NEAR` cannot have this operand.
  var phrase: SearchPhrase? {
    switch expression {
    case .phrase(let phrase), .words(let phrase): phrase
    default: nil
    }
  }
}

/// The parsed operands of a group in parentheses, or of the whole query.
///
/// Alternatives are the operands of `OR`, and conjuncts are the operands of `AND`. In
/// `a NOT b NOT c`, `a` is the base, and `b` and `c` are excluded. A unit is a word, a phrase, or a
/// group. A chain of `NEAR` is one unit with links.
struct QueryLevel {
  /// The UTF-8 offset of the opening parenthesis, or `nil` for the whole query.
  var opening: Int?
  /// The columns before the parenthesis.
  var columns: SearchColumns?

  private var alternatives: [QueryOperand] = []
  private var conjuncts: [QueryOperand] = []
  private var base: QueryOperand?
  private var excluded: [QueryOperand] = []
  private var unit: QueryOperand?
  private var links: [SearchExpression.NearLink] = []
  /// The operator that waits for its right operand, and the operator's offset, or `nil`.
  private var pending: (operation: QueryOperation, offset: Int)?

  init(opening: Int? = nil, columns: SearchColumns? = nil) {
    self.opening = opening
    self.columns = columns
  }

  /// Whether the next text must be an operand: at the start of the level, and after an operator.
  var awaitsOperand: Bool { unit == nil || pending != nil }

  /// Adds an operator.
  ///
  /// - Throws: `missingOperand` if no operand precedes the operator. `nearWithoutPhrase` if the
  ///   operator is `NEAR`, and the operand before the operator is neither a word nor a phrase.
  mutating func add(_ operation: QueryOperation, at offset: Int) throws(SearchSyntaxError) {
    guard !awaitsOperand else {
      throw SearchSyntaxError(.missingOperand(of: operation.name), at: offset)
    }
    if case .near = operation.kind, unit?.phrase == nil {
      throw SearchSyntaxError(.nearWithoutPhrase, at: offset)
    }
    pending = (operation, offset)
  }

  /// Adds the operand that follows the pending operator.
  ///
  /// Without a pending operator, the operand is an operand of `AND`.
  ///
  /// - Throws: `nearWithoutPhrase` if the operand after `NEAR` is neither a word nor a phrase.
  ///   `tooDeep` if operators are nested more than `SearchExpression.maximumDepth` levels deep.
  mutating func add(_ operand: QueryOperand, at offset: Int) throws(SearchSyntaxError) {
    switch pending?.operation.kind {
    case .near(let distance):
      guard let phrase = operand.phrase else {
        throw SearchSyntaxError(.nearWithoutPhrase, at: pending?.offset ?? offset)
      }
      links.append(.init(distance: distance, phrase: phrase))
    case .not:
      finishUnit()
      unit = operand
    case .and, nil:
      try finishConjunct(at: offset)
      unit = operand
    case .or:
      try finishAlternative(at: offset)
      unit = operand
    }
    isExcluding =
      pending.map { $0.operation.kind == .not || isExcluding && $0.operation.isNear } ?? false
    pending = nil
  }

  /// Whether the current unit follows `NOT`.
  private var isExcluding = false

  /// Returns the level as an operand, or `nil` for an empty level.
  ///
  /// - Throws: `missingOperand` if no operand follows the last operator. `tooDeep` if operators are
  ///   nested more than `SearchExpression.maximumDepth` levels deep.
  mutating func finish(at offset: Int) throws(SearchSyntaxError) -> QueryOperand? {
    if let pending {
      throw SearchSyntaxError(.missingOperand(of: pending.operation.name), at: pending.offset)
    }
    guard unit != nil else { return nil }
    try finishAlternative(at: offset)
    return try Self.join(alternatives, at: offset) { .or($0) }
  }

  /// Makes the current unit the base, or an excluded operand after `NOT`.
  private mutating func finishUnit() {
    guard var unit else { return }
    if !links.isEmpty, let phrase = unit.phrase {
      unit.expression = .nearChain(phrase, links)
    }
    if isExcluding { excluded.append(unit) } else { base = unit }
    (self.unit, links) = (nil, [])
  }

  /// Joins the base and the excluded operands into an operand of `AND`.
  private mutating func finishConjunct(at offset: Int) throws(SearchSyntaxError) {
    finishUnit()
    guard let base else { return }
    if excluded.isEmpty {
      conjuncts.append(base)
    } else {
      let all = try Self.join(excluded, at: offset) { .or($0) }
      conjuncts.append(
        try Self.checked(
          QueryOperand(
            expression: .not(base.expression, excluding: all.expression),
            depth: max(base.depth, all.depth) + 1),
          at: offset))
    }
    (self.base, excluded) = (nil, [])
  }

  /// Joins the conjuncts into an operand of `OR`.
  private mutating func finishAlternative(at offset: Int) throws(SearchSyntaxError) {
    try finishConjunct(at: offset)
    alternatives.append(try Self.join(conjuncts, at: offset) { .and($0) })
    conjuncts = []
  }

  private static func join(
    _ parts: [QueryOperand], at offset: Int, _ make: ([SearchExpression]) -> SearchExpression
  ) throws(SearchSyntaxError) -> QueryOperand {
    if parts.count == 1 { return parts[0] }
    let depth = parts.reduce(0) { max($0, $1.depth) } + 1
    return try checked(
      QueryOperand(expression: make(parts.map(\.expression)), depth: depth), at: offset)
  }

  private static func checked(
    _ operand: QueryOperand, at offset: Int
  ) throws(SearchSyntaxError) -> QueryOperand {
    guard operand.depth <= SearchExpression.maximumDepth else {
      throw SearchSyntaxError(.tooDeep(limit: SearchExpression.maximumDepth), at: offset)
    }
    return operand
  }
}
