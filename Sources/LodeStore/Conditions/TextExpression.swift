/// A regular expression that was checked, for the whole of texts.
///
/// Swift's engine goes back and tries again where an expression leaves a choice; some expressions take very long on
/// texts that nearly match.
struct TextExpression {
  private let regex: Regex<AnyRegexOutput>

  /// How long an expression may be, in bytes, and how deep its groups are nested.
  private static let longest = 10_000
  private static let deepest = 50

  /// Checks an expression.
  ///
  /// - Throws: ``ConditionError`` with `invalidExpression`.
  init(_ pattern: String) throws(ConditionError) {
    guard pattern.utf8.count <= Self.longest, Self.depth(pattern) <= Self.deepest else {
      throw ConditionError(
        .invalidExpression, at: 0, "the regular expression is too long or too deep")
    }
    do {
      regex = try Regex(pattern)
    } catch {
      throw ConditionError(.invalidExpression, at: 0, "no regular expression: \(pattern)")
    }
  }

  func matches(_ text: String) -> Bool { (try? regex.wholeMatch(in: text)) != nil }

  /// How many groups are open at most, where all brackets count.
  private static func depth(_ pattern: String) -> Int {
    var (depth, deepest) = (0, 0)
    for byte in pattern.utf8 {
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}
