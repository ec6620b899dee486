internal import LodeCoding
public import LodeStore

// Texts compare by their UTF-8, unless a folding says which differences do not count.
extension QueryValue where Value == String {
  /// Whether the text begins with a prefix.
  ///
  /// ```swift
  /// let query = City.where { $0.name.hasPrefix("os", folding: .unicode) }  // Oslo, Ösmo
  /// ```
  public func hasPrefix(_ prefix: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.beginsWith(operand, prefix, folding), mayBeNil: mayBeNil)
  }

  /// Whether the text ends with a suffix.
  public func hasSuffix(_ suffix: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.endsWith(operand, suffix, folding), mayBeNil: mayBeNil)
  }

  /// Whether the text contains another text.
  public func contains(_ part: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.contains(operand, .string(part), folding), mayBeNil: mayBeNil)
  }

  /// Whether the whole text matches a pattern with wildcards.
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
  ///   - folding: The differences between texts that are ignored.
  public func like(
    _ pattern: String, escape: Character? = nil, folding: TextFolding = .ascii
  ) -> QueryCondition {
    QueryCondition(
      .like(operand, LikePattern(pattern, escape: escape, folding: folding)), mayBeNil: mayBeNil)
  }

  /// Whether the whole text matches a regular expression, in time linear in the length of the text.
  ///
  /// `Docs/Guides/Conditions.md` describes the syntax. Running the query throws `ConditionError`
  /// with `invalidExpression` if the expression is malformed.
  public func matches(_ expression: String) -> QueryCondition {
    QueryCondition(.matches(operand, expression), mayBeNil: mayBeNil)
  }
}
