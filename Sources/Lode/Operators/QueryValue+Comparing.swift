public import LodeCoding
public import LodeModels
internal import LodeStore

extension QueryValue where Value: Equatable {
  /// Matches rows in which `a` equals `b`; if `b` is `nil`, matches rows in which `a` is nil.
  ///
  /// Lode compares the stored values, and does not call `==` of the type. Texts are equal if their
  /// UTF-8 is equal, and NaN equals NaN.
  public static func == (a: QueryValue, b: Value?) -> QueryCondition {
    guard let b else { return a.isNil }
    return a.comparing(.equal, .given(b))
  }

  /// Matches rows in which `b` equals `a`.
  ///
  /// A row in which `b` is nil does not match. Lode compares the stored values, and does not call
  /// `==` of the type.
  public static func == (a: Value, b: QueryValue) -> QueryCondition { b == a }

  /// Matches rows in which two values are equal.
  ///
  /// Two nil values are equal. Lode compares the stored values, and does not call `==` of the type.
  public static func == (a: QueryValue, b: QueryValue) -> QueryCondition {
    let equal = a.comparing(.equal, b)
    return a.mayBeNil && b.mayBeNil ? equal.or(a.isNil.and(b.isNil)) : equal
  }

  /// Matches rows in which `a` differs from `b`.
  ///
  /// A row in which `a` is nil matches, unless `b` is `nil`.
  public static func != (a: QueryValue, b: Value?) -> QueryCondition { (a == b).negated }

  /// Matches rows in which `b` differs from `a`.
  ///
  /// A row in which `b` is nil matches.
  public static func != (a: Value, b: QueryValue) -> QueryCondition { (b == a).negated }

  /// Matches rows in which two values differ.
  ///
  /// Two nil values do not differ; a nil value differs from every other value.
  public static func != (a: QueryValue, b: QueryValue) -> QueryCondition { (a == b).negated }
}

extension QueryValue where Value: ArchiveOrdered {
  /// Matches rows in which `a` is less than `b`.
  ///
  /// A row in which `a` is nil does not match.
  public static func < (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.less, .given(b))
  }

  /// Matches rows in which `a` is less than or equal to `b`.
  ///
  /// A row in which `a` is nil does not match.
  public static func <= (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.lessOrEqual, .given(b))
  }

  /// Matches rows in which `a` is greater than `b`.
  ///
  /// A row in which `a` is nil does not match.
  public static func > (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.greater, .given(b))
  }

  /// Matches rows in which `a` is greater than or equal to `b`.
  ///
  /// A row in which `a` is nil does not match.
  public static func >= (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.greaterOrEqual, .given(b))
  }

  /// Matches rows in which `b` is greater than `a`.
  ///
  /// A row in which `b` is nil does not match.
  public static func < (a: Value, b: QueryValue) -> QueryCondition { b > a }

  /// Matches rows in which `b` is greater than or equal to `a`.
  ///
  /// A row in which `b` is nil does not match.
  public static func <= (a: Value, b: QueryValue) -> QueryCondition { b >= a }

  /// Matches rows in which `b` is less than `a`.
  ///
  /// A row in which `b` is nil does not match.
  public static func > (a: Value, b: QueryValue) -> QueryCondition { b < a }

  /// Matches rows in which `b` is less than or equal to `a`.
  ///
  /// A row in which `b` is nil does not match.
  public static func >= (a: Value, b: QueryValue) -> QueryCondition { b <= a }

  /// Matches rows in which the first value is less than the second value.
  ///
  /// A row does not match if either value is nil.
  public static func < (a: QueryValue, b: QueryValue) -> QueryCondition { a.comparing(.less, b) }

  /// Matches rows in which the first value is less than or equal to the second value.
  ///
  /// A row does not match if either value is nil.
  public static func <= (a: QueryValue, b: QueryValue) -> QueryCondition {
    a.comparing(.lessOrEqual, b)
  }

  /// Matches rows in which the first value is greater than the second value.
  ///
  /// A row does not match if either value is nil.
  public static func > (a: QueryValue, b: QueryValue) -> QueryCondition { a.comparing(.greater, b) }

  /// Matches rows in which the first value is greater than or equal to the second value.
  ///
  /// A row does not match if either value is nil.
  public static func >= (a: QueryValue, b: QueryValue) -> QueryCondition {
    a.comparing(.greaterOrEqual, b)
  }
}
