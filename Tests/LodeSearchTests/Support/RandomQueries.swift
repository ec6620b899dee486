import LodeTestSupport

/// Makes texts and queries of few words, so that much is found.
struct RandomQueries {
  var generator: SeededGenerator
  static let vocabulary = ["a", "ab", "abc", "b", "ba", "c", "d", "rare", "x"]
  static let columns = ["title", "body", "tags"]

  mutating func text() -> SlowText {
    let lengths = [
      Int.random(in: 0...4, using: &generator), Int.random(in: 0...30, using: &generator), 2,
    ]
    return lengths.map { length in (0..<length).map { _ in word() } }
  }

  mutating func word() -> String {
    // Some are in nearly all texts, and some in few.
    let place = Int.random(in: 0..<100, using: &generator)
    return switch place {
    case ..<35: "a"
    case ..<60: "b"
    case ..<99: Self.vocabulary[1 + place % 6]
    default: "rare"
    }
  }

  mutating func query(depth: Int = 3) -> SlowQuery {
    switch depth == 0 ? 0 : Int.random(in: 0..<12, using: &generator) {
    case 0...3: return .phrase(phrase(hasColumns: true))
    case 4, 5: return .and(queries(depth))
    case 6, 7: return .or(queries(depth))
    case 8: return .without(queries(depth))
    case 9:
      return .near(phrases(), Int.random(in: 0...4, using: &generator))
    case 10:
      let phrases = phrases()
      return .chain(
        phrases, phrases.dropFirst().map { _ in Int.random(in: 0...4, using: &generator) })
    default:
      return Bool.random(using: &generator)
        ? .run((0..<Int.random(in: 2...3, using: &generator)).map { _ in word() })
        : .within(filter(), query(depth: depth - 1))
    }
  }

  private mutating func queries(_ depth: Int) -> [SlowQuery] {
    (0..<Int.random(in: 2...3, using: &generator)).map { _ in query(depth: depth - 1) }
  }

  private mutating func phrases() -> [SlowPhrase] {
    (0..<Int.random(in: 2...3, using: &generator)).map { _ in phrase(hasColumns: false) }
  }

  private mutating func phrase(hasColumns: Bool) -> SlowPhrase {
    let count = [1, 1, 1, 1, 2, 2, 3].randomElement(using: &generator) ?? 1
    var phrase = SlowPhrase(
      words: (0..<count).map { _ in (word(), Int.random(in: 0..<6, using: &generator) == 0) })
    phrase.isFirst = Int.random(in: 0..<8, using: &generator) == 0
    if hasColumns, Int.random(in: 0..<5, using: &generator) == 0 { phrase.columns = filter() }
    return phrase
  }

  private mutating func filter() -> Set<Int> {
    Set(
      (0...Int.random(in: 0...1, using: &generator)).map { _ in
        Int.random(in: 0..<3, using: &generator)
      })
  }
}
