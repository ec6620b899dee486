import LodeSearch
import LodeTestErrors
import LodeTestSupport
import Testing

/// `NEAR` with 500 words took 43 s on 3,000 rows, and 50 fuzzy words took seconds too.
@Suite struct `A query has limits that its error names` {
  private static func list(_ count: Int, _ separator: String, _ suffix: String = "") -> String {
    (0..<count).map { "w\($0)\(suffix)" }.joined(separator: separator)
  }

  static let limits: [(query: @Sendable (Int) -> String, what: String, limit: Int)] = [
    ({ "NEAR(\(list($0, " ")), 5)" }, "words in one NEAR", SearchExpression.maximumNearPhrases),
    ({ list($0, " NEAR/3 ") }, "words in one NEAR", SearchExpression.maximumNearPhrases),
    ({ list($0, " OR ", "~1") }, "fuzzy words", SearchExpression.maximumFuzzyWords),
    ({ list($0, " ", "~2") }, "fuzzy words", SearchExpression.maximumFuzzyWords),
    ({ "a NOT (b OR \(list($0 - 2, " NOT ")))" }, "words", SearchExpression.maximumPhrases),
    ({ list($0, " NOT ") }, "words", SearchExpression.maximumPhrases),
    ({ list($0, " ") }, "words", SearchExpression.maximumPhrases),
  ]

  @Test(arguments: limits.indices) func `parsing refuses one word more`(index: Int) throws {
    let (query, what, limit) = Self.limits[index]
    _ = try SearchExpression(parsing: query(limit), columns: [])
    let error = #expect(throws: SearchSyntaxError.self) {
      try SearchExpression(parsing: query(limit + 1), columns: [])
    }
    #expect(error?.problem == .tooMany(what, limit: limit))
    #expect(error?.description.contains("more than \(limit) \(what)") == true)
    // A query that is still being typed throws no error.
    _ = try SearchExpression(parsing: query(limit + 1), columns: [], mode: .typing)
  }

  @Test func `searching refuses an expression that was built in Swift`() throws {
    let searched = try SearchedTexts(["title"])
    try searched.put([1: ["w1 w2"]])
    let words = (0...SearchExpression.maximumPhrases).map { SearchExpression.word("w\($0)") }
    let phrases = (0...SearchExpression.maximumNearPhrases).map { SearchPhrase("w\($0)") }
    let fuzzy = (0...SearchExpression.maximumFuzzyWords).map { SearchExpression.fuzzy("w\($0)") }
    for expression in [
      .or(words), .near(phrases, distance: 3), .and(fuzzy), .columns(.init(["a"]), .or(fuzzy)),
    ]
      as [SearchExpression]
    {
      expectCause(SearchSyntaxError.self) { try searched.keys(expression) }
      expectCause(SearchSyntaxError.self) {
        try searched.withReader { try RankedSearch(expression, in: [$0]).top(1) }
      }
    }
    #expect(try searched.keys(.or(Array(words.dropLast()))) == [1])
  }
}
