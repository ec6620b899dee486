/// An operator of a query.
struct QueryOperation {
  enum Kind: Hashable {
    case and, or, not
    case near(distance: Int)
  }

  let kind: Kind
  /// The text of the operator, for messages.
  let name: String
  /// The UTF-8 offset after the operator.
  let end: Int

  var isPlainNear: Bool { name == "NEAR" }
}

extension QueryParser {
  /// Returns the operator at a UTF-8 offset, or `nil` for other text.
  ///
  /// An operator is in upper case. White space, a quote, a parenthesis, or the end must follow.
  func operation(at place: Int) -> QueryOperation? {
    guard place < text.end else { return nil }
    return switch text[place] {
    case UInt8(ascii: "A"): operation("AND", .and, at: place)
    case UInt8(ascii: "O"): operation("OR", .or, at: place)
    case UInt8(ascii: "N"): operation("NOT", .not, at: place) ?? near(at: place)
    default: nil
    }
  }

  private func operation(
    _ name: String, _ kind: QueryOperation.Kind, at place: Int
  ) -> QueryOperation? {
    let end = place + name.utf8.count
    guard begins(with: name, at: place), isBoundary(end) else { return nil }
    return QueryOperation(kind: kind, name: name, end: end)
  }

  private func near(at place: Int) -> QueryOperation? {
    let name = "NEAR"
    guard begins(with: name, at: place) else { return nil }
    var end = place + name.utf8.count
    guard text.has(QuerySign.slash, at: end) else {
      return operation(name, .near(distance: SearchExpression.defaultDistance), at: place)
    }
    let digits = end + 1
    end = text.endOfDigits(from: digits)
    // Without a number, or with a number above `Int32.max`, the text has no operator.
    guard isBoundary(end), let distance = Int32(text.string(digits..<end)) else { return nil }
    return QueryOperation(
      kind: .near(distance: Int(distance)), name: text.string(place..<end), end: end)
  }

  /// Returns the offset after the opening parenthesis if a group `NEAR(` or `NEAR (` begins at
  /// `place`; otherwise `nil`.
  func groupOfNear(at place: Int) -> Int? {
    guard begins(with: "NEAR", at: place) else { return nil }
    let opening = text.skippingSpace(from: place + 4)
    return text.has(QuerySign.open, at: opening) ? opening + 1 : nil
  }

  private func begins(with name: String, at place: Int) -> Bool {
    text.bytes[place...].starts(with: name.utf8)
  }

  private func isBoundary(_ place: Int) -> Bool {
    guard place < text.end else { return true }
    let byte = text[place]
    return byte == QuerySign.quote || byte == QuerySign.open || byte == QuerySign.close
      || text.spaceLength(at: place) > 0
  }
}
