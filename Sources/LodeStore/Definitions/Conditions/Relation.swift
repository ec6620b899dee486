internal import LodeCoding

/// The result of comparing two values.
///
/// A family is a group of types whose values compare with each other, such as all numbers.
enum Relation {
  /// A value is nil.
  case unknown
  /// The values belong to different families.
  case apart
  /// The values belong to a family without an order.
  case unordered(areEqual: Bool)
  /// The values belong to one family.
  ///
  /// The order is negative if the first value comes first, and 0 if the values are equal.
  case ordered(Int)

  /// Compares two values, and first converts a constant to the family of the other value.
  ///
  /// - Parameters:
  ///   - a: The left value.
  ///   - b: The right value.
  ///   - isGiven: Whether each value is a constant of the condition.
  init(_ a: ArchiveValue?, _ b: ArchiveValue?, isGiven: (a: Bool, b: Bool) = (false, false)) {
    guard let a, let b, a.family != .null, b.family != .null else {
      self = .unknown
      return
    }
    let families = (a.family, b.family)
    if isGiven.b, !isGiven.a, let b = b.reading(like: a) {
      self = Self.within(families.0, a, b)
    } else if isGiven.a, !isGiven.b, let a = a.reading(like: b) {
      self = Self.within(families.1, a, b)
    } else if families.0 == families.1 {
      self = Self.within(families.0, a, b)
    } else if let b = b.reading(as: families.0), isGiven.b {
      self = Self.within(families.0, a, b)
    } else if let a = a.reading(as: families.1), isGiven.a {
      self = Self.within(families.1, a, b)
    } else {
      self = .apart
    }
  }

  private static func within(_ family: ValueFamily, _ a: ArchiveValue, _ b: ArchiveValue) -> Self {
    family == .other
      ? .unordered(areEqual: a.untyped == b.untyped) : .ordered(a.order(b))
  }
}

extension Comparison {
  /// Returns whether the comparison holds for values with this relation, or `nil` if unknown.
  func holds(_ relation: Relation) -> Bool? {
    switch (relation, self) {
    case (.unknown, _): nil
    case (.ordered(let order), _): holds(order)
    case (.apart, .equal): false
    case (.apart, .notEqual): true
    case (.unordered(let areEqual), .equal): areEqual
    case (.unordered(let areEqual), .notEqual): !areEqual
    default: nil
    }
  }

  /// Returns whether the comparison holds for an order.
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
