#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Decimal {
  /// Parses decimal digits, such as `-9.99` or `1e-3`, without rounding.
  ///
  /// Returns `nil` for a text that is not a number, for more than 38 significant digits, and for an
  /// exponent out of range.
  ///
  /// In contrast, `Decimal(string:)` rounds digits that do not fit, and ignores trailing text.
  ///
  /// - Complexity: O(n) for n bytes of the text.
  package init?(exactly text: String) {
    var rest = text.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: Self.isDigit)
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty, var exponent = Self.exponent(rest) else {
      return nil
    }
    exponent -= fraction.count
    var digits = Array(whole) + Array(fraction)
    let first = digits.firstIndex { $0 != UInt8(ascii: "0") } ?? digits.count
    digits.removeFirst(first)
    if digits.isEmpty {
      self = 0
      return
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    // The largest significand has 39 digits, so 38 digits always fit.
    guard digits.count <= 38, (-128...127).contains(exponent),
      let significand = Decimal(string: String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Parses the text after the digits: an exponent such as `e-3`, 0 for no text, or `nil` for
  /// another text.
  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    guard let first = text.first else { return 0 }
    guard first == UInt8(ascii: "e") || first == UInt8(ascii: "E"),
      let value = Int(Substring(text.dropFirst())), value.magnitude < 10_000
    else { return nil }
    return value
  }
}

// The `Double` 9.99 only approximates 9.99. In a comparison with a decimal, the literal means
// exactly 9.99.
extension ArchiveValue {
  /// The number to use in comparisons with decimals.
  ///
  /// A binary number with a fraction becomes the decimal of its shortest text, if a decimal can
  /// hold the digits.
  package var besideDecimals: ArchiveValue {
    switch self {
    case .double(let value) where value.rounded() != value: Self.shortest("\(value)") ?? self
    case .float(let value) where value.rounded() != value: Self.shortest("\(value)") ?? self
    default: self
    }
  }

  /// The number to use in comparisons with binary numbers: a decimal becomes the nearest `Double`.
  package var besideBinary: ArchiveValue {
    if case .decimal(let value) = self {
      Double("\(value)").map(ArchiveValue.double) ?? self
    } else {
      self
    }
  }

  /// Returns the number to use in a comparison with `other`.
  package func number(beside other: ArchiveValue) -> ArchiveValue {
    switch other {
    case .decimal: besideDecimals
    case .double, .float: besideBinary
    default: self
    }
  }

  /// Returns the decimal of a text, or `nil` if the text does not fit a decimal.
  private static func shortest(_ text: String) -> ArchiveValue? {
    Decimal(exactly: text).map(ArchiveValue.decimal)
  }

  /// Parses decimal digits as an integer, a `Double`, or a decimal if a `Double` loses digits.
  ///
  /// Returns `nil` for a text that is not a number, and for a number beyond the range of `Double`.
  /// Also returns `nil` for an integer with more than 38 significant digits.
  ///
  /// - Complexity: O(n) for n bytes of the text.
  package init?(digits text: String) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else {
      return nil
    }
    if let value = Int64(text) {
      self = .int(value)
    } else if let value = UInt64(text) {
      self = .uint(value)
    } else if let nearest = Double(text), nearest.isFinite {
      let isWhole = !text.utf8.contains { ".eE".utf8.contains($0) }
      guard let exact = Decimal(exactly: text).map(ArchiveValue.decimal) else {
        if isWhole { return nil }
        self = .double(nearest)
        return
      }
      let number = ArchiveValue.double(nearest)
      self = number.besideDecimals.order(exact) == 0 ? number : exact
    } else {
      return nil
    }
  }
}
