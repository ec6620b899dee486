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
    let isNegative = decimal.isSignMinus
    if binary == 0 || decimal.isZero || isNegative != (binary < 0) {
      return NumberOrder.order(sign(decimal), binary < 0 ? -1 : binary > 0 ? 1 : 0)
    }
    // The decimal is left * 10^e, the `Double` right * 2^k. Negative powers multiply the other
    // side.
    var left = significand(of: decimal)
    var right = ExactNumber(UInt64(binary.magnitude.significand * 0x1p52))
    let k = Int(binary.exponent) - 52
    left.multiply(by: 10, times: max(decimal.exponent, 0))
    right.multiply(by: 10, times: max(-decimal.exponent, 0))
    left.multiply(by: 2, times: max(-k, 0))
    right.multiply(by: 2, times: max(k, 0))
    return isNegative ? -left.order(right) : left.order(right)
  }

  /// Compares a decimal other than NaN with an integer whose magnitude fits 64 bits.
  ///
  /// Returns a negative number if the decimal is less, zero if the numbers are equal, and otherwise
  /// a positive number.
  static func order(_ decimal: Decimal, _ integer: Int128) -> Int {
    let isNegative = decimal.isSignMinus
    if integer == 0 || decimal.isZero || isNegative != (integer < 0) {
      return NumberOrder.order(sign(decimal), Int(integer.signum()))
    }
    var left = significand(of: decimal)
    var right = ExactNumber(UInt64(integer.magnitude))
    left.multiply(by: 10, times: max(decimal.exponent, 0))
    right.multiply(by: 10, times: max(-decimal.exponent, 0))
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
