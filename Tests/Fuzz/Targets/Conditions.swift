import Foundation
import LodeCoding
import LodeStore

/// The text of conditions, as users and their users type it.
enum ConditionsTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    [
      "age > 30 AND name LIKE 'a%' ORDER BY name DESC LIMIT 10 OFFSET 20",
      "NOT (home.city IN ('Oslo', :n) OR tags CONTAINS FOLDED 'x') AND age BETWEEN 1 AND 2.5e3",
      #""a ""b""".c != X'00ff' AND . IS NOT NULL AND (age * 2 - 1) / 3 % 4 <= -5"#,
      "born < DATE '2026-01-31T12:00:00.123Z' OR id = UUID 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'",
      #"name LIKE EXACT '50!%' ESCAPE '!' AND x = JSON '{"$decimal":"1.5"}' AND name ENDSWITH ASCII 'b'"#,
      "name MATCHES '(?i)[^a-c]{2,5}(x|\\d)*?' AND (age > 1) IS NOT TRUE AND TRUE AND age <> ?",
    ].map { Array($0.utf8) }
  }

  static let words = [
    " AND ", " OR ", "NOT ", " IN (", " IS NULL", " IS NOT NULL", " LIKE '%", " ESCAPE '",
    " BETWEEN ",
    " BEGINSWITH ", " ENDSWITH ", " CONTAINS ", " FOLDED ", " EXACT ", " ASCII ", ") IS TRUE",
    "DATE '",
    "UUID '", "JSON '", "X'", " ORDER BY ", " DESC", " LIMIT 1", " OFFSET 1", ":n", "age", "name",
    "tags",
  ]

  private static let parameters = ConditionParameters(named: ["n": .string("' OR TRUE OR '")])
  private static let row: [String: ArchiveValue] = [
    "age": 41, "name": "Ada", "born": .date(Date(timeIntervalSinceReferenceDate: 1.5)),
    "tags": ["x", 1],
  ]

  static func run(_ input: [UInt8]) {
    guard let text = String(validating: input, as: UTF8.self) else { return }
    let selection: Selection
    do throws(ConditionError) {
      selection = try Selection(parsing: text, parameters: parameters)
    } catch {
      return require(
        (0...text.unicodeScalars.count).contains(error.offset ?? -1),
        "\(error) is about a place in the text")
    }
    let written = selection.description
    let again = require("\(written) is read") { try Selection(parsing: written) }
    require(again.description == written, "\(written) is \(again)")
    require(answer(selection.condition) == answer(again.condition), "\(written) means the same")
  }

  private static func answer(_ condition: Condition) -> Bool?? {
    try? condition.evaluate { path in path.names.count == 1 ? row[path.names[0]] : nil }
  }
}
