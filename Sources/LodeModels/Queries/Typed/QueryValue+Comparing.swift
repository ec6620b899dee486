public import LodeCoding
internal import LodeStore

// Equal or not.
extension QueryValue where Value: Equatable {
  /// Whether the value is this one, or nil.
  public static func == (a: QueryValue, b: Value?) -> QueryCondition {
    guard let b else { return a.isNil }
    return a.comparing(.equal, .given(b))
  }

  /// Whether the value is this one.
  public static func == (a: Value, b: QueryValue) -> QueryCondition { b == a }

  /// Whether two values are the same; two that are nil are.
  public static func == (a: QueryValue, b: QueryValue) -> QueryCondition {
    let equal = a.comparing(.equal, b)
    return a.mayBeNil && b.mayBeNil ? equal.or(a.isNil.and(b.isNil)) : equal
  }

  /// Whether the value is another one, or not nil.
  public static func != (a: QueryValue, b: Value?) -> QueryCondition { (a == b).negated }

  /// Whether the value is another one.
  public static func != (a: Value, b: QueryValue) -> QueryCondition { (b == a).negated }

  /// Whether two values differ.
  public static func != (a: QueryValue, b: QueryValue) -> QueryCondition { (a == b).negated }
}

// Less or greater.
extension QueryValue where Value: ArchiveOrdered {
  /// Whether the value is less.
  public static func < (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.less, .given(b))
  }

  /// Whether the value is less, or this one.
  public static func <= (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.lessOrEqual, .given(b))
  }

  /// Whether the value is greater.
  public static func > (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.greater, .given(b))
  }

  /// Whether the value is greater, or this one.
  public static func >= (a: QueryValue, b: Value) -> QueryCondition {
    a.comparing(.greaterOrEqual, .given(b))
  }

  /// Whether the value is greater.
  public static func < (a: Value, b: QueryValue) -> QueryCondition { b > a }

  /// Whether the value is greater, or this one.
  public static func <= (a: Value, b: QueryValue) -> QueryCondition { b >= a }

  /// Whether the value is less.
  public static func > (a: Value, b: QueryValue) -> QueryCondition { b < a }

  /// Whether the value is less, or this one.
  public static func >= (a: Value, b: QueryValue) -> QueryCondition { b <= a }

  /// Whether the first of two values is less.
  public static func < (a: QueryValue, b: QueryValue) -> QueryCondition { a.comparing(.less, b) }

  /// Whether the first of two values is not greater.
  public static func <= (a: QueryValue, b: QueryValue) -> QueryCondition {
    a.comparing(.lessOrEqual, b)
  }

  /// Whether the first of two values is greater.
  public static func > (a: QueryValue, b: QueryValue) -> QueryCondition { a.comparing(.greater, b) }

  /// Whether the first of two values is not less.
  public static func >= (a: QueryValue, b: QueryValue) -> QueryCondition {
    a.comparing(.greaterOrEqual, b)
  }
}

extension QueryValue {
  /// A value of the program.
  static func given(_ value: Value) -> QueryValue {
    let value = ArchiveValue(given: value)
    return QueryValue(.value(value), mayBeNil: value.family == .null)
  }

  fileprivate var isNil: QueryCondition { QueryCondition(.isNil(operand), mayBeNil: false) }

  fileprivate func comparing(_ comparison: Comparison, _ other: QueryValue) -> QueryCondition {
    let met = Condition.comparison(operand, comparison, other.operand)
    if mayBeNil || other.mayBeNil { return QueryCondition(met, mayBeNil: true) }
    return QueryCondition(
      met: met, unmet: .comparison(operand, comparison.opposite, other.operand))
  }
}

extension Comparison {
  /// What holds where this one does not.
  fileprivate var opposite: Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}

extension ArchiveValue {
  /// What archives have for a value; nil for one that cannot be archived, which no row has.
  init<T: ArchivableValue>(given value: T) {
    switch value {
    case let value as Int: self = .int(Int64(value))
    case let value as String: self = .string(value)
    default: self = (try? ArchiveValue(archiving: value).untyped) ?? .null
    }
    // As the text has it; kinds of numbers do not count.
    if case .uint(let number) = self { self = Int64(exactly: number).map { .int($0) } ?? self }
  }
}
