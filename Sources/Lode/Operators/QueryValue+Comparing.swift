public import LodeCoding
public import LodeModels
internal import LodeStore

// Equal or not.
extension QueryValue where Value: Equatable {
  /// Whether the value equals another value; `nil` matches rows without a value.
  public static func == (a: QueryValue, b: Value?) -> QueryCondition {
    guard let b else { return a.isNil }
    return a.comparing(.equal, .given(b))
  }

  /// Whether the value equals another value.
  public static func == (a: Value, b: QueryValue) -> QueryCondition { b == a }

  /// Whether two values are equal; two nil values are equal.
  public static func == (a: QueryValue, b: QueryValue) -> QueryCondition {
    let equal = a.comparing(.equal, b)
    return a.mayBeNil && b.mayBeNil ? equal.or(a.isNil.and(b.isNil)) : equal
  }

  /// Whether the value differs from another value; `nil` matches rows with a value.
  public static func != (a: QueryValue, b: Value?) -> QueryCondition { (a == b).negated }

  /// Whether the value differs from another value.
  public static func != (a: Value, b: QueryValue) -> QueryCondition { (b == a).negated }

  /// Whether two values differ.
  public static func != (a: QueryValue, b: QueryValue) -> QueryCondition { (a == b).negated }
}

// Less or greater.
extension QueryValue where Value: ArchiveOrdered {
  /// Whether the value is less than another value.
  public static func < (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.less, .given(b))
  }

  /// Whether the value is less than or equal to another value.
  public static func <= (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.lessOrEqual, .given(b))
  }

  /// Whether the value is greater than another value.
  public static func > (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.greater, .given(b))
  }

  /// Whether the value is greater than or equal to another value.
  public static func >= (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.greaterOrEqual, .given(b))
  }

  /// Whether the value is greater than another value.
  public static func < (a: Value, b: QueryValue) -> QueryCondition { b > a }

  /// Whether the value is greater than or equal to another value.
  public static func <= (a: Value, b: QueryValue) -> QueryCondition { b >= a }

  /// Whether the value is less than another value.
  public static func > (a: Value, b: QueryValue) -> QueryCondition { b < a }

  /// Whether the value is less than or equal to another value.
  public static func >= (a: Value, b: QueryValue) -> QueryCondition { b <= a }

  /// Whether the first value is less than the second value.
  public static func < (a: QueryValue, b: QueryValue) -> QueryCondition { a.comparing(.less, b) }

  /// Whether the first value is less than or equal to the second value.
  public static func <= (a: QueryValue, b: QueryValue) -> QueryCondition {
    a.comparing(.lessOrEqual, b)
  }

  /// Whether the first value is greater than the second value.
  public static func > (a: QueryValue, b: QueryValue) -> QueryCondition { a.comparing(.greater, b) }

  /// Whether the first value is greater than or equal to the second value.
  public static func >= (a: QueryValue, b: QueryValue) -> QueryCondition {
    a.comparing(.greaterOrEqual, b)
  }
}
