import LodeSearch
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Any text as a query", .tags(.random))
struct QueryMutationTests {
  private static let pieces = [
    "a", "b-c", "lin*", "\"", "\"x y\"", "(", ")", " ", " AND ", " OR ", " NOT ", " NEAR ",
    " NEAR/2 ", "NEAR(", ", 3)", ",", "^", "*", "+", " + ", "-", "title:", "{title body}:", "{x}:",
    ":", "~1", "é", "警", "\u{301}", "\u{3000}", "\n", "{", "}", "'", "🎉", "*:*", "x~2",
  ]

  @Test
  func `is read or refused at a place inside it, and its description is read as the same`() throws {
    var generator = SeededGenerator()
    for _ in 0..<rounds(20_000) {
      let count = Int.random(in: 1...12, using: &generator)
      let query = (0..<count).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      for mode in SearchMode.allCases { try check(query, mode, generator.seed) }
    }
  }

  private func check(_ query: String, _ mode: SearchMode, _ seed: UInt64) throws {
    let columns = ["title", "body"]
    let expression: SearchExpression
    do {
      expression = try SearchExpression(parsing: query, columns: columns, mode: mode)
    } catch {
      #expect(
        mode == .language && (0...query.utf8.count).contains(error.offset), "\(query) \(seed)")
      return
    }
    let written = expression.description
    let again = try? SearchExpression(parsing: written, columns: columns)
    #expect(
      again?.description == written, "\(query) in mode \(mode) is \(expression), seed \(seed)")
  }
}
