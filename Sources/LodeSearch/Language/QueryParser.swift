/// A parser of queries.
///
/// Operators have the precedence of SQLite's FTS4, highest first: `NEAR`, `NOT`, `AND`, `OR`.
/// Adjacent operands without an operator are operands of `AND`. The parser has its own stack for
/// groups, so deep nesting cannot overflow the call stack.
struct QueryParser {
  let text: QueryText
  /// The names of the columns, in lower case.
  let columns: Set<String>
  /// Whether a word at the end of the query is a prefix, and the last quote can be open.
  let completesLastWord: Bool
  /// The UTF-8 offset of the next unread byte.
  var offset = 0
  /// The offset of the closing brace that `closingBrace(from:)` found last.
  ///
  /// The offset is -1 before the first search, and the end of the text if no brace follows.
  var nextClosingBrace = -1
  /// The whole query, and the open groups inside, outermost first.
  private var levels = [QueryLevel()]

  init(_ text: String, columns: [String], completesLastWord: Bool = false) {
    self.text = QueryText(text)
    self.columns = Set(columns.map { $0.lowercased() })
    self.completesLastWord = completesLastWord
  }

  /// Parses the whole query.
  ///
  /// A query without operands finds nothing.
  mutating func parse() throws(SearchSyntaxError) -> SearchExpression {
    if isEmptyGroup { return .nothing }
    while case let next = text.skippingSpace(from: offset), next < text.end {
      offset = next
      try readNext()
    }
    let last = levels.count - 1
    if let opening = levels[last].opening {
      throw SearchSyntaxError(.missingParenthesis, at: opening)
    }
    return try levels[last].finish(at: text.end)?.expression ?? .nothing
  }

  /// Whether the whole query is an empty pair of parentheses.
  private var isEmptyGroup: Bool {
    let opening = text.skippingSpace(from: 0)
    guard text.has(QuerySign.open, at: opening) else { return false }
    let closing = text.skippingSpace(from: opening + 1)
    return text.has(QuerySign.close, at: closing)
      && text.skippingSpace(from: closing + 1) == text.end
  }

  private mutating func readNext() throws(SearchSyntaxError) {
    if text.has(QuerySign.close, at: offset) { return try closeGroup() }
    let awaitsOperand = levels[levels.count - 1].awaitsOperand
    if let operation = operation(at: offset) {
      // After an operand, `NEAR(` begins a group, and `NEAR (` is an operator. At other positions,
      // both texts begin a group.
      let isGroup =
        operation.isPlainNear && (awaitsOperand || text.has(QuerySign.open, at: operation.end))
      if !isGroup || groupOfNear(at: offset) == nil {
        try levels[levels.count - 1].add(operation, at: offset)
        offset = operation.end
        return
      }
    }
    let start = offset
    switch try unit() {
    case .group(let filter): try openGroup(filter, at: start)
    case .operand(let operand): try levels[levels.count - 1].add(operand, at: start)
    case .nothing: break
    }
  }

  private mutating func openGroup(
    _ filter: SearchColumns?, at start: Int
  ) throws(SearchSyntaxError) {
    guard levels.count <= SearchExpression.maximumGroups else {
      throw SearchSyntaxError(.tooDeep(limit: SearchExpression.maximumGroups), at: start)
    }
    levels.append(QueryLevel(opening: offset, columns: filter))
    offset += 1
  }

  private mutating func closeGroup() throws(SearchSyntaxError) {
    guard levels.count > 1 else { throw SearchSyntaxError(.unexpected(")"), at: offset) }
    var level = levels.removeLast()
    guard let operand = try level.finish(at: offset) else {
      throw SearchSyntaxError(.unexpected(")"), at: offset)
    }
    offset += 1
    try levels[levels.count - 1].add(
      operand.within(level.columns), at: level.opening ?? 0)
  }
}

/// The special characters of queries, as ASCII codes.
enum QuerySign {
  static let quote: UInt8 = 0x22
  static let open: UInt8 = 0x28
  static let close: UInt8 = 0x29
  static let star: UInt8 = 0x2A
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let slash: UInt8 = 0x2F
  static let colon: UInt8 = 0x3A
  static let caret: UInt8 = 0x5E
  static let openBrace: UInt8 = 0x7B
  static let closeBrace: UInt8 = 0x7D
}
