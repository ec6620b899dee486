/// A kind of Unicode scalars that a regular expression can match.
enum ScalarKind {
  /// `\d`: decimal digits of all scripts.
  case digit
  /// `\w`: letters, marks, decimal digits, connectors such as `_`, and the joiners U+200C and
  /// U+200D.
  case word
  /// `\s`: white space.
  case space
  /// Line ends, which `.` does not match by default.
  case lineEnd
  /// All scalars.
  case any
  /// `\p{Lu}`, `\p{L}`: a general category of Unicode, or all categories with the same first
  /// letter.
  case category(Set<Unicode.GeneralCategory>)

  /// Returns whether a scalar belongs to the kind.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .digit: return scalar.properties.generalCategory == .decimalNumber
    case .word:
      if scalar.properties.isAlphabetic || scalar.properties.isJoinControl { return true }
      switch scalar.properties.generalCategory {
      case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark:
        return true
      default: return false
      }
    case .space: return scalar.properties.isWhitespace
    case .lineEnd: return Self.isLineEnd(scalar.value)
    case .any: return true
    case .category(let all): return all.contains(scalar.properties.generalCategory)
    }
  }

  private static func isLineEnd(_ value: UInt32) -> Bool {
    (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }

  /// Returns the kind for a general category or a first letter, or `nil` if the name is unknown.
  static func category(named name: String) -> ScalarKind? {
    let found = categories.filter { $0.code == name || $0.code.prefix(1) == name }
    return found.isEmpty ? nil : .category(Set(found.map(\.category)))
  }

  /// The general categories, by their short names in Unicode's property value aliases.
  private static let categories: [(code: String, category: Unicode.GeneralCategory)] = [
    ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter),
    ("Lm", .modifierLetter), ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark),
    ("Me", .enclosingMark), ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber),
    ("Pc", .connectorPunctuation), ("Pd", .dashPunctuation), ("Ps", .openPunctuation),
    ("Pe", .closePunctuation), ("Pi", .initialPunctuation), ("Pf", .finalPunctuation),
    ("Po", .otherPunctuation), ("Sm", .mathSymbol), ("Sc", .currencySymbol),
    ("Sk", .modifierSymbol), ("So", .otherSymbol), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
    ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format), ("Cs", .surrogate),
    ("Co", .privateUse), ("Cn", .unassigned),
  ]
}
