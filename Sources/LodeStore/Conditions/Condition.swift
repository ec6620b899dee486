public import LodeCoding

/// An expression that decides whether a row matches: true, false, or unknown.
///
/// ```swift
/// let old = try Condition(parsing: "age > 50 AND name LIKE 'a%'")
/// let same = Condition.and([
///   .comparison("age", .greater, .value(50)),
///   .like("name", LikePattern("a%")),
/// ])
/// print(try old.evaluate { path in path == "age" ? 51 : "Ada" } ?? false)  // true
/// ```
///
/// A comparison with nil is unknown, as in SQL. `and`, `or`, and `not` follow three-valued logic,
/// and a row matches only if the whole condition is true.
///
/// Values compare within one family: booleans, numbers of all types, texts, bytes, dates, UUIDs,
/// arrays, or all other values. A comparison first converts a constant to the family of the other
/// operand, if a conversion exists. Values of two families are never equal, and have no order. Sets
/// and objects have no order either.
public indirect enum Condition: Sendable, Hashable {
  /// The same result for every row.
  case constant(Bool)
  /// A comparison of two values; unknown if a value is nil.
  ///
  /// All comparisons except `equal` and `notEqual` are also unknown if the values have no order.
  case comparison(Operand, Comparison, Operand)
  /// Whether a value is at or above a first bound, and at or below a second bound.
  case between(Operand, Operand, Operand)
  /// Whether a value equals one of several values; otherwise unknown if a compared value is nil.
  case isIn(Operand, [Operand])
  /// Whether a value is missing or nil; never unknown.
  case isNil(Operand)
  /// Whether a text matches a pattern; unknown for other values.
  case like(Operand, LikePattern)
  /// Whether a text begins with a prefix; unknown for other values.
  case beginsWith(Operand, String, TextFolding)
  /// Whether a text ends with a suffix; unknown for other values.
  case endsWith(Operand, String, TextFolding)
  /// Whether a text contains a text, or an array or a set contains an element; unknown for other
  /// values.
  ///
  /// The folding does not apply to the elements of arrays and sets.
  case contains(Operand, ArchiveValue, TextFolding)
  /// Whether a whole text matches a regular expression; unknown for other values.
  ///
  /// If the expression is malformed or too large, ``evaluate(_:)`` throws a ``ConditionError``. A
  /// query then throws ``StoreError`` caused by the ``ConditionError``.
  case matches(Operand, String)
  /// Whether all conditions are true; true without conditions.
  case and([Condition])
  /// Whether any condition is true; false without conditions.
  case or([Condition])
  /// The negation of a condition; unknown if the condition is unknown.
  case not(Condition)
  /// Whether a condition is true; false if the condition is unknown.
  case isTrue(Condition)
}

/// A comparison operator.
public enum Comparison: Sendable, Hashable, CaseIterable {
  /// Equal: `=`.
  case equal
  /// Not equal: `!=`.
  case notEqual
  /// Less: `<`.
  case less
  /// Less or equal: `<=`.
  case lessOrEqual
  /// Greater: `>`.
  case greater
  /// Greater or equal: `>=`.
  case greaterOrEqual
}

/// The differences between texts that a comparison ignores.
public enum TextFolding: Sendable, Hashable, CaseIterable {
  /// Ignores no differences: texts compare by their UTF-8 bytes.
  case exact
  /// Ignores the case of the letters A to Z.
  case ascii
  /// Ignores case and diacritical marks: texts compare by the result of `FoldedText`.
  case unicode
}
