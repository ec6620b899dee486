// Escapes, such as `\d` and `\u00e9`.
extension ExpressionParser {
  /// The meaning of an escape.
  private enum Escape {
    case scalar(Unicode.Scalar)
    case kind(ScalarKind, isNegated: Bool)
    case assertion(ExpressionAssertion)
  }

  /// Parses an escape outside a class.
  mutating func escaped() throws(ConditionError) -> ExpressionNode {
    switch try escape() {
    case .scalar(let scalar): .set(ScalarSet(scalar, ignoresCase: flags.ignoresCase))
    case .kind(let kind, let isNegated): .set(ScalarSet(kind, isNegated: isNegated))
    case .assertion(let assertion): .assertion(assertion)
    }
  }

  /// Parses an escape in a class.
  ///
  /// - Returns: The scalar, or `nil` if the escape is a kind of scalars. The call adds a kind to
  ///   the set.
  private mutating func escaped(
    in set: inout ScalarSet
  ) throws(ConditionError) -> Unicode.Scalar? {
    let start = position
    switch try escape() {
    case .scalar(let scalar): return scalar
    case .kind(let kind, let isNegated):
      set.insert(kind, isNegated: isNegated)
      return nil
    case .assertion: throw error("A class can contain only scalars", at: start)
    }
  }

  private mutating func escape() throws(ConditionError) -> Escape {
    let start = position
    position += 1
    guard let scalar = peek else { throw error("Expected a character after the backslash") }
    position += 1
    switch scalar {
    case "d", "D": return .kind(.digit, isNegated: scalar == "D")
    case "w", "W": return .kind(.word, isNegated: scalar == "W")
    case "s", "S": return .kind(.space, isNegated: scalar == "S")
    case "p", "P": return .kind(try category(start), isNegated: scalar == "P")
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "A": return .assertion(.textStart)
    case "z", "Z": return .assertion(.textEnd)
    case "n": return .scalar("\n")
    case "t": return .scalar("\t")
    case "r": return .scalar("\r")
    case "f": return .scalar("\u{C}")
    case "v": return .scalar("\u{B}")
    case "e": return .scalar("\u{1B}")
    case "0": return .scalar("\0")
    case "x": return .scalar(try hexadecimal(2, start))
    case "u": return .scalar(try hexadecimal(4, start))
    case "1"..."9", "k": throw error("A back-reference is not supported: \\\(scalar)", at: start)
    case "a"..."z", "A"..."Z": throw error("\\\(scalar) has no meaning", at: start)
    default: return .scalar(scalar)
    }
  }

  /// Parses the number of a scalar: `count` hexadecimal digits, or one to eight hexadecimal digits
  /// in braces.
  private mutating func hexadecimal(
    _ count: Int, _ start: Int
  ) throws(ConditionError) -> Unicode.Scalar {
    let isInBraces = take("{")
    var digits = ""
    while let digit = peek, digit.properties.isASCIIHexDigit,
      digits.utf8.count < (isInBraces ? 8 : count)
    {
      digits.unicodeScalars.append(digit)
      position += 1
    }
    guard isInBraces ? take("}") : digits.utf8.count == count,
      let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else {
      throw error("Expected a character's number as in \\x41, \\u00e9 or \\u{1F600}", at: start)
    }
    return scalar
  }

  private mutating func category(_ start: Int) throws(ConditionError) -> ScalarKind {
    var name = ""
    if take("{") {
      while let scalar = peek, scalar != "}", name.utf8.count < 40 {
        name.unicodeScalars.append(scalar)
        position += 1
      }
      guard take("}") else {
        throw error("Expected a category of Unicode as in \\p{Lu}", at: start)
      }
    }
    guard let kind = ScalarKind.category(named: name) else {
      throw error("Expected a category of Unicode as in \\p{L} or \\p{Lu}", at: start)
    }
    return kind
  }
}

// Character classes in brackets.
extension ExpressionParser {
  /// Parses a class in brackets, such as `[a-z\d_]`.
  mutating func scalarClass() throws(ConditionError) -> ScalarSet {
    let start = position
    position += 1
    var set = ScalarSet(ignoresCase: flags.ignoresCase)
    set.isNegated = take("^")
    if peek == "]" { throw error("A class is empty; write \\] for the character", at: start) }
    while !take("]") {
      let lowerStart = position
      guard let lower = try classScalar(&set, start) else { continue }
      guard peek == "-", position + 1 < pattern.count, pattern[position + 1] != "]" else {
        set.insert(lower...lower)
        continue
      }
      position += 1
      guard let upper = try classScalar(&set, start), lower <= upper else {
        throw error("Expected a range from a lower to a higher character", at: lowerStart)
      }
      set.insert(lower...upper)
    }
    return set
  }

  private mutating func classScalar(
    _ set: inout ScalarSet, _ start: Int
  ) throws(ConditionError) -> Unicode.Scalar? {
    guard let scalar = peek else { throw error("The class is not closed; add ]", at: start) }
    if scalar == "\\" { return try escaped(in: &set) }
    if scalar == "[" {
      throw error("A class in a class is not supported; write \\[ for the character")
    }
    if scalar == "&", position + 1 < pattern.count, pattern[position + 1] == "&" {
      throw error("&& is not supported; write \\& for the character")
    }
    position += 1
    return scalar
  }
}
