#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A group of types whose values compare with each other, such as all numbers.
///
/// Values of different families sort in the order of the cases.
public enum ValueFamily: UInt8, Sendable, Hashable, Comparable {
  /// The null value.
  case null
  /// Boolean values.
  case bool
  /// Numbers of all kinds.
  case number
  /// Strings.
  case text
  /// Byte strings.
  case data
  /// Dates.
  case date
  /// UUIDs.
  case uuid
  /// Arrays.
  case array
  /// Sets, dictionaries, objects, and references, which have no order among themselves.
  case other

  /// Returns whether the values of one family sort before the values of another.
  public static func < (a: ValueFamily, b: ValueFamily) -> Bool { a.rawValue < b.rawValue }
}

extension ArchiveValue {
  /// The family of the value in comparisons.
  public var family: ValueFamily {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int, .uint, .float, .double, .decimal: .number
    case .string: .text
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .array: .array
    case .set, .dictionary, .object, .reference: .other
    case .typed(_, let value): value.family
    }
  }

  /// Compares this value with another value.
  ///
  /// Returns a negative number if this value sorts first, zero if both values sort as equal, and
  /// otherwise a positive number.
  ///
  /// The families sort in this order: null, Boolean values, numbers, strings, byte strings, dates,
  /// UUIDs, arrays, all other values. Numbers of all types compare exactly by their mathematical
  /// value. A NaN sorts after all other numbers, and all NaNs are equal. Strings compare by their
  /// UTF-8. Values of the last family are all equal.
  ///
  /// - Complexity: O(n) for n bytes of the shorter value.
  package func order(_ other: ArchiveValue) -> Int {
    switch (self, other) {
    case (.string(let a), .string(let b)): a.utf8Order(b).signum()
    case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    case (.data(let a), .data(let b)): a.span.byteOrder(b.span).signum()
    case (.date(let a), .date(let b)):
      NumberOrder.order(a.timeIntervalSinceReferenceDate, b.timeIntervalSinceReferenceDate)
    case (.uuid(let a), .uuid(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.array(let a), .array(let b)): Self.order(a, b)
    case (.typed(_, let a), let b): a.order(b)
    case (let a, .typed(_, let b)): a.order(b)
    default: NumberOrder.order(self, other) ?? Int(family.rawValue) - Int(other.family.rawValue)
    }
  }

  /// Compares arrays element by element; a prefix of an array sorts before the array.
  private static func order(_ a: [ArchiveValue], _ b: [ArchiveValue]) -> Int {
    for (left, right) in zip(a, b) {
      let result = left.order(right)
      if result != 0 { return result }
    }
    return a.count - b.count
  }
}
