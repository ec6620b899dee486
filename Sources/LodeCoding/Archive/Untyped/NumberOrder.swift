#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The exact order of numbers of all types by their mathematical value.
///
/// Each comparison returns a negative number if the first value sorts first, zero if both values
/// are equal, and otherwise a positive number. The order is total across all types.
package enum NumberOrder {
  /// Compares two numbers; returns `nil` if a value is not a number.
  static func order(_ a: ArchiveValue, _ b: ArchiveValue) -> Int? {
    switch (a, b) {
    case (.int(let a), .int(let b)): return order(a, b)
    case (.double(let a), .double(let b)): return order(a, b)
    default:
      guard let a = Number(a), let b = Number(b) else { return nil }
      return a.order(b)
    }
  }

  /// Compares two floating-point numbers; a NaN sorts after all other numbers.
  package static func order(_ a: Double, _ b: Double) -> Int {
    a < b ? -1 : a > b ? 1 : a == b ? 0 : (a.isNaN ? 1 : 0) - (b.isNaN ? 1 : 0)
  }

  /// Compares two integers of one type.
  package static func order<I: FixedWidthInteger>(_ a: I, _ b: I) -> Int {
    a < b ? -1 : a == b ? 0 : 1
  }

  /// Compares an integer, which an `Int64` or a `UInt64` can hold, with a floating-point number.
  package static func order(_ a: Int128, _ b: Double) -> Int {
    if b.isNaN || b >= 0x1p64 { return -1 }
    if b < -0x1p63 { return 1 }
    let whole = b.rounded(.towardZero)
    let result = order(a, Int128(whole))
    return result != 0 ? result : order(whole, b)
  }

  /// A number as one of three types, which together hold all numbers exactly.
  private enum Number {
    case integer(Int128)
    case double(Double)
    case decimal(Decimal)

    init?(_ value: ArchiveValue) {
      switch value {
      case .int(let value): self = .integer(Int128(value))
      case .uint(let value): self = .integer(Int128(value))
      case .float(let value): self = .double(Double(value))
      case .double(let value): self = .double(value)
      case .decimal(let value): self = value.isNaN ? .double(.nan) : .decimal(value)
      default: return nil
      }
    }

    func order(_ other: Number) -> Int {
      switch (self, other) {
      case (.integer(let a), .integer(let b)): NumberOrder.order(a, b)
      case (.double(let a), .double(let b)): NumberOrder.order(a, b)
      case (.integer(let a), .double(let b)): NumberOrder.order(a, b)
      case (.double(let a), .integer(let b)): -NumberOrder.order(b, a)
      case (.decimal(let a), .double(let b)): ExactNumber.order(a, b)
      case (.double(let a), .decimal(let b)): -ExactNumber.order(b, a)
      case (.decimal(let a), .decimal(let b)): a < b ? -1 : a == b ? 0 : 1
      case (.decimal(let a), .integer(let b)): ExactNumber.order(a, b)
      case (.integer(let a), .decimal(let b)): -ExactNumber.order(b, a)
      }
    }
  }
}
