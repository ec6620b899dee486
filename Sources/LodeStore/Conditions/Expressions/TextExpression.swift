/// A regular expression that was checked, for the whole of texts.
///
/// It stands for scalars of Unicode, as LIKE's `_` does. `Docs/Guides/Conditions.md` has its
/// syntax.
struct TextExpression {
  private let automaton: ExpressionAutomaton

  /// Checks an expression.
  ///
  /// - Throws: ``ConditionError`` with `invalidExpression` and the position in the expression.
  init(_ pattern: String) throws(ConditionError) {
    automaton = ExpressionAutomaton(try ExpressionProgram(ExpressionParser.parse(pattern)))
  }

  /// Whether the expression describes the whole of a text.
  ///
  /// - Complexity: O(text · expression), and most often O(text).
  func matches(_ text: String) -> Bool { automaton.matches(text) }

  /// How many steps all matches took so far.
  var work: Int { automaton.work }
}
