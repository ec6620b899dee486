internal import BenchHarness
internal import LodeCoding
internal import LodeStore

/// A condition as both understand it, but for how a path is written.
struct WrittenCondition {
  /// The text with `{i}` where the path of column `i` stands.
  var text: String
  /// The values of its parameters, in the order in which they are written.
  var parameters: [ArchiveValue] = []

  /// The text in which paths are written in one way or the other.
  func text(_ path: (RandomConditions.Column) -> String) -> String {
    RandomConditions.Column.allCases.reduce(text) { text, column in
      var parts = text.split(
        separator: "{\(column.rawValue)}", omittingEmptySubsequences: false)[...]
      var joined = parts.popFirst().map(String.init) ?? ""
      for part in parts { joined += path(column) + part }
      return joined
    }
  }
}

/// Random conditions whose meaning SQLite and Lode agree on, and values for them.
///
/// What is documented to be otherwise is not made:
/// - Values of two families. In Lode a given value stands for what it says in the family of the
///   field, `'50'` for 50, and of two families it is unknown which comes first; in SQLite every
///   number is less than every text.
/// - LIKE of what is no text, which is unknown in Lode and the text of the number in SQLite; a
///   pattern that ends in its escape character.
/// - Calculations with texts, `%` of numbers with fractions, results beyond 64 bits, NaN.
/// - NULL as a literal that is compared, which Lode refuses; as the value of a parameter it is
///   made.
/// - BEGINSWITH, ENDSWITH, CONTAINS, MATCHES and foldings, which SQLite does not have.
struct RandomConditions {
  /// The columns, each with values of one family, or NULL.
  enum Column: Int, CaseIterable {
    case integer, small, real, text, unicode, nested

    var isText: Bool { self == .text || self == .unicode || self == .nested }
  }

  var noise: Noise
  /// Whether parameters are written `:p1`.
  private var isNamed = false
  private var parameters: [ArchiveValue] = []

  init(seed: UInt64) { noise = Noise(seed: seed) }

