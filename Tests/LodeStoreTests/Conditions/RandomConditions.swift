import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport

/// Conditions of all kinds over a few paths, and rows for them.
struct RandomConditions {
  var random: SeededGenerator

  init(_ random: SeededGenerator = SeededGenerator()) { self.random = random }

  private mutating func pick<T>(_ all: [T]) -> T {
    all[Int.random(in: 0..<all.count, using: &random)]
  }

  mutating func condition(_ depth: Int = 4) -> Condition {
    switch Int.random(in: 0..<(depth > 0 ? 17 : 10), using: &random) {
    case 0: return .constant(.random(using: &random))
    case 1, 2: return .comparison(operand(), pick(Comparison.allCases), operand())
    case 3: return .between(operand(), operand(), operand())
    case 4:
      return .isIn(operand(), (0..<Int.random(in: 0...3, using: &random)).map { _ in given() })
    case 5: return .isNil(operand())
    case 6: return .like(operand(), pattern())
    case 7: return .beginsWith(operand(), text(), pick(TextFolding.allCases))
    case 8: return .endsWith(operand(), text(), pick(TextFolding.allCases))
    case 9: return .contains(operand(), value(), pick(TextFolding.allCases))
    case 10, 11: return .and(parts(depth))
    case 12, 13: return .or(parts(depth))
    case 14, 15: return .not(condition(depth - 1))
    default: return .isTrue(condition(depth - 1))
    }
  }

  private mutating func parts(_ depth: Int) -> [Condition] {
    (0..<Int.random(in: 2...3, using: &random)).map { _ in condition(depth - 1) }
  }

  mutating func operand(_ depth: Int = 2) -> Operand {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 5), using: &random) {
    case 0, 1, 2: .path(path())
    case 3, 4: .value(value())
    default: .arithmetic(operand(depth - 1), pick(Arithmetic.allCases), operand(depth - 1))
    }
  }

  /// Mostly a value, and often nil.
  private mutating func given() -> Operand {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: operand()
    case 1, 2: .value(.null)
    default: .value(value())
    }
  }

  private mutating func path() -> ArchivePath {
    pick([
      "a", "b", "c.d", "c.e", ArchivePath(["order"]), ArchivePath(["a.b", "in"]),
      ArchivePath(["it\"s"]),
      ArchivePath([""]), ArchivePath([]), ArchivePath(["ä ö", "like"]),
    ])
  }

  private mutating func pattern() -> LikePattern {
    LikePattern(
      text() + pick(["%", "_", "!%", ""]) + text(), escape: pick([nil, "!", "'"]),
      folding: pick(TextFolding.allCases))
  }

  mutating func text() -> String {
    pick(["", "a", "Ab", "ä", "'", "50", "1.5", "%", "\0\n", "2001-01-01", "\"x\""])
  }

  mutating func value() -> ArchiveValue {
    pick([
      .null, true, false, 0, 1, -7, 50, .int(.min), .uint(50), .uint(.max), 1.5, -0.0, 1e300,
      .double(.nan),
      .double(-.infinity), .float(1.5), .decimal(Decimal(15) / 10), .string(text()),
      .string(text()), .data(Data()),
      .data(Data([0, 255])), .date(Date(timeIntervalSinceReferenceDate: 0)),
      .date(Date(timeIntervalSinceReferenceDate: 0.1)),
      .date(Date(timeIntervalSinceReferenceDate: -.infinity)),
      .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))), [],
      [1, "a", nil], .set(["a", 1]),
      ["d": 1], .typed(.int8, 5),
    ])
  }

  /// A row that has some of the paths.
  mutating func row() -> [ArchiveValue: ArchiveValue] {
    var row: [ArchiveValue: ArchiveValue] = [:]
    for name in ["a", "b", "order", "it\"s", ""] where Bool.random(using: &random) {
      row[.string(name)] = value()
    }
    row["c"] = ["d": value(), "e": value()]
    return row
  }
}
