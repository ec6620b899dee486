import LodeSearch
import Testing

@Suite("The language of queries")
struct QueryParserTests {
  private let columns = ["title", "body", "home.city"]

  private func read(_ query: String, _ mode: SearchMode = .language) throws -> String {
    try SearchExpression(parsing: query, columns: columns, mode: mode).description
  }

  @Test(arguments: [
    ("a b", "a AND b"),
    ("a AND b OR c d", "a AND b OR c AND d"),
    ("a NOT b c", "a NOT b AND c"),
    ("a b NOT c d", "a AND b NOT c AND d"),
    ("a NOT b NOT c", "a NOT (b OR c)"),
    ("a NOT b NEAR/2 c NOT d", "a NOT (b NEAR/2 c OR d)"),
    ("(a OR b) c", "(a OR b) AND c"),
    ("((a))", "a"),
    ("a and not b", "a AND and AND not AND b"),
    ("a NEAR b NEAR/3 c", "a NEAR/10 b NEAR/3 c"),
    ("NEAR(a \"b c\" d, 4)", "NEAR(a \"b c\" d, 4)"),
    ("a NEAR(b c)", "a AND NEAR(b c, 10)"),
    ("NEAR(a,3)", "NEAR(a, 3)"),
    ("NEAR(\"\" a, 3) OR b", "\"\" OR b"),
    ("a NEAR (b)", "a NEAR/10 b"),
    ("foo-bar NEAR/2 x", "\"foo-bar\" NEAR/2 x"),
    ("a \"b\"OR c", "a AND b OR c"),
  ])
  func `reads operators by their precedence`(query: String, expected: String) throws {
    #expect(try read(query) == expected)
  }

  @Test(arguments: [
    ("lin*", "lin*"),
    ("\"lin* app*\"", "\"lin* app*\""),
    ("\"one two thr\" *", "\"one two thr\"*"),
    ("^one", "^one"),
    ("\"^one two\"", "^\"one two\""),
    ("^ \"one two\"", "^\"one two\""),
    ("one + \"two three\" + four", "\"one two three four\""),
    ("\"a \"\"b\"\" c\"", "\"a \"\"b\"\" c\""),
    ("foo-bar", "foo-bar"),
    ("foo-ba*r", "foo-ba*r"),
    ("word~1", "word~1"),
    ("wörd~2", "wörd~2"),
    ("word~3", "word.3"),
    ("1.2~1", "1.2.1"),
    ("NEAR~1", "NEAR~1"),
    ("\"a b\" + AND~2", "\"a b\" + AND~2"),
    ("\"AND\"", "\"AND\""),
    ("AND*", "\"AND\"*"),
    ("*:*", "*:*"),
    ("C++", "C"),
    ("a *", "a"),
    ("'tweet NOT storm'", "tweet NOT storm"),
    ("a NEAR/x b", "a AND NEAR.x AND b"),
    ("a NEAR/99999999999 b", "a AND NEAR.99999999999 AND b"),
    ("警\u{3000}据", "警 AND 据"),
  ])
  func `reads words, phrases, prefixes and the starts of columns`(query: String, expected: String)
    throws
  {
    #expect(try read(query) == expected)
  }

  @Test(arguments: [
    ("TITLE:a b", "TITLE:a AND b"),
    ("title: ^lin*", "title:^lin*"),
    ("title:\"a b\"", "title:\"a b\""),
    ("{title body}:(a OR b)", "{title body}:(a OR b)"),
    ("-title:a", "-title:a"),
    ("- {title}:a", "-title:a"),
    ("body:NEAR(a b, 1)", "body:(NEAR(a b, 1))"),
    ("home.city:oslo", "home.city:oslo"),
    ("title:(body:(a b))", "title:(body:(a AND b))"),
    ("http://x.org/y", "http.//x.org/y"),
    ("12:30", "12.30"),
    ("title:foo-bar", "title:foo-bar"),
    ("title:", "\"\""),
    ("a title:", "a"),
  ])
  func `reads columns, and takes names that no column has for words`(
    query: String, expected: String
  ) throws {
    #expect(try read(query) == expected)
  }

  @Test(arguments: [
    "", "   ", "\"\"", "\" \"", "''", "*", "^", "()", "( )", "-", "!", "...", "\u{A0}",
  ])
  func `finds nothing by what has no words`(query: String) throws {
    #expect(try SearchExpression(parsing: query, columns: columns) == .nothing)
  }

