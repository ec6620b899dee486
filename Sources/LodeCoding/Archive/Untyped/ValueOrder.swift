#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What kind of thing a value is, as far as comparing goes; in the order of values.
public enum ValueFamily: UInt8, Sendable, Hashable, Comparable {
  /// No value.
  case null
  /// Truth values.
  case bool
  /// Numbers of all kinds.
  case number
  /// Texts.
  case text
  /// Bytes.
  case data
  /// Points in time.
  case date
  /// UUIDs.
  case uuid
  /// Values in an order.
  case array
  /// Everything else, which has no order.
  case other

  /// Whether values of one family sort before values of another.
  public static func < (a: ValueFamily, b: ValueFamily) -> Bool { a.rawValue < b.rawValue }
}

extension ArchiveValue {
  /// What kind of thing the value is, as far as comparing goes.
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

  /// The order of two values: negative when this one comes first, zero when they are the same.
  ///
  /// `nil` comes before truth values, these before numbers, texts, bytes, times, UUIDs, arrays, and
  /// everything else. Numbers of all kinds compare by what they are worth, exactly; a NaN comes
  /// behind them, and all NaNs are the same. Texts compare by their UTF-8. Of everything else all
  /// are the same.
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

  private static func order(_ a: [ArchiveValue], _ b: [ArchiveValue]) -> Int {
    for (left, right) in zip(a, b) {
      let result = left.order(right)
      if result != 0 { return result }
    }
    return a.count - b.count
  }
}
