public import LodeCoding
package import LodeStore

// What the operators of `Lode` do. They are declared there, because a re-export of single types
// does not include operators.

extension QueryValue {
  /// A value of the program.
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
  /// The integer as a `Double`, for calculations with other floating-point values.
  public var asDouble: QueryValue<Double> {
    QueryValue<Double>(
      .arithmetic(operand, .multiply, .value(.double(1))), mayBeNil: mayBeNil)
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