  @Test(
    arguments: [
      ("NOT a", .missingOperand(of: "NOT"), 0),
      ("a NOT", .missingOperand(of: "NOT"), 2),
      ("a AND", .missingOperand(of: "AND"), 2),
      ("OR a", .missingOperand(of: "OR"), 0),
      ("a OR OR b", .missingOperand(of: "OR"), 5),
      ("a AND NOT b", .missingOperand(of: "NOT"), 6),
      ("(a", .missingParenthesis, 0),
      ("é (a OR b", .missingParenthesis, 3),
      ("a)", .unexpected(")"), 1),
      ("\"a", .unterminatedQuote, 0),
      ("a \"b", .unterminatedQuote, 2),
      ("NEAR/2 a", .missingOperand(of: "NEAR/2"), 0),
      ("a NEAR/2", .missingOperand(of: "NEAR/2"), 2),
      ("a NEAR (b OR c)", .nearWithoutPhrase, 2),
      ("(a b) NEAR c", .nearWithoutPhrase, 6),
      ("NEAR(a b", .missingParenthesis, 4),
      ("NEAR(a, b)", .malformedDistance, 6),
      ("NEAR(a (b))", .unexpected("("), 7),
      ("NEAR()", .missingOperand(of: "NEAR"), 0),
      ("a AND () AND b", .unexpected(")"), 7),
      ("{title nosuch}:a", .unknownColumn("nosuch"), 7),
      ("title:AND b", .missingOperand(of: "AND"), 6),
    ] as [(String, SearchSyntaxError.Problem, Int)])
  func `refuses what is malformed, and says where`(
    query: String, problem: SearchSyntaxError.Problem, offset: Int
  ) {
    #expect(throws: SearchSyntaxError(problem, at: offset)) {
      try SearchExpression(parsing: query, columns: columns)
    }
  }

  @Test func `refuses nesting beyond a thousand levels, and takes long lists`() throws {
    let limit = 1000
    let nested = String(repeating: "(", count: limit) + "a" + String(repeating: ")", count: limit)
    #expect(try read(nested) == "a")
    #expect(throws: SearchSyntaxError(.tooDeep(limit: limit), at: limit)) {
      try read("(" + nested + ")")
    }
    #expect(throws: SearchSyntaxError(.tooDeep(limit: limit), at: limit)) {
      try read(String(repeating: "(", count: 1_000_000))
    }
    let deep =
      String(repeating: "(a OR b AND ", count: 600) + "c" + String(repeating: ")", count: 600)
    #expect(throws: SearchSyntaxError.self) { try read(deep) }
    let most = SearchExpression.maximumPhrases
    #expect(try read(Array(repeating: "a", count: most).joined(separator: " NOT ")).count > most)
    #expect(
      try read(Array(repeating: "a", count: 1200).joined(separator: " AND ")).count == 1200 * 6 - 5)
  }

  @Test func `takes all input for words in plain mode`() throws {
    #expect(try read("a OR (\"b c*\" NOT", .plain) == "a AND \"OR\" AND b AND c AND \"NOT\"")
    #expect(try read("title:x foo-bar", .plain) == "title AND x AND foo-bar")
    #expect(try read(" (", .plain) == "\"\"")
  }

  @Test func `takes the last word for the beginning of one while it is typed`() throws {
    #expect(try read("linux ker", .typing) == "linux AND ker*")
    #expect(try read("linux ker ", .typing) == "linux AND ker")
    #expect(try read("\"linux ker", .typing) == "\"linux ker\"*")
    #expect(try read("title:a OR", .typing) == "title AND a AND \"OR\"*")
    #expect(try read("(linux ker", .typing) == "linux AND ker*")
    #expect(try read("foo-b", .typing) == "foo-b*")
  }

  @Test func `gives back expressions that are made in Swift`() throws {
    let made =
      (SearchExpression.word("a") && .prefix("b") && !.phrase("c d")) || .fuzzy("e").in("title")
    let text = "a AND b* NOT \"c d\" OR title:(e~1)"
    #expect(made.description == "(a AND b*) NOT \"c d\" OR title:(e~1)")
    #expect(try read(text) == "a AND b* NOT \"c d\" OR title:e~1")
    #expect(SearchExpression.word("a\" OR *b").description == "\"a\"\" OR  b\"")
    #expect((!SearchExpression.first("x")).description == "*:* NOT ^x")
    #expect(SearchExpression.fuzzy("c-d").description == "\"c-d\"")
  }
}
