/// A lexer that splits the text of a condition into tokens.
struct ConditionLexer {
  private let text: [Unicode.Scalar]
  private var place = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  mutating func next() throws(ConditionError) -> ConditionToken {
    while let scalar = peek, scalar.properties.isWhitespace { place += 1 }
    let start = place
    return ConditionToken(kind: try kind(), offset: start)
  }

  private var peek: Unicode.Scalar? { place < text.count ? text[place] : nil }

  private mutating func kind() throws(ConditionError) -> ConditionToken.Kind {
    guard let first = peek else { return .end }
    switch first {
    case "'": return .text(try quoted("a text"))
    case "\"": return .name(try quoted("a name"))
    case "0"..."9": return .number(try number())
    case "?":
      place += 1
      return .parameter(nil)
    case ":":
      place += 1
      let name = word()
      if name.isEmpty { throw error("Expected the name of a parameter after the colon") }
      return .parameter(name)
    case "$":
      place += 1
      return .word("$" + word())
    case "x" where isData, "X" where isData: return .data(try data())
    default:
      if Self.canBegin(first) { return .word(word()) }
      return .sign(try sign())
    }
  }

  // Names.

  /// Returns whether a scalar can begin a bare name.
  static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDStart
  }

  /// Returns whether a scalar can continue a bare name.
  static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDContinue
  }

  private mutating func word() -> String {
    take { Self.canContinue($0) }
  }

  private mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    var taken = String.UnicodeScalarView()
    while let scalar = peek, isWanted(scalar) {
      taken.append(scalar)
      place += 1
    }
    return String(taken)
  }

  // Literals.

  /// Reads a quoted text, in which two quotes mean one quote.
  private mutating func quoted(_ what: String) throws(ConditionError) -> String {
    let (start, quote) = (place, text[place])
    var inside = String.UnicodeScalarView()
    place += 1
    while let scalar = peek {
      place += 1
      if scalar == quote {
        guard peek == quote else { return String(inside) }
        place += 1
      }
      inside.append(scalar)
    }
    throw ConditionError(.syntax, at: start, "Expected \(what) that ends with \(quote)")
  }

  private mutating func number() throws(ConditionError) -> String {
    var digits = takeDigits()
    if peek == ".", place + 1 < text.count, ("0"..."9").contains(text[place + 1]) {
      place += 1
      digits += "." + takeDigits()
    }
    if peek == "e" || peek == "E" {
      place += 1
      digits += "e"
      if let sign = peek, sign == "-" || sign == "+" {
        place += 1
        digits += String(sign)
      }
      let exponent = takeDigits()
      if exponent.isEmpty { throw error("Expected the digits of an exponent") }
      digits += exponent
    }
    if let scalar = peek, Self.canContinue(scalar) {
      throw error("Expected a number; a name that begins with a digit is written in \"quotes\"")
    }
    return digits
  }

  private mutating func takeDigits() -> String { take { ("0"..."9").contains($0) } }

  /// Whether a single quote follows the current scalar, as in `X'00'`.
  private var isData: Bool { place + 1 < text.count && text[place + 1] == "'" }

  private mutating func data() throws(ConditionError) -> [UInt8] {
    place += 1
    let start = place
    let digits = Array(try quoted("bytes").unicodeScalars)
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard index + 1 < digits.count, let high = Self.hexadecimal(digits[index]),
        let low = Self.hexadecimal(digits[index + 1])
      else { throw ConditionError(.syntax, at: start, "Expected pairs of hexadecimal digits") }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexadecimal(_ digit: Unicode.Scalar) -> UInt8? {
    switch digit {
    case "0"..."9": UInt8(digit.value - 0x30)
    case "a"..."f", "A"..."F": UInt8(digit.value & 0xF + 9)
    default: nil
    }
  }

  // Signs.

  private static let signs = ["==", "!=", "<>", "<=", ">="]
  private static let single = "=<>()+-*/%,."

  private mutating func sign() throws(ConditionError) -> String {
    var both = String.UnicodeScalarView()
    both.append(text[place])
    if place + 1 < text.count { both.append(text[place + 1]) }
    if Self.signs.contains(String(both)) {
      place += 2
      return String(both)
    }
    let one = text[place]
    guard Self.single.unicodeScalars.contains(one) else {
      throw error("Expected a name, a value or an operator, found '\(one)'")
    }
    place += 1
    return String(one)
  }

  private func error(_ message: String) -> ConditionError {
    ConditionError(.syntax, at: place, message)
  }
}
