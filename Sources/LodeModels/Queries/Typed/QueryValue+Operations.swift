public import LodeCoding
package import LodeStore

// The operations that the operators call. The module `Lode` declares the operators, because its
// re-export of single types does not include operators.

extension QueryValue {
  /// Returns a constant value.
  package static func given(_ value: Value) -> QueryValue {
    let value = ArchiveValue(given: value)
    return QueryValue(.value(value), mayBeNil: value.family == .null)
  }

  package func calculating(_ arithmetic: Arithmetic, _ other: QueryValue) -> QueryValue {
    QueryValue(.arithmetic(operand, arithmetic, other.operand), mayBeNil: true)
  }

  package var isNil: QueryCondition { QueryCondition(.isNil(operand), mayBeNil: false) }

  package func comparing(_ comparison: Comparison, _ other: QueryValue) -> QueryCondition {
    let met = Condition.comparison(operand, comparison, other.operand)
    if mayBeNil || other.mayBeNil { return QueryCondition(met, mayBeNil: true) }
    return QueryCondition(
      met: met, unmet: .comparison(operand, comparison.opposite, other.operand))
  }
}

extension QueryValue where Value: ArchiveOrdered & BinaryInteger {
  /// The integer as a `Double`, for calculations with floating-point values.
  public var asDouble: QueryValue<Double> {
    QueryValue<Double>(
      .arithmetic(operand, .multiply, .value(.double(1))), mayBeNil: mayBeNil)
  }
}

extension Comparison {
  /// For values other than nil, the comparison that is true if and only if this comparison is
  /// false.
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
  /// Creates the archived form of a value, or null if the value cannot be archived.
  ///
  /// No value equals null in a comparison.
  init<T: ArchivableValue>(given value: T) {
    switch value {
    case let value as Int: self = .int(Int64(value))
    case let value as String: self = .string(value)
    default: self = (try? ArchiveValue(archiving: value).untyped) ?? .null
    }
    // The type of a number does not matter in conditions, so integers are signed if possible.
    if case .uint(let number) = self { self = Int64(exactly: number).map { .int($0) } ?? self }
  }
}
