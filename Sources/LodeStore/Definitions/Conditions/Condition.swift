public import LodeCoding

/// An expression that selects rows.
///
/// The result for a row is true, false, or unknown.
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
/// A comparison with nil is unknown, as in SQL. `and`, `or`, and `not` follow three-valued logic. A
/// row matches only if the result of the whole condition is true.
///
/// The families of values are booleans, numbers, texts, bytes, dates, UUIDs, arrays, and all other
/// values. A comparison first converts a constant to the family of the other operand, if a
/// conversion exists. Values of different families are not equal, and have no order. Sets and
/// objects have no order either.
public indirect enum Condition: Sendable, Hashable {
  /// The same result for every row.
  case constant(Bool)
  /// A comparison of two values.
  ///
  /// The result is unknown if a value is nil. For values without an order, the result is unknown,
  /// except for `equal` and `notEqual`.
  case comparison(Operand, Comparison, Operand)
  /// Whether a value is between a lower and an upper bound, or equals a bound.
  ///
  /// The operands are the value, the lower bound, and the upper bound.
  case between(Operand, Operand, Operand)
  /// Whether a value equals one of several values.
  ///
  /// If no value is equal and a compared value is nil, the result is unknown.
  case isIn(Operand, [Operand])
  /// Whether a value is missing or nil.
  ///
  /// The result is never unknown.
  case isNil(Operand)
  /// Whether a text matches a pattern.
  ///
  /// The result is unknown for other values.
  case like(Operand, LikePattern)
  /// Whether a text begins with a prefix.
  ///
  /// The result is unknown for other values.
  case beginsWith(Operand, String, TextFolding)
  /// Whether a text ends with a suffix.
  ///
  /// The result is unknown for other values.
  case endsWith(Operand, String, TextFolding)
  /// Whether a text contains a text, or an array or a set contains an element.
  ///
  /// The result is unknown for other values. The folding does not apply to the elements of arrays
  /// and sets.
  case contains(Operand, ArchiveValue, TextFolding)
  /// Whether a whole text matches a regular expression.
  ///
  /// The result is unknown for other values.
  ///
  /// If the expression is malformed or too large, ``evaluate(_:)`` throws a ``ConditionError``. A
  /// query throws a ``StoreError`` caused by the ``ConditionError``.
  case matches(Operand, String)
  /// Whether all conditions are true.
  ///
  /// Without conditions, the result is true.
  case and([Condition])
  /// Whether any condition is true.
  ///
  /// Without conditions, the result is false.
  case or([Condition])
  /// The negation of a condition.
  ///
  /// The result is unknown if the result of the condition is unknown.
  case not(Condition)
  /// Whether a condition is true.
  ///
  /// The result is false if the result of the condition is unknown.
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
  /// Ignores no differences.
  ///
  /// Texts compare by their UTF-8 bytes.
  case exact
  /// Ignores the case of the letters A to Z.
  case ascii
  /// Ignores case and diacritical marks.
  ///
  /// Texts compare by the result of `FoldedText`.
  case unicode
}
