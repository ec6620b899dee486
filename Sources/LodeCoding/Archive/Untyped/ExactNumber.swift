#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An unsigned integer of any size, for exact comparisons of decimals with binary numbers.
///
/// Not every decimal is a `Double`, and not every `Double` is a decimal.
struct ExactNumber {
  /// The digits in base 2^32, lowest digit first, without zeros at the end.
  private var digits: [UInt32] = []

  private init(_ value: UInt64) {
    digits = [UInt32(truncatingIfNeeded: value), UInt32(value >> 32)]
    trim()
  }

  /// Compares a decimal other than NaN with a `Double`; a NaN is greater than every decimal.
  ///
  /// Returns a negative number if the decimal is less, zero if the numbers are equal, and otherwise
  /// a positive number.
  static func order(_ decimal: Decimal, _ binary: Double) -> Int {
    if binary.isNaN || binary == .infinity { return -1 }
    if binary == -.infinity { return 1 }
    if binary == 0 { return sign(decimal) }
    return order(
      decimal, isNegative: binary < 0, UInt64(binary.magnitude.significand * 0x1p52),
      power: Int(binary.exponent) - 52)
  }

  /// Compares a decimal other than NaN with an integer whose magnitude fits 64 bits.
  ///
  /// Returns a negative number if the decimal is less, zero if the numbers are equal, and otherwise
  /// a positive number.
  static func order(_ decimal: Decimal, _ integer: Int128) -> Int {
    if integer == 0 { return sign(decimal) }
    return order(decimal, isNegative: integer < 0, UInt64(integer.magnitude), power: 0)
  }

  /// Compares a decimal with `magnitude` * 2^`power`, which is not zero and has the given sign.
  private static func order(
    _ decimal: Decimal, isNegative: Bool, _ magnitude: UInt64, power: Int
  ) -> Int {
    if decimal.isZero || isNegative != decimal.isSignMinus {
      return NumberOrder.order(sign(decimal), isNegative ? -1 : 1)
    }
    // The decimal is left * 10^e, the other number right * 2^k. Negative powers multiply the other
    // side.
    var left = significand(of: decimal)
    var right = ExactNumber(magnitude)
    left.multiply(by: 10, times: max(decimal.exponent, 0))
    right.multiply(by: 10, times: max(-decimal.exponent, 0))
    left.multiply(by: 2, times: max(-power, 0))
    right.multiply(by: 2, times: max(power, 0))
    return isNegative ? -left.order(right) : left.order(right)
  }

  /// Returns -1 for a negative decimal, 0 for zero, and 1 for a positive decimal.
  private static func sign(_ decimal: Decimal) -> Int {
    decimal.isZero ? 0 : decimal.isSignMinus ? -1 : 1
  }

  /// Returns the magnitude of the significand, read from the digits of its text.
  private static func significand(of decimal: Decimal) -> ExactNumber {
    var number = ExactNumber(0)
    for digit in decimal.significand.description.utf8 where (0x30...0x39).contains(digit) {
      number.multiply(by: 10, adding: UInt32(digit - 0x30))
    }
    return number
  }

  /// Multiplies by a power of the factor.
  private mutating func multiply(by factor: UInt32, times: Int) {
    for _ in 0..<times { multiply(by: factor) }
  }

  /// Multiplies by the factor, and adds a number.
  private mutating func multiply(by factor: UInt32, adding carry: UInt32 = 0) {
    var carry = UInt64(carry)
    for index in digits.indices {
      let product = UInt64(digits[index]) * UInt64(factor) + carry
      digits[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { digits.append(UInt32(carry)) }
  }

  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
  }

  /// Returns -1 if this number is less than `other`, 0 if the numbers are equal, and otherwise 1.
  private func order(_ other: ExactNumber) -> Int {
    if digits.count != other.digits.count { return digits.count < other.digits.count ? -1 : 1 }
    for (a, b) in zip(digits.reversed(), other.digits.reversed()) where a != b {
      return a < b ? -1 : 1
    }
    return 0
  }
}
