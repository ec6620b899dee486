/// A query of which the answer is found by looking at all texts, one after the other.
///
/// It is made as a tree and written down as a query, so that no parser stands between what is meant
/// and what is expected.
indirect enum SlowQuery {
  case phrase(SlowPhrase)
  case and([SlowQuery])
  case or([SlowQuery])
  /// The first without all the others.
  case without([SlowQuery])
  case near([SlowPhrase], Int)
  case chain([SlowPhrase], [Int])
  /// Words with punctuation between them.
  case run([String])
  case within(Set<Int>, SlowQuery)
}

/// Words side by side.
struct SlowPhrase {
  var words: [(text: String, isPrefix: Bool)]
  var isFirst = false
  var columns: Set<Int>?
}

/// The words of a document, column by column.
typealias SlowText = [[String]]

// What is found.
extension SlowQuery {
  func matches(_ text: SlowText, in columns: Set<Int>? = nil) -> Bool {
    switch self {
    case .phrase(let phrase): return !phrase.places(text, in: columns).isEmpty
    case .and(let parts): return parts.allSatisfy { $0.matches(text, in: columns) }
    case .or(let parts): return parts.contains { $0.matches(text, in: columns) }
    case .without(let parts):
      return parts[0].matches(text, in: columns)
        && !parts.dropFirst().contains { $0.matches(text, in: columns) }
    case .run(let words):
      return words.allSatisfy { SlowQuery.word($0).matches(text, in: columns) }
    case .within(let inner, let query):
      return query.matches(text, in: columns.map { $0.intersection(inner) } ?? inner)
    case .near(let phrases, let distance):
      return text.indices.contains { column in
        Self.haveWindow(
          phrases.map { ($0.starts(text, column, columns), $0.words.count) }, distance)
      }
    case .chain(let phrases, let distances):
      return text.indices.contains { column in
        Self.haveChain(
          phrases.map { ($0.starts(text, column, columns), $0.words.count) }, distances)
      }
    }
  }

  static func word(_ text: String) -> SlowQuery { .phrase(SlowPhrase(words: [(text, false)])) }

  /// Whether one occurrence of each phrase can be chosen such that nothing but the distance is
  /// between the end of one and the start of the last.
  private static func haveWindow(_ phrases: [(starts: [Int], length: Int)], _ distance: Int) -> Bool
  {
    phrases.flatMap(\.starts).contains { last in
      phrases.allSatisfy { phrase in
        phrase.starts.contains { $0 <= last && last - ($0 + phrase.length) <= distance }
      }
    }
  }

  private static func haveChain(
    _ phrases: [(starts: [Int], length: Int)], _ distances: [Int]
  ) -> Bool {
    // Whether a path leads from an occurrence to one of the last phrase: kept forwards is kept
    // backwards.
    var kept = phrases[0].starts
    for (place, distance) in distances.enumerated() {
      let (a, b) = (phrases[place].length, phrases[place + 1].length)
      kept = phrases[place + 1].starts.filter { start in
        kept.contains { other in
          let gap = (start + b) - (other + a)
          return gap > 0 && gap <= distance + b || gap < 0 && -gap <= distance + a
        }
      }
    }
    return !kept.isEmpty
  }
}

extension SlowPhrase {
  /// Where the phrase begins.
  func places(_ text: SlowText, in allowed: Set<Int>?) -> [(column: Int, start: Int)] {
    text.indices.flatMap { column in starts(text, column, allowed).map { (column, $0) } }
  }

  func starts(_ text: SlowText, _ column: Int, _ allowed: Set<Int>?) -> [Int] {
    guard allowed?.contains(column) != false, columns?.contains(column) != false else { return [] }
    let tokens = text[column]
    return tokens.indices.filter { start in
      if isFirst && start > 0 { return false }
      return words.enumerated().allSatisfy { offset, word in
        guard start + offset < tokens.count else { return false }
        let token = tokens[start + offset]
        return word.isPrefix ? token.hasPrefix(word.text) : token == word.text
      }
    }
  }
}

// How it is written.
extension SlowQuery {
  /// The query as text; what binds loosest is in parentheses where others are around it.
  func text(_ columns: [String], binding: Int = 0) -> String {
    let (own, text) = written(columns)
    return own < binding ? "(\(text))" : text
  }

  private func written(_ names: [String]) -> (binding: Int, String) {
    switch self {
    case .phrase(let phrase): return (4, phrase.text(names))
    case .run(let words): return (4, words.joined(separator: "-"))
    case .or(let parts): return (0, list(parts, " OR ", names, 1))
    case .and(let parts): return (1, list(parts, parts.count % 2 == 0 ? " AND " : " ", names, 2))
    case .without(let parts): return (2, list(parts, " NOT ", names, 3))
    case .near(let phrases, let distance):
      return (4, "NEAR(\(phrases.map { $0.text(names) }.joined(separator: " ")), \(distance))")
    case .chain(let phrases, let distances):
      let rest = zip(distances, phrases.dropFirst()).map { "NEAR/\($0) \($1.text(names))" }
      return (3, ([phrases[0].text(names)] + rest).joined(separator: " "))
    case .within(let columns, let query):
      return (4, "\(Self.filter(columns, names)):(\(query.text(names)))")
    }
  }

  private func list(
    _ parts: [SlowQuery], _ separator: String, _ names: [String], _ binding: Int
  ) -> String {
    parts.map { $0.text(names, binding: binding) }.joined(separator: separator)
  }

  static func filter(_ columns: Set<Int>, _ names: [String]) -> String {
    if columns.count == 1, let only = columns.first { return names[only] }
    if columns.count == names.count - 1,
      let missing = names.indices.first(where: { !columns.contains($0) })
    {
      return "-\(names[missing])"
    }
    return "{\(columns.sorted().map { names[$0] }.joined(separator: " "))}"
  }
}

extension SlowPhrase {
  fileprivate func text(_ names: [String]) -> String {
    let front = (columns.map { SlowQuery.filter($0, names) + ":" } ?? "") + (isFirst ? "^" : "")
    let words = words.map { $0.text + ($0.isPrefix ? "*" : "") }
    return front + (words.count == 1 ? words[0] : "\"\(words.joined(separator: " "))\"")
  }
}
