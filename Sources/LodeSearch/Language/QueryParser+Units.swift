// Units: the texts between operators.
extension QueryParser {
  enum Unit {
    /// An opening parenthesis at the parser's offset, with the columns before the parenthesis.
    case group(SearchColumns?)
    case operand(QueryOperand)
    /// Text without words.
    case nothing
  }

  /// Reads the unit at the parser's offset, with the columns before the unit.
  ///
  /// Stops before the parenthesis of a group.
  mutating func unit() throws(SearchSyntaxError) -> Unit {
    let filter = try columnFilter()
    offset = text.skippingSpace(from: offset)
    // Columns without an operand count as text without words.
    if offset >= text.end || filter != nil && text.has(QuerySign.close, at: offset) {
      return .nothing
    }
    if text.has(QuerySign.open, at: offset) { return .group(filter) }
    if let inside = groupOfNear(at: offset) { return try nearGroup(filter, from: inside) }
    if let operation = operation(at: offset) {
      throw SearchSyntaxError(.missingOperand(of: operation.name), at: offset)
    }
    guard let found = try phrase(within: filter, inNear: false) else { return .nothing }
    return .operand(QueryOperand(expression: found))
  }

  // Columns.

  /// Reads columns and their colon, or returns `nil` without reading if other text follows.
  ///
  /// Outside braces, a name that is not a column counts as other text.
  private mutating func columnFilter() throws(SearchSyntaxError) -> SearchColumns? {
    var start = offset
    let isNegated = text.has(QuerySign.minus, at: start)
    if isNegated { start = text.skippingSpace(from: start + 1) }
    guard start < text.end else { return nil }
    guard let (names, end) = try columnSet(at: start) ?? columnName(at: start) else { return nil }
    offset = end
    return SearchColumns(names, isNegated: isNegated)
  }

  private func columnName(at start: Int) -> ([String], end: Int)? {
    let end = text.bytes[start...].firstIndex { !QueryText.isNameByte($0) } ?? text.end
    let name = text.string(start..<end)
    guard text.has(QuerySign.colon, at: end), columns.contains(name.lowercased()) else {
      return nil
    }
    return ([name], end + 1)
  }

  private mutating func columnSet(
    at start: Int
  ) throws(SearchSyntaxError) -> ([String], end: Int)? {
    guard text.has(QuerySign.openBrace, at: start), let closing = closingBrace(from: start),
      case let colon = text.skippingSpace(from: closing + 1), text.has(QuerySign.colon, at: colon)
    else { return nil }
    var (names, offset): ([String], Int) = ([], text.skippingSpace(from: start + 1))
    while offset < closing {
      let end = text.endOfRun(from: offset, stoppingAt: [QuerySign.closeBrace])
      let name = text.string(offset..<end)
      guard columns.contains(name.lowercased()) else {
        throw SearchSyntaxError(.unknownColumn(name), at: offset)
      }
      names.append(name)
      offset = text.skippingSpace(from: end)
    }
    return (names, colon + 1)
  }

  /// Returns the offset of the first closing brace from `start` on, or `nil` without a brace.
  ///
  /// The parser caches the offset, so that a query with many opening braces takes linear time.
  private mutating func closingBrace(from start: Int) -> Int? {
    if nextClosingBrace < start {
      nextClosingBrace = text.bytes[start...].firstIndex(of: QuerySign.closeBrace) ?? text.end
    }
    return nextClosingBrace < text.end ? nextClosingBrace : nil
  }

  // Groups of `NEAR`, such as `NEAR(a b, 2)`.

  /// Reads a group of `NEAR`; `inside` is the offset after the opening parenthesis.
  private mutating func nearGroup(
    _ filter: SearchColumns?, from inside: Int
  ) throws(SearchSyntaxError) -> Unit {
    let start = offset
    var (phrases, distance): ([SearchPhrase], Int) = ([], SearchExpression.defaultDistance)
    var hasEmptyPhrase = false
    offset = text.skippingSpace(from: inside)
    while !text.has(QuerySign.close, at: offset) {
      guard offset < text.end else { throw SearchSyntaxError(.missingParenthesis, at: inside - 1) }
      if text.has(QuerySign.comma, at: offset) {
        distance = try distanceOfGroup()
        break
      }
      switch try phrase(within: nil, inNear: true) {
      case .phrase(let phrase), .words(let phrase): phrases.append(phrase)
      case nil: break
      default: hasEmptyPhrase = true
      }
      offset = text.skippingSpace(from: offset)
    }
    offset += 1
    if hasEmptyPhrase { return .operand(QueryOperand(expression: .nothing)) }
    guard !phrases.isEmpty else {
      throw SearchSyntaxError(.missingOperand(of: "NEAR"), at: start)
    }
    let near = QueryOperand(expression: .near(phrases, distance: distance))
    return .operand(near.within(filter))
  }

  /// Reads the comma and the number of `NEAR(…, n)`, and stops before the closing parenthesis.
  ///
  /// A number above `Int32.max` counts as `Int32.max`.
  private mutating func distanceOfGroup() throws(SearchSyntaxError) -> Int {
    let digits = text.skippingSpace(from: offset + 1)
    let end = text.endOfDigits(from: digits)
    let closing = text.skippingSpace(from: end)
    guard end > digits, text.has(QuerySign.close, at: closing) else {
      throw SearchSyntaxError(.malformedDistance, at: offset)
    }
    offset = closing
    return Int(Int32(text.string(digits..<end)) ?? .max)
  }
}
