/// A parser of regular expressions.
struct ExpressionParser {
  /// The maximum length of an expression, in scalars.
  private static let longest = 10_000
  /// The maximum nesting depth.
  ///
  /// The whole expression has depth 1.
  private static let deepest = 50

  /// The flags that the letters of `(?ism)` set.
  struct Flags {
    /// `i`: letters match in upper and lower case.
    var ignoresCase = false
    /// `s`: `.` also matches line ends.
    var dotHasLineEnds = false
    /// `m`: `^` and `$` match at the beginnings and ends of lines.
    var isMultiline = false
  }

  let pattern: [Unicode.Scalar]
  var position = 0
  var flags = Flags()
  private var depth = 0

  private init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

  /// Parses a whole expression.
  ///
  /// - Throws: ``ConditionError`` with `invalidExpression` if the expression is malformed, too
  ///   long, or nested too deeply, or repeats too often.
  static func parse(_ pattern: String) throws(ConditionError) -> ExpressionNode {
    var parser = ExpressionParser(pattern)
    guard parser.pattern.count <= longest else {
      throw parser.error("A regular expression has at most \(longest) characters", at: longest)
    }
    let node = try parser.alternatives()
    if parser.peek != nil {
      throw parser.error("This ) closes no group; write \\) for the character")
    }
    return node
  }

  // Reading scalars.

  var peek: Unicode.Scalar? { position < pattern.count ? pattern[position] : nil }

  /// Consumes a text if the text is next.
  ///
  /// Returns `false` if the text is not next.
  mutating func take(_ text: String) -> Bool {
    guard pattern[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  func error(_ message: String, at position: Int? = nil) -> ConditionError {
    ConditionError(.invalidExpression, at: position ?? self.position, message)
  }

  // Alternatives and sequences.

  private mutating func alternatives() throws(ConditionError) -> ExpressionNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest {
      throw error("Groups may be nested at most \(Self.deepest) levels deep")
    }
    var all = [try sequence()]
    while take("|") { all.append(try sequence()) }
    return all.count == 1 ? all[0] : .either(all)
  }

  private mutating func sequence() throws(ConditionError) -> ExpressionNode {
    var parts: [ExpressionNode] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      let start = position
      guard let part = try part() else { continue }
      parts.append(try quantified(part, from: start))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// Parses a node without its quantifier, or parses flags and returns `nil`.
  private mutating func part() throws(ConditionError) -> ExpressionNode? {
    guard let scalar = peek else { return nil }
    switch scalar {
    case "(": return try group()
    case "[": return .set(try scalarClass())
    case "\\": return try escaped()
    case "*", "+", "?", "{":
      throw error("\(scalar) has nothing to repeat; write \\\(scalar) for the character")
    default: position += 1
    }
    switch scalar {
    case ".":
      return .set(
        ScalarSet(flags.dotHasLineEnds ? .any : .lineEnd, isNegated: !flags.dotHasLineEnds))
    case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
    case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
    default: return .set(ScalarSet(scalar, ignoresCase: flags.ignoresCase))
    }
  }

  // Groups.

  private mutating func group() throws(ConditionError) -> ExpressionNode? {
    let start = position
    position += 1
    let outside = flags
    if take("?") {
      if try !takeGroupName(start), try !takeFlags(start) { return nil }
    }
    let inside = try alternatives()
    guard take(")") else { throw error("The group is not closed; add )", at: start) }
    flags = outside
    return inside
  }

  /// Consumes the characters between `(?` and the content of a group.
  ///
  /// - Returns: Whether the group is non-capturing or has a name.
  private mutating func takeGroupName(_ start: Int) throws(ConditionError) -> Bool {
    for (sign, name) in [
      ("=", "Lookahead"), ("!", "Lookahead"), ("<=", "Lookbehind"), ("<!", "Lookbehind"),
      (">", "An atomic group"), ("#", "A comment"), ("(", "A condition"), ("|", "A branch reset"),
    ] where take(sign) {
      throw error("\(name) is not supported: (?\(sign)", at: start)
    }
    if take(":") { return true }
    guard take("<") || take("P<") else { return false }
    while let scalar = peek, ScalarKind.word.contains(scalar) { position += 1 }
    guard take(">") else { throw error("Expected the name of a group and >") }
    return true
  }

  /// Consumes flags and the following character, as in `i)` or `-s:`.
  ///
  /// Returns whether the character is a colon, which begins the content of a group.
  private mutating func takeFlags(_ start: Int) throws(ConditionError) -> Bool {
    var isOn = true
    while let scalar = peek {
      position += 1
      switch scalar {
      case "i": flags.ignoresCase = isOn
      case "s": flags.dotHasLineEnds = isOn
      case "m": flags.isMultiline = isOn
      case "-" where isOn: isOn = false
      case ":": return true
      case ")": return false
      default:
        throw error("Expected one of the flags i, s and m, found \(scalar)", at: position - 1)
      }
    }
    throw error("The group is not closed; add )", at: start)
  }

  // Quantifiers.

  private mutating func quantified(
    _ part: ExpressionNode, from start: Int
  ) throws(ConditionError) -> ExpressionNode {
    guard let (least, most) = try quantifier() else { return part }
    // The parser ignores the `?` of a lazy quantifier, because the whole text must match.
    _ = take("?")
    if peek == "+" { throw error("Possessive quantifiers are not supported") }
    if let next = peek, next == "*" || next == "?" || next == "{" {
      throw error("A quantifier follows another quantifier; put the first quantifier in a group")
    }
    return .repeated(part, atLeast: least, atMost: most)
  }

  private mutating func quantifier() throws(ConditionError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{") else { return nil }
    let least = number()
    var most = least
    if take(",") { most = number() }
    guard let least, take("}") else {
      throw error("Expected {2}, {2,} or {2,5}; write \\{ for the character", at: start)
    }
    if max(least, most ?? 0) > ExpressionProgram.mostInstructions {
      throw error(
        "A part may be repeated at most \(ExpressionProgram.mostInstructions) times", at: start)
    }
    if let most, most < least {
      throw error("The second number is less than the first number", at: start)
    }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let digit = peek, ("0"..."9").contains(digit) {
      position += 1
      number = min((number ?? 0) * 10 + Int(digit.value - 0x30), 1 << 32)
    }
    return number
  }
}
