import LodeSearch

/// The text of searches, as users and their users type it.
enum SearchLanguageTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    [
      "linux AND (kernel OR \"operating system\") NOT wind*",
      "title:^lin* {title body}:(a OR b) -body:\"c d\" body:NEAR(of dlopen, 1)",
      "a NEAR/2 b NEAR \"c d\" OR foo-bar + x \"a \"\"b\"\" c*\" *",
      "word~1 wörd~2 警察 'tweet NOT storm' http://x.org/y 12:30 *:* NOT é",
      String(repeating: "(", count: 40) + "a" + String(repeating: ")", count: 40),
    ].map { Array($0.utf8) }
  }

  static let words = [
    " AND ", " OR ", " NOT ", " NEAR ", " NEAR/3 ", "NEAR(", ", 2)", "title:", "-body:",
    "{title body}:", "\"a b\"", "(a ", ") ", "^", "*", " + ", "~1", "~2", "*:*", "foo-bar",
  ]

  private static let columns = ["title", "body"]

  static func run(_ input: [UInt8]) {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    for mode in SearchMode.allCases {
      let expression: SearchExpression
      do throws(SearchSyntaxError) {
        expression = try SearchExpression(parsing: text, columns: columns, mode: mode)
      } catch {
        require(mode == .language, "\(error) is for the language only")
        require((0...input.count).contains(error.offset), "\(error) is about a place in the text")
        continue
      }
      let written = expression.description
      let again = require("\(written) is read") {
        try SearchExpression(parsing: written, columns: columns)
      }
      require(again.description == written, "\(written) is \(again)")
    }
  }
}
