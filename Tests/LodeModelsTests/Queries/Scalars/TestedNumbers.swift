import Foundation
import LodeModels
import LodeTestSupport

@testable import LodeCoding

// Integers.
extension TestedScalar where Self: FixedWidthInteger {
  static func random(using random: inout SeededGenerator) -> Self {
    let few: [Self] = [.min, .max, .max - 1, .max / 2, 0, 1, 2, 3, 100]
    if random.oneIn(2) { return random.any(few) }
    if random.oneIn(2) { return Self(truncatingIfNeeded: random.number(-4..<8)) }
    // Those that doubles have not.
    return Self(truncatingIfNeeded: 9_007_199_254_740_990 + random.number(0..<6))
  }

  var literals: [String] { ["\(self)", "'\(self)'", "\(self).0", "'\(self).0'", "\(self)e0"] }

  var parameters: [ArchiveValue] {
    var all = [ArchiveValue.string("\(self)"), .decimal(Decimal(exactly: "\(self)") ?? 0)]
    if let value = Int64(exactly: self) { all.append(.int(value)) }
    if let value = UInt64(exactly: self) { all.append(.uint(value)) }
    if let value = Double(exactly: self) { all.append(.double(value)) }
    return all
  }
}

extension Int: TestedScalar { static let schemas = ScalarSchemas<Int>() }
extension Int8: TestedScalar { static let schemas = ScalarSchemas<Int8>() }
extension Int16: TestedScalar { static let schemas = ScalarSchemas<Int16>() }
extension Int32: TestedScalar { static let schemas = ScalarSchemas<Int32>() }
extension Int64: TestedScalar { static let schemas = ScalarSchemas<Int64>() }
extension UInt: TestedScalar { static let schemas = ScalarSchemas<UInt>() }
extension UInt8: TestedScalar { static let schemas = ScalarSchemas<UInt8>() }
extension UInt16: TestedScalar { static let schemas = ScalarSchemas<UInt16>() }
extension UInt32: TestedScalar { static let schemas = ScalarSchemas<UInt32>() }
extension UInt64: TestedScalar { static let schemas = ScalarSchemas<UInt64>() }

// Numbers with fractions; a NaN is above all others and equals itself.
extension Double: TestedScalar {
  static let schemas = ScalarSchemas<Double>()

  static func random(using random: inout SeededGenerator) -> Double {
    let few: [Double] = [
      0, -0.0, 0.1, 9.99, -1.5, 1, 2, 100, 0.1 + 0.2, 1e23, 1e300, -1e300, 9_007_199_254_740_992,
      0x1p63, 0x1p64, .leastNonzeroMagnitude, .infinity, -.infinity, .nan, 1.0 / 3,
    ]
    if random.oneIn(2) { return random.any(few) }
    if random.oneIn(2) { return Double(random.number(-8..<16)) / 8 }
    let value = Double(bitPattern: random.next())
    return value.isNaN ? .nan : value
  }

  var literals: [String] {
    if isNaN { return ["JSON '{\"$double\":\"nan\"}'"] }
    if isInfinite { return ["JSON '{\"$double\":\"\(self < 0 ? "-" : "")inf\"}'"] }
    return ["\(self)", "'\(self)'", "JSON '{\"$double\":\(self)}'"]
  }

  static func order(_ a: Double, _ b: Double) -> Int? { floatingOrder(a, b) }
}

extension Float: TestedScalar {
  static let schemas = ScalarSchemas<Float>()

  static func random(using random: inout SeededGenerator) -> Float {
    let few: [Float] = [
      0, -0.0, 0.1, 9.99, -1.5, 1, 2, 100, 16_777_216, 3.4e38, -3.4e38, .leastNonzeroMagnitude,
      .infinity,
      -.infinity, .nan, 1.0 / 3,
    ]
    if random.oneIn(2) { return random.any(few) }
    if random.oneIn(2) { return Float(random.number(-8..<16)) / 8 }
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    return value.isNaN ? .nan : value
  }

  var literals: [String] {
    if isNaN { return ["JSON '{\"$float\":\"nan\"}'"] }
    if isInfinite { return ["JSON '{\"$float\":\"\(self < 0 ? "-" : "")inf\"}'"] }
    return ["\(self)", "'\(self)'", "JSON '{\"$float\":\(self)}'"]
  }

  static func order(_ a: Float, _ b: Float) -> Int? { floatingOrder(a, b) }
}

private func floatingOrder<F: BinaryFloatingPoint>(_ a: F, _ b: F) -> Int {
  if a.isNaN || b.isNaN { return (a.isNaN ? 1 : 0) - (b.isNaN ? 1 : 0) }
  return a < b ? -1 : a == b ? 0 : 1
}

extension Decimal: TestedScalar {
  static let schemas = ScalarSchemas<Decimal>()

  static func random(using random: inout SeededGenerator) -> Decimal {
    let few = [
      "0", "9.99", "0.1", "-0.5", "0.3", "1e23", "-1e100", "12345678901234567890.123", "2", "100",
      "0.33333333333333333333333333333333333333", "18446744073709551616", "9007199254740993.5",
      "9007199254740993", "-9223372036854775809.25", "1e-100", "9.990000000000000001",
    ]
    if random.oneIn(2) { return Decimal(exactly: random.any(few)) ?? 0 }
    if random.oneIn(2) { return Decimal(random.number(-20..<40)) / 10 }
    let digits = "\(random.next())"
    let point = digits.index(digits.startIndex, offsetBy: random.number(0..<digits.count))
    return Decimal(exactly: "\(digits[..<point]).\(digits[point...])") ?? 0
  }

  var literals: [String] { ["\(self)", "'\(self)'", "JSON '{\"$decimal\":\"\(self)\"}'"] }

  var parameters: [ArchiveValue] {
    var all: [ArchiveValue] = [.decimal(self), .string("\(self)")]
    // A number of 64 bits with a fraction says what its shortest text says.
    if let value = Double("\(self)"), Decimal(exactly: "\(value)") == self, value.rounded() != value
    {
      all.append(.double(value))
    }
    return all
  }
}
