public import LodeCoding
public import LodeModels
internal import LodeStore

// Numbers are calculated as in conditions as text: nothing overflows, and a division by zero gives
// nil.
extension QueryValue where Value: ArchiveOrdered & Numeric {
  /// The sum.
  public static func + (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.add, b) }

  /// The sum.
  public static func + (a: QueryValue, b: Value) -> QueryValue { a + .given(b) }

  /// The sum.
  public static func + (a: Value, b: QueryValue) -> QueryValue { .given(a) + b }

  /// The difference.
  public static func - (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.subtract, b) }

  /// The difference.
  public static func - (a: QueryValue, b: Value) -> QueryValue { a - .given(b) }

  /// The difference.
  public static func - (a: Value, b: QueryValue) -> QueryValue { .given(a) - b }

  /// The product.
  ///
  /// ```swift
  /// let query = City.where { $0.people * 2 > 1_000_000 }
  /// ```
  public static func * (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.multiply, b) }

  /// The product.
  public static func * (a: QueryValue, b: Value) -> QueryValue { a * .given(b) }

  /// The product.
  public static func * (a: Value, b: QueryValue) -> QueryValue { .given(a) * b }

  /// The quotient, of integers without the fraction; nil for a division by zero.
  public static func / (a: QueryValue, b: QueryValue) -> QueryValue { a.calculating(.divide, b) }

  /// The quotient, of integers without the fraction; nil for a division by zero.
  public static func / (a: QueryValue, b: Value) -> QueryValue { a / .given(b) }

  /// The quotient, of integers without the fraction; nil for a division by zero.
  public static func / (a: Value, b: QueryValue) -> QueryValue { .given(a) / b }
}

extension QueryValue where Value: ArchiveOrdered & BinaryInteger {
  /// The remainder of a division; nil for a division by zero.
  public static func % (a: QueryValue, b: QueryValue) -> QueryValue {
    a.calculating(.remainder, b)
  }

  /// The remainder of a division; nil for a division by zero.
  public static func % (a: QueryValue, b: Value) -> QueryValue { a % .given(b) }
}
