import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("The text of conditions")
struct ConditionTextTests {
  // Made anew each time: the leak check does not see into values that a constant boxes.
  private static var texts: [(String, Condition)] {
    [
      ("age > 50", .comparison("age", .greater, .value(50))),
      ("age == 50", .comparison("age", .equal, .value(50))),
      ("age<>-50", .comparison("age", .notEqual, .value(-50))),
      ("a.b.c <= b", .comparison("a.b.c", .lessOrEqual, "b")),
      (
        "\"first name\" = 'it''s'",
        .comparison(.path(ArchivePath(["first name"])), .equal, .value("it's"))
      ),
      ("\"a.b\".order = 1", .comparison(.path(ArchivePath(["a.b", "order"])), .equal, .value(1))),
      ("active", .comparison("active", .equal, .value(true))),
      ("TRUE", .constant(true)),
      ("not false", .not(.constant(false))),
      ("a = 1 AND b = 2 OR c = 3", .or([.and([eq("a", 1), eq("b", 2)]), eq("c", 3)])),
      ("a = 1 AND (b = 2 OR c = 3)", .and([eq("a", 1), .or([eq("b", 2), eq("c", 3)])])),
      ("NOT a = 1 AND b = 2", .and([.not(eq("a", 1)), eq("b", 2)])),
      ("a BETWEEN 1 AND 2 AND b = 2", .and([.between("a", .value(1), .value(2)), eq("b", 2)])),
      ("a NOT BETWEEN 1 AND 2", .not(.between("a", .value(1), .value(2)))),
      ("a IN (1, 'x', b)", .isIn("a", [.value(1), .value("x"), "b"])),
      ("a NOT IN ()", .not(.isIn("a", []))),
      ("a is null or b is not null", .or([.isNil("a"), .not(.isNil("b"))])),
      ("a LIKE '%x'", .like("a", LikePattern("%x"))),
      (
        "a NOT LIKE EXACT '!%x' ESCAPE '!'",
        .not(.like("a", LikePattern("!%x", escape: "!", folding: .exact)))
      ),
      ("a BEGINSWITH FOLDED 'x'", .beginsWith("a", "x", .unicode)),
      ("a ENDSWITH 'x'", .endsWith("a", "x", .exact)),
      ("a CONTAINS ASCII 'x'", .contains("a", "x", .ascii)),
      ("tags CONTAINS 5", .contains("tags", 5, .exact)),
      ("a MATCHES '[a-z]+'", .matches("a", "[a-z]+")),
      ("(a = 1) IS TRUE", .isTrue(eq("a", 1))),
      ("a IS NOT TRUE", .not(.isTrue(.comparison("a", .equal, .value(true))))),
      (
        "(a + 1) * 2 > b",
        .comparison(
          .arithmetic(.arithmetic("a", .add, .value(1)), .multiply, .value(2)), .greater, "b")
      ),
      (
        "a - 1 - -2 = 0",
        .comparison(
          .arithmetic(.arithmetic("a", .subtract, .value(1)), .subtract, .value(-2)), .equal,
          .value(0))
      ),
      ("((a)) = 1", eq("a", 1)),
      ("((a = 1))", eq("a", 1)),
      ("x = X'00fF'", .comparison("x", .equal, .value(.data(Data([0, 255]))))),
      ("d > DATE '1.5'", .comparison("d", .greater, .value(date(1.5)))),
      ("d > DATE '2001-01-01'", .comparison("d", .greater, .value(date(0)))),
      (
        "date > 1 AND uuid > json",
        .and([.comparison("date", .greater, .value(1)), .comparison("uuid", .greater, "json")])
      ),
      ("date - 1 = 0", .comparison(.arithmetic("date", .subtract, .value(1)), .equal, .value(0))),
      ("x = JSON '[1,null]'", .comparison("x", .equal, .value([1, nil]))),
      ("x = 18446744073709551615", .comparison("x", .equal, .value(.uint(.max)))),
      ("x = -9223372036854775808", .comparison("x", .equal, .value(.int(.min)))),
      (". CONTAINS 1", .contains(.path(ArchivePath([])), 1, .exact)),
      ("名前 = 1", .comparison(.path(ArchivePath(["名前"])), .equal, .value(1))),
    ]
  }

  private static func eq(_ path: String, _ value: ArchiveValue) -> Condition {
    .comparison(.path(ArchivePath([path])), .equal, .value(value))
  }

