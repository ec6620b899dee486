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
  case category(String)

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
    case .category(let name): return scalar.properties.generalCategory.code.hasPrefix(name)
    }
  }

  private static func isLineEnd(_ value: UInt32) -> Bool {
    (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }

  /// Returns the kind for a general category or a first letter, or `nil` if the name is unknown.
  static func category(named name: String) -> ScalarKind? {
    Unicode.GeneralCategory.all.contains { $0.code == name || $0.code.prefix(1) == name }
      ? .category(name) : nil
  }
}

extension Unicode.GeneralCategory {
  fileprivate static let all: [Unicode.GeneralCategory] = [
    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
    .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
    .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control,
    .format, .surrogate, .privateUse, .unassigned,
  ]

  /// The short name of the category in Unicode's property value aliases.
  fileprivate var code: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: ""
    }
  }
}
