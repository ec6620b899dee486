internal import LodeCoding

/// A syntax error in a query, or an expression that exceeds a limit.
///
/// ```swift
/// do {
///   _ = try SearchExpression(parsing: "editor NOT", columns: [])
/// } catch {
///   print(error.offset)  // 7
/// }
/// ```
public struct SearchSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of the error.
  public let problem: Problem
  /// The offset of the error in the query, in UTF-8 bytes.
  ///
  /// The offset is 0 if the error has no position in a query: for example, for `tooMany`, or if
  /// Swift code built the expression.
  public let offset: Int

  /// Creates an error at an offset in UTF-8 bytes.
  public init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The kinds of syntax errors.
  public enum Problem: Sendable, Hashable {
    /// The named operator lacks an operand, or a group `NEAR(…)` has no words.
    case missingOperand(of: String)
    /// An operand of `NEAR` is neither a word nor a phrase.
    case nearWithoutPhrase
    /// The distance of `NEAR(…, n)` is not a number followed by a closing parenthesis.
    case malformedDistance
    /// A quote is not closed.
    case unterminatedQuote
    /// A parenthesis is not closed.
    case missingParenthesis
    /// A character, such as an unmatched closing parenthesis, is not allowed at its position.
    case unexpected(String)
    /// A set of columns in braces names an unknown column.
    case unknownColumn(String)
    /// The query is nested more than `limit` levels deep.
    case tooDeep(limit: Int)
    /// The query has more than `limit` words of a kind, for example fuzzy words.
    case tooMany(String, limit: Int)
  }

  /// The offset and the problem, in most cases with a remedy or an example.
  public var description: String {
    "byte \(offset): \(problem.advice)"
  }
}

extension SearchSyntaxError.Problem {
  /// The problem, in most cases with a remedy or an example.
  fileprivate var advice: String {
    switch self {
    case .missingOperand(let name):
      "\(name) needs an operand on both sides; to search for the word, write \"\(name)\" in quotes"
    case .nearWithoutPhrase:
      "NEAR joins words and phrases only; leave the parentheses out, or use AND"
    case .malformedDistance:
      "the distance of NEAR must be a number, as in NEAR(one two, 5)"
    case .unterminatedQuote: "the quote is not closed; add a \" at its end"
    case .missingParenthesis: "the parenthesis is not closed; add a ) at its end"
    case .unexpected(let character):
      "\(character) is not allowed here; delete the character, or put the text in quotes"
    case .unknownColumn(let name): "the index has no column named \(name.shortened)"
    case .tooDeep(let limit):
      "the query is nested more than \(limit) levels deep; write it with fewer parentheses and operators"
    case .tooMany(let what, let limit):
      "the query has more than \(limit) \(what); leave some out, or search several times"
    }
  }
}
