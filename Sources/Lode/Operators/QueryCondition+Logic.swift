public import LodeModels

extension QueryConditionConvertible {
  /// Matches rows for which both conditions are true.
  ///
  /// ```swift
  /// let query = City.where { $0.people > 1_000 && $0.name != "Oslo" }
  /// ```
  public static func && (a: Self, b: some QueryConditionConvertible) -> QueryCondition {
    a.queryCondition.and(b.queryCondition)
  }

  /// Matches rows for which at least one of the conditions is true.
  public static func || (a: Self, b: some QueryConditionConvertible) -> QueryCondition {
    a.queryCondition.or(b.queryCondition)
  }

  /// Matches rows for which the condition is false.
  ///
  /// A comparison such as `$0.age > 5` is false for a nil value, so `!($0.age > 5)` also matches
  /// rows without an age.
  public static prefix func ! (a: Self) -> QueryCondition { a.queryCondition.negated }
}
