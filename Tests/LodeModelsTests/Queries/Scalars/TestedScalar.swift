import Lode
import LodeModels
import LodeTestSupport

@testable import LodeModels
@testable import LodeStore

/// A type of properties that conditions are tested with.
protocol TestedScalar: ArchivableValue, Hashable, Sendable where Unwrapped == Self {
  static var schemas: ScalarSchemas<Self> { get }
  /// A value; most of them are of a few, so that they meet.
  static func random(using random: inout SeededGenerator) -> Self
  /// Texts of conditions that say the value.
  var literals: [String] { get }
  /// Parameters that say the value.
  var parameters: [ArchiveValue] { get }
  /// The order of two values, as the guide has it; `nil` for types without an order in Swift.
  static func order(_ a: Self, _ b: Self) -> Int?
  static func isSame(_ a: Self, _ b: Self) -> Bool

  static func compare(
    _ field: QueryValue<Self>, _ comparison: Comparison, _ value: Self
  ) -> QueryCondition?
  static func compare(
    _ a: QueryValue<Self>, _ comparison: Comparison, _ b: QueryValue<Self>
  ) -> QueryCondition?
  static func between(_ field: QueryValue<Self>, _ low: Self, _ high: Self) -> QueryCondition?
}

extension TestedScalar {
  var parameters: [ArchiveValue] { [ArchiveValue(given: self)] }

  static func order(_ a: Self, _ b: Self) -> Int? { nil }

  static func isSame(_ a: Self, _ b: Self) -> Bool { order(a, b).map { $0 == 0 } ?? (a == b) }

  static func compare(
    _ field: QueryValue<Self>, _ comparison: Comparison, _ value: Self
  ) -> QueryCondition? {
    switch comparison {
    case .equal: field == value
    case .notEqual: field != value
    default: nil
    }
  }

  static func compare(
    _ a: QueryValue<Self>, _ comparison: Comparison, _ b: QueryValue<Self>
  ) -> QueryCondition? {
    switch comparison {
    case .equal: a == b
    case .notEqual: a != b
    default: nil
    }
  }

  static func between(_ field: QueryValue<Self>, _ low: Self, _ high: Self) -> QueryCondition? {
    nil
  }
}

extension TestedScalar where Self: ArchiveOrdered {
  static func order(_ a: Self, _ b: Self) -> Int? { a < b ? -1 : a == b ? 0 : 1 }

  static func compare(
    _ field: QueryValue<Self>, _ comparison: Comparison, _ value: Self
  ) -> QueryCondition? {
    switch comparison {
    case .equal: field == value
    case .notEqual: field != value
    case .less: field < value
    case .lessOrEqual: field <= value
    case .greater: field > value
    case .greaterOrEqual: field >= value
    }
  }

  static func compare(
    _ a: QueryValue<Self>, _ comparison: Comparison, _ b: QueryValue<Self>
  ) -> QueryCondition? {
    switch comparison {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }

  /// Written as two comparisons, because the bounds of a range may not be NaN.
  static func between(_ field: QueryValue<Self>, _ low: Self, _ high: Self) -> QueryCondition? {
    (field >= low).and(field <= high)
  }
}

/// A text in the quotes of conditions.
func inQuotes(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
}
