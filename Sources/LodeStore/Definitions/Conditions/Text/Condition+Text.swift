internal import LodeCoding

extension Condition {
  /// Parses a condition from text, in the language of `Docs/Guides/Conditions.md`.
  ///
  /// ```swift
  /// let input = "%' OR TRUE OR '"
  /// let safe = try Condition(
  ///   parsing: "name LIKE :name AND age >= 18", parameters: ["name": .string(input)])
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text of the condition.
  ///   - parameters: The values of the parameters `?` and `:name`.
  /// - Complexity: O(n) for a text of n scalars.
  /// - Throws: ``ConditionError`` with the position in the text and one of these codes:
  ///   - `syntax` if the text is malformed, or if a parameter has a value of an unsuitable type,
  ///     such as a number after `LIKE`.
  ///   - `tooDeep` if conditions or calculations are nested more than 64 levels deep.
  ///   - `parameter` if a parameter has no value, or a value has no parameter.
  ///   - `comparedWithNull` if the text compares a value with `NULL`.
  ///   - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `unknownField` if a name with `$` is not a row property.
  public init(
    parsing text: String, parameters: ConditionParameters = []
  ) throws(ConditionError) {
    var parser = try ConditionParser(text, parameters)
    self = try parser.wholeCondition()
  }
}

extension Selection {
  /// Parses a condition, orders, a limit, and an offset from text.
  ///
  /// ```swift
  /// let page = try Selection(parsing: "age > 30 ORDER BY name DESC LIMIT 10 OFFSET 20")
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text of the query. Every clause is optional.
  ///   - parameters: The values of the parameters `?` and `:name`.
  /// - Complexity: O(n) for a text of n scalars.
  /// - Throws: ``ConditionError`` with the position in the text and one of these codes:
  ///   - `syntax` if the text is malformed, or if a parameter has a value of an unsuitable type,
  ///     such as a number after `LIKE`.
  ///   - `syntax` if a limit or an offset is not an integer of at least 0.
  ///   - `tooDeep` if conditions or calculations are nested more than 64 levels deep.
  ///   - `parameter` if a parameter has no value, or a value has no parameter.
  ///   - `comparedWithNull` if the text compares a value with `NULL`.
  ///   - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `unknownField` if a name with `$` is not a row property.
  public init(
    parsing text: String, parameters: ConditionParameters = []
  ) throws(ConditionError) {
    var parser = try ConditionParser(text, parameters)
    self = try parser.wholeSelection()
  }
}

extension Condition: CustomStringConvertible {
  /// The text of an equivalent condition, for ``init(parsing:parameters:)``.
  public var description: String {
    switch self {
    case .constant(let truth): truth ? "TRUE" : "FALSE"
    case .comparison(let a, let comparison, let b): "\(a) \(comparison) \(b)"
    case .between(let a, let low, let high): "\(a) BETWEEN \(low) AND \(high)"
    case .isIn(let a, let all): "\(a) IN (\(all.map(\.description).joined(separator: ", ")))"
    case .isNil(let a): "\(a) IS NULL"
    case .like(let a, let pattern): "\(a) LIKE \(pattern)"
    case .beginsWith(let a, let text, let folding):
      "\(a) BEGINSWITH \(folding.prefix)\(quoted(text))"
    case .endsWith(let a, let text, let folding): "\(a) ENDSWITH \(folding.prefix)\(quoted(text))"
    case .contains(let a, let value, let folding):
      "\(a) CONTAINS \(folding.prefix)\(value.conditionText)"
    case .matches(let a, let pattern): "\(a) MATCHES \(quoted(pattern))"
    case .and(let all): Self.joined(all, " AND ", none: "TRUE")
    case .or(let all): Self.joined(all, " OR ", none: "FALSE")
    case .not(.isNil(let a)): "\(a) IS NOT NULL"
    case .not(let condition): "NOT \(condition.inBrackets)"
    case .isTrue(let condition): "(\(condition)) IS TRUE"
    }
  }

  private static func joined(_ all: [Condition], _ word: String, none: String) -> String {
    if all.isEmpty { return none }
    return all.count == 1 ? all[0].description : all.map(\.inBrackets).joined(separator: word)
  }

  /// The text, in parentheses if the condition combines several conditions.
  private var inBrackets: String {
    switch self {
    case .and(let all), .or(let all): all.count == 1 ? all[0].inBrackets : "(\(self))"
    default: description
    }
  }
}

extension Selection: CustomStringConvertible {
  /// The text of an equivalent selection, for ``init(parsing:parameters:)``.
  ///
  /// The text does not contain `requiresIndex`, `isStrict`, or `isLenient`.
  public var description: String {
    var parts: [String] = []
    if condition != .constant(true) { parts.append("\(condition)") }
    if !orders.isEmpty {
      parts.append("ORDER BY \(orders.map(\.description).joined(separator: ", "))")
    }
    if let limit { parts.append("LIMIT \(limit)") }
    if offset > 0 { parts.append("OFFSET \(offset)") }
    return parts.joined(separator: " ")
  }
}

extension PathOrder: CustomStringConvertible {
  /// The path, with `DESC` for a descending order.
  public var description: String { path.conditionText + (isDescending ? " DESC" : "") }
}

extension LikePattern: CustomStringConvertible {
  /// The pattern, with its folding and escape character, as text after `LIKE`.
  public var description: String {
    let ending = escape.map { " ESCAPE \(quoted(String($0)))" } ?? ""
    return (folding == .ascii ? "" : "\(folding) ") + quoted(text) + ending
  }
}

extension Comparison: CustomStringConvertible {
  /// The operator as text.
  public var description: String {
    switch self {
    case .equal: "="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

extension TextFolding: CustomStringConvertible {
  /// The keyword of the folding.
  public var description: String {
    switch self {
    case .exact: "EXACT"
    case .ascii: "ASCII"
    case .unicode: "FOLDED"
    }
  }

  /// The keyword and a space, or an empty text for `exact`, which is the default.
  fileprivate var prefix: String { self == .exact ? "" : "\(self) " }
}

/// Returns a text in single quotes, and doubles each single quote in the text.
func quoted(_ text: String) -> String { quoted(text, in: "'") }

private func quoted(_ text: String, in quote: Unicode.Scalar) -> String {
  var inside = String.UnicodeScalarView()
  inside.append(quote)
  for scalar in text.unicodeScalars {
    inside.append(scalar)
    if scalar == quote { inside.append(scalar) }
  }
  inside.append(quote)
  return String(inside)
}

extension ArchivePath {
  /// The path as written in a condition.
  var conditionText: String {
    if isRowProperty {
      return (names.prefix(1) + names.dropFirst().map(Self.conditionText)).joined(separator: ".")
    }
    let text = names.isEmpty ? "." : names.map(Self.conditionText).joined(separator: ".")
    return isComputed ? "computed(\(text))" : text
  }

  private static func conditionText(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let isPlain =
      scalars.first.map(ConditionLexer.canBegin) == true
      && scalars.allSatisfy(ConditionLexer.canContinue)
      && !ConditionToken(kind: .word(name), offset: 0).isReserved
    return isPlain ? name : quoted(name, in: "\"")
  }
}