  private static func date(_ seconds: Double) -> ArchiveValue {
    .date(Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test func `text is the condition that it says`() throws {
    for (text, condition) in Self.texts {
      #expect(try Condition(parsing: text) == condition, "\(text)")
      #expect(try Condition(parsing: condition.description) == condition, "\(condition)")
    }
  }

  @Test func `what is no condition is an error with its place, and what was expected there`() {
    let errors: [(String, ConditionError.Code, Int)] = [
      ("", .syntax, 0), ("age >", .syntax, 5), ("age > 50 name", .syntax, 9),
      ("(a = 1", .syntax, 6),
      ("a = 1)", .syntax, 5), ("a = 'x", .syntax, 4), ("a = \"x", .syntax, 4),
      ("a IN 5", .syntax, 5),
      ("a IN (1,)", .syntax, 8), ("AND a", .syntax, 0), ("a = NULL", .comparedWithNull, 4),
      ("NULL != a", .comparedWithNull, 0), ("a IN (1, NULL)", .comparedWithNull, 9),
      ("a IS 5", .syntax, 5), ("a LIKE 5", .syntax, 7), ("a LIKE 'x' ESCAPE 'xy'", .syntax, 18),
      ("a MATCHES '('", .invalidExpression, 10), ("a BETWEEN 1 OR 2", .syntax, 12),
      ("5", .syntax, 0),
      ("a + 1", .syntax, 0), ("(a = 1) + 1", .syntax, 0), ("a = (b = 1)", .syntax, 4),
      ("a..b = 1", .syntax, 2), ("a = 1 ; b", .syntax, 6), ("order = 1", .syntax, 0),
      ("a = X'0'", .syntax, 5), ("a = X'0g'", .syntax, 5), ("a = DATE 'x'", .syntax, 9),
      ("a = 1e", .syntax, 6), ("a = 1e999", .syntax, 4),
      ("a = 9999999999999999999999999999999999999999", .syntax, 4),
      ("a = 5b", .syntax, 5), ("a = ?", .parameter, 4), ("a = :b", .parameter, 4),
      ("a = :", .syntax, 5),
      ("a NOT 5", .syntax, 6), ("a = 1 LIMIT 5", .syntax, 6), ("é = 'ä' §", .syntax, 8),
    ]
    for (text, code, offset) in errors {
      let error = #expect(throws: ConditionError.self, "\(text)") { try Condition(parsing: text) }
      #expect(
        error?.code == code && error?.offset == offset, "\(text): \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test func `parameters are values, whatever is in them, and each has exactly its own`() throws {
    let hostile = "' OR TRUE OR name = '"
    let byPlace = try Condition(parsing: "name = ? AND a > ?", parameters: [.string(hostile), 5])
    let byName = try Condition(
      parsing: "name = :n AND a > :na", parameters: [":n": .string(hostile), "na": 5])
    let expected = Condition.and([
      .comparison("name", .equal, .value(.string(hostile))), .comparison("a", .greater, .value(5)),
    ])
    #expect(byPlace == expected && byName == expected)
    #expect(throws: ConditionError.self) { try Condition(parsing: "a = ?", parameters: [1, 2]) }
    let surplus = #expect(throws: ConditionError.self) {
      try Condition(parsing: "a = :n", parameters: ["n": 1, "m": 2])
    }
    #expect(surplus?.code == .parameter && surplus?.message.contains(":m") == true)
    #expect(throws: ConditionError.self) {
      try Condition(parsing: "a = ? OR b = ?", parameters: [1])
    }
    #expect(
      try Condition(parsing: "a IN ?", parameters: [[1, 2]]) == .isIn("a", [.value(1), .value(2)]))
    #expect(throws: ConditionError.self) { try Condition(parsing: "a IN ?", parameters: [1]) }
    #expect(try Condition(parsing: "a LIKE ?", parameters: ["x%"]) == .like("a", LikePattern("x%")))
    #expect(try Condition(parsing: "a = ?", parameters: [nil]).evaluate { _ in 1 } == nil)
  }

  @Test
  func `S16: a parameter is not the beginning of a longer one, and quoted it is a text`() throws {
    let condition = try Condition(
      parsing: "x = :a OR x = :ab OR note = ':a'", parameters: [":a": 1, ":ab": 2])
    func isMet(_ row: [String: ArchiveValue]) throws -> Bool? {
      try condition.evaluate { row[$0.names[0]] }
    }
    #expect(try isMet(["x": 1]) == true)
    #expect(try isMet(["x": 2]) == true)
    #expect(try isMet(["x": 3, "note": ":a"]) == true)
    #expect(try isMet(["x": 3, "note": "1"]) == false)
  }

  @Test func `selections have orders and limits, each of which may be missing`() throws {
    let texts: [(String, Selection)] = [
      ("", Selection()),
      ("a = 1", Selection(Self.eq("a", 1))),
      ("ORDER BY a", Selection(orderedBy: [.ascending("a")])),
      (
        "a = 1 ORDER BY b.c DESC, \"order\" ASC LIMIT 5 OFFSET 2",
        Selection(
          Self.eq("a", 1), orderedBy: [.descending("b.c"), .ascending("order")], offset: 2, limit: 5
        )
      ),
      ("limit 0", Selection(limit: 0)), ("offset 3", Selection(offset: 3)),
    ]
    for (text, selection) in texts {
      #expect(try Selection(parsing: text) == selection, "\(text)")
      #expect(try Selection(parsing: selection.description) == selection, "\(selection)")
    }
    #expect(try Selection(parsing: "LIMIT ?", parameters: [7]).limit == 7)
    for text in [
      "LIMIT", "LIMIT -1", "LIMIT 'x'", "ORDER a", "ORDER BY", "ORDER BY a,", "OFFSET 1 LIMIT 2",
    ] {
      #expect(throws: ConditionError.self, "\(text)") { try Selection(parsing: text) }
    }
  }

  @Test func `however deep or long a text is, it is a condition or an error`() throws {
    let n = rounds(100_000)
    func many(_ text: String) -> String { String(repeating: text, count: n) }
    let deep = [
      many("("), many("(") + "a" + many(")"), many("NOT ") + "a", many("-") + "a = 1",
      "a = " + many("1 + ") + "1",
      "a" + many(" * (b"), "a" + many(" IS TRUE"), many("NOT (") + "a = 1" + many(")"),
    ]
    for text in deep {
      #expect(throws: ConditionError.self) { try Condition(parsing: text) }
    }
    let nested = String(repeating: "NOT (", count: 32) + "a = 1" + String(repeating: ")", count: 32)
    #expect(try Condition(parsing: nested).evaluate { _ in 1 } == true)
    let long = try Condition(parsing: "a = 0" + many(" OR a = 1"))
    #expect(try long.evaluate { _ in 1 } == true)
    let list = try Condition(parsing: "a IN (1" + many(", 2") + ")")
    #expect(try list.evaluate { _ in 2 } == true)
    #expect(try Condition(parsing: "a" + many(".a") + " = 1").evaluate { _ in 1 } == true)
  }
}
