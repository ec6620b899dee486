/// A valid regular expression that matches whole texts.
///
/// A character of the expression is one Unicode scalar, as for `_` in LIKE.
/// `Docs/Guides/Conditions.md` describes the syntax.
struct TextExpression {
  private let automaton: ExpressionAutomaton

  /// Compiles an expression.
  ///
  /// - Throws: ``ConditionError`` with `invalidExpression` and the position if the expression is
  ///   malformed or too long.
  init(_ pattern: String) throws(ConditionError) {
    automaton = ExpressionAutomaton(try ExpressionProgram(ExpressionParser.parse(pattern)))
  }

  /// Returns whether the expression matches a whole text.
  ///
  /// - Complexity: O(text · expression), usually O(text).
  func matches(_ text: String) -> Bool { automaton.matches(text) }

  /// The number of steps of all matches so far.
  var work: Int { automaton.work }
}
