internal import Foundation
package import LodeCoding

extension Arithmetic {
  /// Returns the result of the operator for two values.
  ///
  /// Returns `nil` for a division by zero, and if an operand is neither a number nor the text of a
  /// number. If only one operand is a constant, the call first converts the constant, as in a
  /// comparison with the other operand.
  ///
  /// - Parameters:
  ///   - a: The left operand.
  ///   - b: The right operand.
  ///   - isGiven: Whether each operand is a constant.
  package func calculate(
    _ a: ArchiveValue?, _ b: ArchiveValue?, isGiven: (a: Bool, b: Bool) = (false, false)
  ) -> ArchiveValue? {
    guard var a = a?.reading(as: .number)?.untyped, var b = b?.reading(as: .number)?.untyped else {
      return nil
    }
    if isGiven.a != isGiven.b {
      if isGiven.a { a = a.number(beside: b) } else { b = b.number(beside: a) }
    }
    if let left = a.wholeNumber, let right = b.wholeNumber { return integers(left, right) }
    if let left = a.decimalNumber, let right = b.decimalNumber { return decimals(left, right) }
    return doubles(a.nearest, b.nearest)
  }

  /// Calculates with 128 bits, in which only a product can overflow.
  private func integers(_ a: Int128, _ b: Int128) -> ArchiveValue? {
    let result: Int128
    switch self {
    case .add: result = a + b
    case .subtract: result = a - b
    case .multiply:
      let product = a.multipliedReportingOverflow(by: b)
      if product.overflow { return .double(Double(a) * Double(b)) }
      result = product.partialValue
    case .divide where b == 0, .remainder where b == 0: return nil
    case .divide: result = a / b
    case .remainder: result = a % b
    }
    if let value = Int64(exactly: result) { return .int(value) }
    return UInt64(exactly: result).map(ArchiveValue.uint) ?? .double(Double(result))
  }

  private func doubles(_ a: Double, _ b: Double) -> ArchiveValue? {
    switch self {
    case .add: .double(a + b)
    case .subtract: .double(a - b)
    case .multiply: .double(a * b)
    case .divide: b == 0 ? nil : .double(a / b)
    case .remainder: b == 0 ? nil : .double(a.truncatingRemainder(dividingBy: b))
    }
  }

  private func decimals(_ a: Decimal, _ b: Decimal) -> ArchiveValue? {
    switch self {
    case .add: return .decimal(a + b)
    case .subtract: return .decimal(a - b)
    case .multiply: return .decimal(a * b)
    case .divide: return b.isZero ? nil : .decimal(a / b)
    case .remainder:
      if b.isZero { return nil }
      return doubles(ArchiveValue.decimal(a).nearest, ArchiveValue.decimal(b).nearest)
    }
  }
}

extension ArchiveValue {
  fileprivate var wholeNumber: Int128? {
    switch self {
    case .int(let value): Int128(value)
    case .uint(let value): Int128(value)
    default: nil
    }
  }

  fileprivate var decimalNumber: Decimal? {
    switch self {
    case .int(let value): Decimal(value)
    case .uint(let value): Decimal(value)
    case .decimal(let value): value
    default: nil
    }
  }

  /// The `Double` nearest to the number.
  fileprivate var nearest: Double {
    switch self {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): Double("\(value)") ?? .nan
    default: .nan
    }
  }
}
