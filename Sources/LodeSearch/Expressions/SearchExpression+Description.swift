extension SearchExpression: CustomStringConvertible {
  /// The expression as text in the query language.
  ///
  /// Some expressions have no exact text. For example, the description of a fuzzy text with several
  /// words or with punctuation omits the edit distance.
  public var description: String { text(inside: .or) }

  /// The binding strengths of operators, weakest first.
  private enum Binding: Int {
    case or, and, not, near, unit
  }

  private var binding: Binding {
    switch self {
    case .nothing, .all, .phrase, .words, .near, .columns: .unit
    case .nearChain(_, let links): links.isEmpty ? .unit : .near
    case .not: .not
    case .and(let parts): parts.count == 1 ? parts[0].binding : parts.isEmpty ? .unit : .and
    case .or(let parts): parts.count == 1 ? parts[0].binding : parts.isEmpty ? .unit : .or
    }
  }

  private func text(inside outer: Binding) -> String {
    binding.rawValue < outer.rawValue ? "(\(bare))" : bare
  }

  private var bare: String {
    switch self {
    case .nothing: return "\"\""
    case .all: return "*:*"
    case .phrase(let phrase): return phrase.description
    case .words(let phrase): return phrase.textOfWords
    case .and(let parts): return Self.list(parts, " AND ", inside: .not)
    case .or(let parts): return Self.list(parts, " OR ", inside: .and)
    case .not(let base, let excluded):
      return "\(base.text(inside: .near)) NOT \(excluded.text(inside: .near))"
    case .near(let phrases, let distance):
      if phrases.isEmpty { return "\"\"" }
      return "NEAR(\(phrases.map(\.description).joined(separator: " ")), \(max(0, distance)))"
    case .nearChain(let first, let links):
      return links.reduce(first.description) { text, link in
        "\(text) NEAR/\(max(0, link.distance)) \(link.phrase.description)"
      }
    case .columns(let columns, let expression):
      return "\(columns.prefix)(\(expression.text(inside: .or)))"
    }
  }

  private static func list(
    _ parts: [SearchExpression], _ separator: String, inside binding: Binding
  ) -> String {
    if parts.isEmpty { return "\"\"" }
    if parts.count == 1 { return parts[0].bare }
    return parts.map { $0.text(inside: binding) }.joined(separator: separator)
  }
}

extension SearchPhrase: CustomStringConvertible {
  /// The phrase as text in the query language.
  ///
  /// The description of a fuzzy text with several words or with punctuation omits the edit
  /// distance.
  public var description: String {
    front
      + (words.count == 1 || words.contains { Self.distance(of: $0) != nil }
        ? words.map(Self.part).joined(separator: " + ") : "\"\(quoted)\"")
  }

  /// The words without quotes.
  ///
  /// A period replaces each space, tab, line break, and special character. The text omits periods
  /// and hyphens at its start.
  fileprivate var textOfWords: String {
    let run = words.map { word in
      let text = Self.cleaned(word.text, without: "\"()+,*^~:{} \t\r\n", by: ".")
      return text + (word.match == .prefix ? "*" : "")
    }
    let text = String(run.joined().drop { ".-".contains($0) })
    // A period replaces the slash, because the parser would read `NEAR/` as an operator.
    return front + (text.hasPrefix("NEAR/") ? text.replacing("/", with: ".") : text)
  }

  private var front: String { (columns?.prefix ?? "") + (isFirst ? "^" : "") }

  private var quoted: String {
    var text = ""
    for word in words {
      if !text.isEmpty, word.text.first?.isWhitespace != true { text += " " }
      text += Self.literal(word.text) + (word.match == .prefix ? "*" : "")
    }
    return text
  }

  private static func part(_ word: Word) -> String {
    if let distance = distance(of: word) { return "\(word.text)~\(distance)" }
    let isBare = QueryText.isPlainWord(word.text)
    let text = isBare ? word.text : "\"\(literal(word.text))\""
    return word.match == .prefix ? text + "*" : text
  }

  /// The edit distance of a fuzzy word that the query language can represent; otherwise `nil`.
  ///
  /// `NEAR~1` is a fuzzy word, although `NEAR` alone is an operator.
  private static func distance(of word: Word) -> Int? {
    guard case .fuzzy(let distance) = word.match, !word.text.isEmpty,
      word.text.unicodeScalars.allSatisfy(QueryText.isWord)
    else { return nil }
    return distance < 2 ? 1 : 2
  }

  /// Returns a text for use inside quotes.
  ///
  /// Spaces replace `*` and `^`, and two quotes replace each quote.
  private static func literal(_ text: String) -> String {
    var literal = String.UnicodeScalarView()
    for scalar in cleaned(text, without: "*^", by: " ").unicodeScalars {
      literal.append(scalar)
      if scalar == "\"" { literal.append(scalar) }
    }
    return String(literal)
  }

  private static func cleaned(
    _ text: String, without signs: String, by other: Unicode.Scalar
  ) -> String {
    var cleaned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      cleaned.append(signs.unicodeScalars.contains(scalar) ? other : scalar)
    }
    return String(cleaned)
  }
}

extension SearchColumns {
  /// The columns and the colon before an expression, such as `title:`.
  var prefix: String {
    let isOne = names.count == 1 && names[0].utf8.allSatisfy(QueryText.isNameByte)
    return (isNegated ? "-" : "") + (isOne ? names[0] : "{\(names.joined(separator: " "))}") + ":"
  }
}
