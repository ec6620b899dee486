internal import LodeCoding
internal import LodeStore

/// A condition for `where`: a comparison of a ``QueryValue``, or a combination with `&&`, `||`, and
/// `!`.
///
/// ```swift
/// let query = City.where { $0.people > 1_000 && !$0.name.hasPrefix("O") }
/// ```
///
/// A condition is true or false for each row, as in Swift. The result *unknown* of SQL does not
/// occur.
public struct QueryCondition {
  /// The `Condition` that is true for matching rows, and false or unknown for other rows.
  let met: Condition
  /// The `Condition` that is true for rows that do not match, and false or unknown for matching
  /// rows.
  ///
  /// `!` exchanges `met` and `unmet`. For non-optional values, the negation of `<` is thus `>=`,
  /// which an index can answer.
  let unmet: Condition

  package var negated: QueryCondition { QueryCondition(met: unmet, unmet: met) }

  package func and(_ other: QueryCondition) -> QueryCondition {
    QueryCondition(met: .all(met, other.met), unmet: .any(unmet, other.unmet))
  }

  package func or(_ other: QueryCondition) -> QueryCondition {
    QueryCondition(met: .any(met, other.met), unmet: .all(unmet, other.unmet))
  }
}

/// A value that `where` accepts: a ``QueryCondition``, or a `Bool` field.
public protocol QueryConditionConvertible {
  /// The condition.
  var queryCondition: QueryCondition { get }
}

extension QueryCondition {
  /// Creates a query condition from a `Condition`, which may be unknown if `mayBeNil` is true.
  init(_ condition: Condition, mayBeNil: Bool) {
    self.init(met: condition, unmet: .not(mayBeNil ? .isTrue(condition) : condition))
  }
}

extension QueryCondition: QueryConditionConvertible {
  /// The condition itself.
  public var queryCondition: QueryCondition { self }
}

extension QueryValue: QueryConditionConvertible where Value == Bool {
  /// The condition that the value is true.
  public var queryCondition: QueryCondition { comparing(.equal, .given(true)) }
}

extension Condition {
  /// Returns both conditions joined by `and`, in one list if an operand is a list.
  fileprivate static func all(_ a: Condition, _ b: Condition) -> Condition {
    .and([a, b].flatMap { if case .and(let all) = $0 { all } else { [$0] } })
  }

  /// Returns both conditions joined by `or`, in one list if an operand is a list.
  fileprivate static func any(_ a: Condition, _ b: Condition) -> Condition {
    .or([a, b].flatMap { if case .or(let all) = $0 { all } else { [$0] } })
  }
}
