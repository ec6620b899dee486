internal import LodeCoding
public import LodeStore

// Texts compare by their UTF-8, unless a folding says which differences do not count.
extension QueryValue where Value == String {
  /// Whether the text begins with another.
  ///
  /// ```swift
  /// let query = City.where { $0.name.hasPrefix("os", folding: .unicode) }  // Oslo, Ösmo
  /// ```
  public func hasPrefix(_ prefix: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.beginsWith(operand, prefix, folding), mayBeNil: mayBeNil)
  }

  /// Whether the text ends with another.
  public func hasSuffix(_ suffix: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.endsWith(operand, suffix, folding), mayBeNil: mayBeNil)
  }

  /// Whether another text is in the text.
  public func contains(_ part: String, folding: TextFolding = .exact) -> QueryCondition {
    QueryCondition(.contains(operand, .string(part), folding), mayBeNil: mayBeNil)
  }

  /// Whether the whole text is like a pattern, in which `%` is any text and `_` one scalar of
  /// Unicode.
  ///
  /// ```swift
  /// let query = City.where { $0.name.like("%borg") }
  /// ```
  ///
  /// - Parameter escape: the character behind which `%`, `_` and itself stand for themselves.
  public func like(
    _ pattern: String, escape: Character? = nil, folding: TextFolding = .ascii
  ) -> QueryCondition {
    QueryCondition(
      .like(operand, LikePattern(pattern, escape: escape, folding: folding)), mayBeNil: mayBeNil)
  }

  /// Whether a regular expression describes the whole text, in time that grows with the text alone.
  ///
  /// `Docs/Guides/Conditions.md` has the syntax. Running the query throws `ConditionError` with
  /// `invalidExpression` when the expression is none.
  public func matches(_ expression: String) -> QueryCondition {
    QueryCondition(.matches(operand, expression), mayBeNil: mayBeNil)
  }
}
