internal import LodeCoding
public import LodeStore

// Texts are compared by their UTF-8 bytes, or by the result of a folding.
extension QueryValue where Value == String {
  /// Matches rows whose text begins with a prefix.
  ///
  /// ```swift
  /// let query = City.where { $0.name.hasPrefix("os", folding: .unicode) }  // Oslo, Ösmo
  /// ```
  public func hasPrefix(_ prefix: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.beginsWith(operand, prefix, folding), mayBeNil: mayBeNil)
  }

  /// Matches rows whose text ends with a suffix.
  ///
  /// - Parameters:
  ///   - suffix: The suffix.
  ///   - folding: The differences between texts that the match ignores.
  public func hasSuffix(_ suffix: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.endsWith(operand, suffix, folding), mayBeNil: mayBeNil)
  }

  /// Matches rows whose text contains another text.
  ///
  /// - Parameters:
  ///   - part: The other text.
  ///   - folding: The differences between texts that the match ignores.
  public func contains(_ part: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.contains(operand, .string(part), folding), mayBeNil: mayBeNil)
  }

  /// Matches rows whose whole text matches a pattern with wildcards.
  ///
  /// `%` matches any text, and `_` matches one Unicode scalar.
  ///
  /// ```swift
  /// let query = City.where { $0.name.like("%borg") }
  /// ```
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - escape: A character that makes the next `%`, `_`, or escape character literal.
  ///   - folding: The differences between texts that the match ignores.
  public func like(
    _ pattern: String, escape: Character? = nil, folding: TextFolding = .ascii
  ) -> QueryCondition {
    QueryCondition(
      .like(operand, LikePattern(pattern, escape: escape, folding: folding)), mayBeNil: mayBeNil)
  }

  /// Matches rows whose whole text matches a regular expression.
  ///
  /// `Docs/Guides/Conditions.md` describes the syntax. Matching takes O(length of the text).
  /// Running the query throws `StoreError` caused by a `ConditionError` with `invalidExpression` if
  /// the expression is malformed or too large.
  ///
  /// ```swift
  /// let query = City.where { $0.name.matches("[A-Z][a-z]*") }
  /// ```
  public func matches(_ expression: String) -> QueryCondition {
    QueryCondition(.matches(operand, expression), mayBeNil: mayBeNil)
  }
}
