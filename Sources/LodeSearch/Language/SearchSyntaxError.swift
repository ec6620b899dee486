/// What is wrong with a text that should be a query, and where.
///
/// Few texts are refused: what is not an operator, a quote or a parenthesis is words, or separates
/// words.
public struct SearchSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let problem: Problem
  /// The place in the query's UTF-8 bytes.
  public let offset: Int

  /// An error at a place.
  public init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The ways in which a query can be malformed.
  public enum Problem: Sendable, Hashable {
    /// An operator has nothing at its left or at its right.
    case missingOperand(of: String)
    /// `NEAR` stands beside something that is not a word or a phrase.
    case nearWithoutPhrase
    /// The distance of `NEAR(…, n)` is not a number followed by a parenthesis.
    case malformedDistance
    /// A quote is not closed.
    case unterminatedQuote
    /// A parenthesis is not closed.
    case missingParenthesis
    /// A character stands where no query can go on, such as a parenthesis that closes nothing.
    case unexpected(String)
    /// A set of columns names one that the index does not have.
    case unknownColumn(String)
    /// Parentheses or operators are nested too deeply.
    case tooDeep(limit: Int)
  }

  /// The place, what is wrong, and what to do.
  public var description: String {
    "byte \(offset): \(problem.advice)"
  }
}

extension SearchSyntaxError.Problem {
  /// What is wrong, and what to write instead.
  fileprivate var advice: String {
    switch self {
    case .missingOperand(let name):
      "\(name) needs something on both sides; write \"\(name)\" in quotes to search for the word"
    case .nearWithoutPhrase:
      "NEAR joins words and phrases only; leave the parentheses out, or use AND"
    case .malformedDistance:
      "the distance of NEAR must be a number, as in NEAR(one two, 5)"
    case .unterminatedQuote: "the quote is not closed; add a \" at its end"
    case .missingParenthesis: "the parenthesis is not closed; add a ) at its end"
    case .unexpected(let character):
      "\(character) cannot stand here; leave it out, or put it in quotes"
    case .unknownColumn(let name): "the index has no column named \(name)"
    case .tooDeep(let limit):
      "the query is nested more than \(limit) levels deep; write it with fewer parentheses and operators"
    }
  }
}
