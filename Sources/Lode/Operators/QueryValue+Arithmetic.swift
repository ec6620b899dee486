public import LodeCoding
public import LodeModels
internal import LodeStore

extension QueryValue where Value: ArchiveOrdered & Numeric {
  /// Returns the sum of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func + (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.add, b) }

  /// Returns the sum of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func + (a: QueryValue, b: Value) -> QueryValue { a + .given(b) }

  /// Returns the sum of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func + (a: Value, b: QueryValue) -> QueryValue { .given(a) + b }

  /// Returns the difference of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func - (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.subtract, b) }

  /// Returns the difference of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func - (a: QueryValue, b: Value) -> QueryValue { a - .given(b) }

  /// Returns the difference of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func - (a: Value, b: QueryValue) -> QueryValue { .given(a) - b }

  /// Returns the product of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func * (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.multiply, b) }

  /// Returns the product of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  ///
  /// ```swift
  /// let query = City.where { $0.people * 2 > 1_000_000 }
  /// ```
  public static func * (a: QueryValue, b: Value) -> QueryValue { a * .given(b) }

  /// Returns the product of two values.
  ///
  /// An integer result that fits neither `Int64` nor `UInt64` becomes a `Double`. The result of
  /// `Float` values is a `Double`, which is not rounded to `Float`. If either value is nil, the
  /// result is nil.
  public static func * (a: Value, b: QueryValue) -> QueryValue { .given(a) * b }

  /// Returns the quotient of two values, or nil for a division by zero.
  ///
  /// The quotient of two integers is an integer, truncated toward zero. The result of `Float`
  /// values is a `Double`, which is not rounded to `Float`. If either value is nil, the result is
  /// nil.
  public static func / (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.divide, b) }

  /// Returns the quotient of two values, or nil for a division by zero.
  ///
  /// The quotient of two integers is an integer, truncated toward zero. The result of `Float`
  /// values is a `Double`, which is not rounded to `Float`. If either value is nil, the result is
  /// nil.
  public static func / (a: QueryValue, b: Value) -> QueryValue { a / .given(b) }

  /// Returns the quotient of two values, or nil for a division by zero.
  ///
  /// The quotient of two integers is an integer, truncated toward zero. The result of `Float`
  /// values is a `Double`, which is not rounded to `Float`. If either value is nil, the result is
  /// nil.
  public static func / (a: Value, b: QueryValue) -> QueryValue { .given(a) / b }
}

extension QueryValue where Value: ArchiveOrdered & BinaryInteger {
  /// Returns the remainder of a division, or nil for a division by zero.
  ///
  /// The remainder has the sign of the dividend. If either value is nil, the result is nil.
  public static func % (a: QueryValue, b: QueryValue) -> QueryValue {
    a.calculating(.remainder, b)
  }

  /// Returns the remainder of a division, or nil for a division by zero.
  ///
  /// The remainder has the sign of the dividend. If either value is nil, the result is nil.
  public static func % (a: QueryValue, b: Value) -> QueryValue { a % .given(b) }
}