  // Values.

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &noise) }

  private mutating func isOnce(in count: Int) -> Bool { number(0..<count) == 0 }

  private mutating func pick<T>(_ all: [T]) -> T { all[number(0..<all.count)] }

  /// A value of a column; `.null` now and then.
  mutating func value(_ column: Column) -> ArchiveValue {
    isOnce(in: 8) ? .null : given(column)
  }

  private mutating func given(_ column: Column) -> ArchiveValue {
    switch column {
    case .integer: .int(Int64(number(-1_000..<1_000)))
    case .small: .int(Int64(number(-3..<4)))
    // Of eighths all digits are written.
    case .real where isOnce(in: 3): .int(Int64(number(-20..<20)))
    case .real: .double(Double(number(-160..<160)) / 8)
    case .text: .string(text(Self.letters, 0..<4))
    case .unicode: .string(text(Self.scalars, 0..<4))
    case .nested: .string(pick(["Oslo", "oslo", "Bergen", "Ålesund", "", "50", "_", "%"]))
    }
  }

  private static let letters = Array("abAB%_'!?:x ").map(String.init)
  private static let scalars = [
    "a", "A", "ä", "a\u{308}", "Ä", "ß", "ı", "İ", "日", "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}",
    "é", "z",
  ]

  private mutating func text(_ parts: [String], _ length: Range<Int>) -> String {
    (0..<number(length)).map { _ in pick(parts) }.joined()
  }

  // Conditions.

  /// A condition.
  mutating func condition() -> WrittenCondition {
    isNamed = isOnce(in: 2)
    parameters = []
    let text = disjunction(depth: number(0..<4))
    return WrittenCondition(text: text, parameters: parameters)
  }

  private mutating func word(_ word: String) -> String {
    isOnce(in: 4) ? word.lowercased() : word
  }

  private mutating func disjunction(depth: Int) -> String {
    (0..<number(1..<4)).map { _ in conjunction(depth: depth) }
      .joined(separator: " \(word("OR")) ")
  }

  private mutating func conjunction(depth: Int) -> String {
    (0..<number(1..<4)).map { _ in negation(depth: depth) }
      .joined(separator: " \(word("AND")) ")
  }

  private mutating func negation(depth: Int) -> String {
    let not = isOnce(in: 5) ? word("NOT") + " " : ""
    if depth > 0, isOnce(in: 2) {
      let inside = "(\(disjunction(depth: depth - 1)))"
      return not + (isOnce(in: 5) ? inside + pick([" IS TRUE", " IS NOT TRUE"]) : inside)
    }
    return not + test()
  }

  private mutating func test() -> String {
    let column = pick(Column.allCases)
    let path = "{\(column.rawValue)}"
    let not = isOnce(in: 4) ? word("NOT") + " " : ""
    switch number(0..<9) {
    case 0: return path + pick([" IS NULL", " IS NOT NULL", " is null"])
    case 1: return "\(path) \(not)\(word("IN")) (\(list(column)))"
    case 2:
      return "\(path) \(not)\(word("BETWEEN")) \(operand(column)) \(word("AND")) \(operand(column))"
    case 3, 4:
      if column.isText { return "\(path) \(not)\(word("LIKE")) \(pattern(column))" }
      return "\(sum()) \(comparison()) \(sum())"
    case 5: return "\(operand(column)) \(comparison()) \(path)"
    default: return "\(path) \(comparison()) \(operand(column))"
    }
  }

  private mutating func comparison() -> String {
    pick(["=", "==", "!=", "<>", "<", "<=", ">", ">="])
  }

  private mutating func list(_ column: Column) -> String {
    (0..<number(1..<5)).map { _ in literal(column) }.joined(separator: ", ")
  }

  /// A value, or another column of the family.
  private mutating func operand(_ column: Column) -> String {
    if !isOnce(in: 6) { return literal(column) }
    let others = Column.allCases.filter { $0.isText == column.isText }
    return "{\(pick(others).rawValue)}"
  }

  private mutating func literal(_ column: Column) -> String {
    if isOnce(in: 3) { return parameter(value(column)) }
    return switch given(column) {
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case let value: "'\(value.string?.replacing("'", with: "''") ?? "")'"
    }
  }

  private mutating func parameter(_ value: ArchiveValue) -> String {
    parameters.append(value)
    return isNamed ? ":p\(parameters.count)" : "?"
  }

  private mutating func pattern(_ column: Column) -> String {
    var pattern = ""
    let escape = isOnce(in: 3)
    for _ in 0..<number(0..<5) {
      switch number(0..<4) {
      case 0: pattern += "%"
      case 1: pattern += "_"
      case 2 where escape: pattern += "!" + pick(["%", "_", "!", "a"])
      default:
        let scalars = column == .unicode ? Self.scalars : Self.letters
        pattern += pick(scalars.filter { !escape || $0 != "!" })
      }
    }
    let written =
      isOnce(in: 3)
      ? parameter(.string(pattern)) : "'\(pattern.replacing("'", with: "''"))'"
    return written + (escape ? " \(word("ESCAPE")) '!'" : "")
  }

  /// A calculation with numbers that stay small.
  private mutating func sum(depth: Int = 2) -> String {
    if depth == 0 || isOnce(in: 3) {
      let column = pick([Column.integer, .small, .real])
      return isOnce(in: 2) ? "{\(column.rawValue)}" : literal(column)
    }
    if isOnce(in: 6) {
      // Whole numbers alone have the same remainder.
      return "({\(Column.integer.rawValue)} % {\(Column.small.rawValue)})"
    }
    let (left, right) = (sum(depth: depth - 1), sum(depth: depth - 1))
    let text = "\(left) \(pick(["+", "-", "*", "/"])) \(right)"
    return isOnce(in: 2) ? "(\(text))" : text
  }

  /// Orders and a window, in the words of both.
  mutating func window() -> WrittenWindow {
    let orders = (0..<number(0..<3)).map { _ in (pick(Column.allCases), isOnce(in: 2)) }
    let limit = isOnce(in: 2) ? number(0..<20) : nil
    return WrittenWindow(
      orders: orders, limit: limit, offset: limit != nil && isOnce(in: 2) ? number(0..<10) : 0)
  }
}

/// Orders, and how many.
struct WrittenWindow {
  var orders: [(column: RandomConditions.Column, isDescending: Bool)]
  var limit: Int?
  var offset: Int

  /// The text, with further orders behind these.
  func text(_ path: (RandomConditions.Column) -> String, then last: String? = nil) -> String {
    var all = orders.map { path($0.column) + ($0.isDescending ? " DESC" : "") }
    if let last { all.append(last) }
    var text = all.isEmpty ? "" : " ORDER BY " + all.joined(separator: ", ")
    if let limit { text += " LIMIT \(limit)" }
    if offset > 0 { text += " OFFSET \(offset)" }
    return text
  }
}
