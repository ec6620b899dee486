internal import BenchHarness

/// A query, in the words of both.
indirect enum WrittenSearch {
  /// Words one behind the other; `isPrefix`: the last one is a beginning, `isFirst`: they begin a
  /// column.
  case phrase([String], isPrefix: Bool, isFirst: Bool)
  case near([String], distance: Int, asOperator: Bool)
  case within(columns: String, WrittenSearch)
  /// Words without an operator; `separator`: what stands between them.
  case run([String], separator: String)
  case and(WrittenSearch, WrittenSearch, isWritten: Bool)
  case or(WrittenSearch, WrittenSearch)
  case not(WrittenSearch, WrittenSearch)

  /// In Lode's language, with few parentheses.
  var text: String {
    switch self {
    case .phrase(let words, let isPrefix, let isFirst):
      words.count == 1
        ? (isFirst ? "^" : "") + words[0] + (isPrefix ? "*" : "")
        : "\"\(isFirst ? "^" : "")\(words.joined(separator: " "))\(isPrefix ? "*" : "")\""
    case .near(let words, let distance, let asOperator):
      asOperator
        ? words.joined(separator: " NEAR/\(distance) ")
        : "NEAR(\(words.joined(separator: " ")), \(distance))"
    case .within(let columns, .within(let inner, let search)):
      "\(columns):(\(WrittenSearch.within(columns: inner, search).text))"
    case .within(let columns, let search): "\(columns):\(search.text(in: .atom))"
    case .run(let words, let separator): words.joined(separator: separator)
    case .and(let left, let right, let isWritten):
      left.text(in: .and) + (isWritten ? " AND " : " ") + right.text(in: .not)
    case .or(let left, let right): left.text(in: .or) + " OR " + right.text(in: .and)
    case .not(let left, let right): left.text(in: .not) + " NOT " + right.text(in: .atom)
    }
  }

  private enum Level: Int { case or, and, not, atom }

  private var level: Level {
    switch self {
    case .or: .or
    case .and: .and
    case .run(let words, _): words.count > 1 ? .and : .atom
    case .not: .not
    // Its words stand alone, as operands of an operator.
    case .near(_, _, let asOperator): asOperator ? .not : .atom
    case .phrase, .within: .atom
    }
  }

  private func text(in level: Level) -> String {
    self.level.rawValue < level.rawValue ? "(\(text))" : text
  }

  /// In FTS5's, with all parentheses.
  var sqlite: String {
    switch self {
    case .phrase(let words, let isPrefix, let isFirst):
      (isFirst ? "^ " : "") + "\"\(words.joined(separator: " "))\"" + (isPrefix ? " *" : "")
    case .near(let words, let distance, _):
      "NEAR(\(words.map { "\"\($0)\"" }.joined(separator: " ")), \(distance))"
    case .within(let columns, let search): "\(columns) : (\(search.sqlite))"
    case .run(let words, _): words.map { "\"\($0)\"" }.joined(separator: " AND ")
    case .and(let left, let right, _): "(\(left.sqlite)) AND (\(right.sqlite))"
    case .or(let left, let right): "(\(left.sqlite)) OR (\(right.sqlite))"
    case .not(let left, let right): "(\(left.sqlite)) NOT (\(right.sqlite))"
    }
  }

  /// Whether both engines agree about its scores.
  ///
  /// Of parts that must not be there, and of parts of an alternative that is not there as a whole,
  /// FTS5 adds what its iterators happen to stand on.
  var hasScore: Bool {
    switch self {
    case .not: false
    case .within(_, let search): search.hasScore
    case .and(let left, let right, _): left.hasScore && right.hasScore
    case .or(let left, let right): left.isAlternative && right.isAlternative
    case .phrase, .near, .run: true
    }
  }

  /// Whether it occurs as a whole or not at all.
  private var isAlternative: Bool {
    switch self {
    case .phrase: true
    case .or(let left, let right): left.isAlternative && right.isAlternative
    case .within(_, let search): search.isAlternative
    default: false
    }
  }
}

/// Random texts, and queries about them.
struct RandomSearches {
  private var noise: Noise
  /// Words with letters of both cases, with marks, of other scripts and with digits; common ones
  /// first.
  private static let words = [
    "wolf", "one", "storm", "two", "Tea", "three", "lin", "linen", "Line", "linear", "Ärger",
    "arger",
    "élan", "ELAN", "x", "xy", "xyz", "42", "4", "мир", "Мира", "λόγος", "naïve", "cafe\u{301}",
    "über",
  ]
  private static let separators = [" ", " ", " ", " ", ", ", "-", ". ", " (", "/", "'", "\n"]

  init(seed: UInt64) { noise = Noise(seed: seed) }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &noise) }
  private mutating func isOnce(in count: Int) -> Bool { number(0..<count) == 0 }
  private mutating func pick<T>(_ all: [T]) -> T { all[number(0..<all.count)] }

  private mutating func word() -> String {
    Self.words[min(number(0..<Self.words.count), number(0..<Self.words.count))]
  }

  private mutating func words(_ count: Int) -> [String] { (0..<count).map { _ in word() } }

  /// A text of some words, or of none.
  mutating func text() -> String {
    var text = ""
    for index in 0..<number(0..<14) { text += (index > 0 ? pick(Self.separators) : "") + word() }
    return text
  }

  /// A query.
  mutating func search(depth: Int = 3) -> WrittenSearch {
    if depth == 0 || isOnce(in: 3) { return phrase() }
    switch number(0..<9) {
    case 0, 1:
      return .and(search(depth: depth - 1), search(depth: depth - 1), isWritten: isOnce(in: 2))
    case 2, 3: return .or(search(depth: depth - 1), search(depth: depth - 1))
    case 4: return .not(search(depth: depth - 1), search(depth: depth - 1))
    case 5: return near()
    case 6:
      let columns = pick(["title", "body", "{title body}", "-title", "- {body}", "{body}"])
      return .within(columns: columns, search(depth: depth - 1))
    case 7: return .run(words(number(1..<4)), separator: pick(["-", "/", "' ", ",", " . "]))
    default: return phrase()
    }
  }

  private mutating func phrase() -> WrittenSearch {
    let words = words(isOnce(in: 2) ? 1 : number(2..<4))
    if isOnce(in: 3) {
      let last = words[words.count - 1]
      let beginning = String(last.prefix(max(1, number(0..<last.count + 1))))
      return .phrase(words.dropLast() + [beginning], isPrefix: true, isFirst: isOnce(in: 6))
    }
    return .phrase(words, isPrefix: false, isFirst: isOnce(in: 6))
  }

  /// Two words as an operator or several in parentheses; the same word twice means different
  /// things.
  private mutating func near() -> WrittenSearch {
    var different = ["wolf", "one", "storm", "two", "tea", "three", "42"].shuffled(using: &noise)
    let asOperator = isOnce(in: 2)
    different.removeLast(different.count - (asOperator ? 2 : number(2..<4)))
    return .near(different, distance: number(0..<6), asOperator: asOperator)
  }
}
