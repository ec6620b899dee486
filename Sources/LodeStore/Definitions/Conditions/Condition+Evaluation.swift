public import LodeCoding

extension Condition {
  /// Evaluates the condition on a row, and returns `nil` if the result is unknown.
  ///
  /// - Parameter value: Returns the value at a path, or `nil` if the row has no value at the path.
  /// - Complexity: O(n) comparisons for n conditions and `isIn` values. On a text of t bytes, a
  ///   pattern or a searched text of p bytes takes at most O(p · t). A regular expression of p
  ///   instructions also takes at most O(p · t).
  /// - Throws: ``ConditionError`` with `invalidExpression` if a regular expression is malformed or
  ///   too large; any error that `value` throws.
  public func evaluate(_ value: (ArchivePath) throws -> ArchiveValue?) throws -> Bool? {
    switch self {
    case .constant(let truth): return truth
    case .comparison(let a, let comparison, let b):
      return comparison.holds(try Self.relation(a, b, value))
    case .between(let a, let low, let high):
      let above = Comparison.greaterOrEqual.holds(try Self.relation(a, low, value))
      if above == false { return false }
      let below = Comparison.lessOrEqual.holds(try Self.relation(a, high, value))
      return below == false ? false : above == nil ? nil : below
    case .isIn(let a, let all):
      return try Self.any(all) { Comparison.equal.holds(try Self.relation(a, $0, value)) }
    case .isNil(let a): return (try a.evaluate(value) ?? .null).family == .null
    case .and(let all):
      let isFalse = try Self.any(all) { try $0.evaluate(value).map { !$0 } }
      return isFalse.map { !$0 }
    case .or(let all): return try Self.any(all) { try $0.evaluate(value) }
    case .not(let condition): return try condition.evaluate(value).map { !$0 }
    case .isTrue(let condition): return try condition.evaluate(value) == true
    default: return try evaluateText(value)
    }
  }

  /// Evaluates tests of texts, arrays, and sets.
  private func evaluateText(_ value: (ArchivePath) throws -> ArchiveValue?) throws -> Bool? {
    switch self {
    case .like(let a, let pattern): return try a.text(value).map(pattern.matches)
    case .beginsWith(let a, let prefix, let folding):
      return try a.text(value).map { folding.begins($0, with: prefix) }
    case .endsWith(let a, let suffix, let folding):
      return try a.text(value).map { folding.ends($0, with: suffix) }
    case .contains(let a, let element, let folding):
      return try a.evaluate(value).flatMap { folding.contains($0, element) }
    case .matches(let a, let pattern):
      let expression = try TextExpression(pattern)
      return try a.text(value).map(expression.matches)
    default: return nil
    }
  }

  /// Returns `true` if an answer is true; otherwise `nil` if an answer is unknown; otherwise
  /// `false`.
  private static func any<T>(_ all: [T], _ answer: (T) throws -> Bool?) rethrows -> Bool? {
    var result: Bool? = false
    for one in all {
      let answer = try answer(one)
      if answer == true { return true }
      if answer == nil { result = nil }
    }
    return result
  }

  private static func relation(
    _ a: Operand, _ b: Operand, _ value: (ArchivePath) throws -> ArchiveValue?
  ) throws -> Relation {
    Relation(try a.evaluate(value), try b.evaluate(value), isGiven: (a.isGiven, b.isGiven))
  }
}

extension Operand {
  /// Whether the operand is a constant, or a calculation of constants.
  ///
  /// Comparisons convert a constant operand to the family of the other operand.
  var isGiven: Bool {
    switch self {
    case .path: false
    case .value: true
    case .arithmetic(let a, _, let b): a.isGiven && b.isGiven
    }
  }

  /// Returns the value of the operand for a row.
  ///
  /// Returns `nil` if the row has no value at a path, or if the calculation has no result.
  ///
  /// - Parameter value: Returns the value at a path of the row, or `nil`.
  /// - Complexity: O(n) calls of `value` for n paths in the operand.
  /// - Throws: Any error that `value` throws.
  public func evaluate(
    _ value: (ArchivePath) throws -> ArchiveValue?
  ) rethrows -> ArchiveValue? {
    switch self {
    case .path(let path): try value(path)
    case .value(let value): value
    case .arithmetic(let a, let arithmetic, let b):
      arithmetic.calculate(
        try a.evaluate(value), try b.evaluate(value), isGiven: (a.isGiven, b.isGiven))
    }
  }

  fileprivate func text(_ value: (ArchivePath) throws -> ArchiveValue?) rethrows -> String? {
    try evaluate(value)?.string
  }
}
