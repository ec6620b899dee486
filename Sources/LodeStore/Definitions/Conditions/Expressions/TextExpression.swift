/// A compiled regular expression, which matches whole texts.
///
/// A character is a Unicode scalar. `Docs/Guides/Conditions.md` describes the syntax.
struct TextExpression {
  private let automaton: ExpressionAutomaton

  /// Compiles an expression.
  ///
  /// - Throws: ``ConditionError`` with `invalidExpression` if the expression is malformed, too
  ///   long, or nested too deeply, or needs more than 10,000 instructions.
  init(_ pattern: String) throws(ConditionError) {
    automaton = ExpressionAutomaton(try ExpressionProgram(ExpressionParser.parse(pattern)))
  }

  /// Returns whether the expression matches a whole text.
  ///
  /// - Complexity: O(t · i) at worst, and usually O(t), for a text of t scalars and i instructions.
  func matches(_ text: String) -> Bool { automaton.matches(text) }

  /// The number of scalars and instructions that all matches have visited.
  var work: Int { automaton.work }
}
