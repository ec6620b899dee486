/// A valid regular expression that matches whole texts.
///
/// A character of the expression is one Unicode scalar, as for `_` in LIKE.
/// `Docs/Guides/Conditions.md` describes the syntax.
struct TextExpression {
  private let automaton: ExpressionAutomaton

  /// Compiles an expression.
  ///
  /// - Throws: ``ConditionError`` with `invalidExpression` if the expression is malformed, too
  ///   long, or nested too deeply, or if its program has more than 10,000 instructions.
  init(_ pattern: String) throws(ConditionError) {
    automaton = ExpressionAutomaton(try ExpressionProgram(ExpressionParser.parse(pattern)))
  }

  /// Returns whether the expression matches a whole text.
  ///
  /// - Complexity: O(t · i) at worst, and usually O(t), for a text of t scalars and i instructions.
  func matches(_ text: String) -> Bool { automaton.matches(text) }

  /// The number of scalars read and instructions visited by all matches so far.
  var work: Int { automaton.work }
}
