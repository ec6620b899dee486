internal import Foundation
internal import LodeCoding

extension ArchiveValue {
  /// The order of two values: negative when this one comes first, zero when they are the same.
  ///
  /// `nil` comes before truth values, these before numbers, texts, bytes, times, UUIDs, arrays, and everything else.
  /// Numbers of all kinds compare by what they are worth, and a NaN comes behind them. Texts compare by their UTF-8.
  func order(_ other: ArchiveValue) -> Int {
    switch (untyped, other.untyped) {
    case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    case (.string(let a), .string(let b)): Self.order(of: a.utf8, b.utf8) { Self.order($0, $1) }
    case (.data(let a), .data(let b)): Self.order(of: a, b) { Self.order($0, $1) }
    case (.date(let a), .date(let b)): Self.order(a, b)
    case (.uuid(let a), .uuid(let b)): Self.order(a.uuidString, b.uuidString)
    case (.array(let a), .array(let b)): Self.order(of: a, b) { $0.order($1) }
    case (let a, let b):
      if let left = a.number, let right = b.number { left.order(right) } else { a.rank - b.rank }
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int, .uint, .float, .double, .decimal: 2
    case .string: 3
    case .data: 4
    case .date: 5
    case .uuid: 6
    case .array: 7
    default: 8
    }
  }

  private var number: Number? {
    switch self {
    case .int(let value): .decimal(Decimal(value))
    case .uint(let value): .decimal(Decimal(value))
    case .decimal(let value): .decimal(value)
    case .float(let value): .double(Double(value))
    case .double(let value): .double(value)
    default: nil
    }
  }

  /// A number, exact where it is no floating-point one.
  private enum Number {
    case decimal(Decimal)
    case double(Double)

    func order(_ other: Number) -> Int {
      switch (self, other) {
      case (.decimal(let a), .decimal(let b)): ArchiveValue.order(a, b)
      case (.double(let a), .double(let b)): Self.order(a, b)
      case (.decimal(let a), .double(let b)): Self.order(a.nearest, b)
      case (.double(let a), .decimal(let b)): Self.order(a, b.nearest)
      }
    }

    private static func order(_ a: Double, _ b: Double) -> Int {
      if a.isNaN || b.isNaN { return (a.isNaN ? 1 : 0) - (b.isNaN ? 1 : 0) }
      return ArchiveValue.order(a, b)
    }
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a > b ? 1 : 0 }

  private static func order<S: Collection>(
    of a: S, _ b: S, _ order: (S.Element, S.Element) -> Int
  ) -> Int {
    for (left, right) in zip(a, b) {
      let result = order(left, right)
      if result != 0 { return result }
    }
    return a.count - b.count
  }
}

extension Decimal {
  /// The nearest number of 64 bits.
  fileprivate var nearest: Double { NSDecimalNumber(decimal: self).doubleValue }
}
