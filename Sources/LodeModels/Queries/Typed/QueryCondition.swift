internal import LodeCoding
internal import LodeStore

/// A condition for `where`: a comparison of a ``QueryValue``, or a combination with `&&`, `||`, and
/// `!`.
///
/// A condition is true or false, as in Swift; no condition is unknown.
public struct QueryCondition {
  /// True for the rows that meet it, and false or unknown for all others.
  let met: Condition
  /// True for the rows that do not meet it, and false or unknown for all others.
  ///
  /// With both at hand a `!` is an exchange, so that plain comparisons stay plain ones, for which
  /// there are indexes.
  let unmet: Condition

  init(met: Condition, unmet: Condition) {
    self.met = met
    self.unmet = unmet
  }

  /// A condition that may be unknown where values may be nil.
  init(_ condition: Condition, mayBeNil: Bool) {
    self.init(met: condition, unmet: .not(mayBeNil ? .isTrue(condition) : condition))
  }

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

extension QueryCondition: QueryConditionConvertible {
  /// The condition itself.
  public var queryCondition: QueryCondition { self }
}

extension QueryValue: QueryConditionConvertible where Value == Bool {
  /// The condition that the value is true.
  public var queryCondition: QueryCondition { comparing(.equal, .given(true)) }
}

extension Condition {
  /// Both, in one list where they are lists already.
  fileprivate static func all(_ a: Condition, _ b: Condition) -> Condition {
    switch (a, b) {
    case (.and(let a), .and(let b)): .and(a + b)
    case (.and(let a), _): .and(a + [b])
    case (_, .and(let b)): .and([a] + b)
    default: .and([a, b])
    }
  }

  /// One of them, in one list where they are lists already.
  fileprivate static func any(_ a: Condition, _ b: Condition) -> Condition {
    switch (a, b) {
    case (.or(let a), .or(let b)): .or(a + b)
    case (.or(let a), _): .or(a + [b])
    case (_, .or(let b)): .or([a] + b)
    default: .or([a, b])
    }
  }
}
