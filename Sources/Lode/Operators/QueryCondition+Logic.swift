public import LodeModels

extension QueryConditionConvertible {
  /// Matches rows for which both conditions are true.
  public static func && (a: Self, b: some QueryConditionConvertible) -> QueryCondition {
    a.queryCondition.and(b.queryCondition)
  }

  /// Matches rows for which at least one of the conditions is true.
  public static func || (a: Self, b: some QueryConditionConvertible) -> QueryCondition {
    a.queryCondition.or(b.queryCondition)
  }

  /// Matches rows for which the condition is false.
  ///
  /// A comparison with a nil value is false.
  public static prefix func ! (a: Self) -> QueryCondition { a.queryCondition.negated }
}
