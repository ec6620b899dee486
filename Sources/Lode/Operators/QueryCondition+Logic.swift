public import LodeModels

extension QueryConditionConvertible {
  /// Whether both conditions are true.
  public static func && (a: Self, b: some QueryConditionConvertible) -> QueryCondition {
    a.queryCondition.and(b.queryCondition)
  }

  /// Whether one of the conditions is true.
  public static func || (a: Self, b: some QueryConditionConvertible) -> QueryCondition {
    a.queryCondition.or(b.queryCondition)
  }

  /// Whether the condition is false; a comparison with a nil value is false.
  public static prefix func ! (a: Self) -> QueryCondition { a.queryCondition.negated }
}
