/// An operator of a query.
struct QueryOperation {
  enum Kind: Hashable {
    case and, or, not
    case near(distance: Int)
  }

  let kind: Kind
  /// The text of the operator, for example `NEAR/3`.
  let name: String
  /// The UTF-8 offset after the operator.
  let end: Int

  var isNear: Bool { if case .near = kind { true } else { false } }
  /// Whether the operator is `NEAR` without a distance.
  var isPlainNear: Bool { name == "NEAR" }
}

extension QueryParser {
  /// Returns the operator at a UTF-8 offset, or `nil` without an operator.
  ///
  /// An operator is in upper case. White space, a quote, a parenthesis, or the end of the query
  /// follows the operator.
  func operation(at offset: Int) -> QueryOperation? {
    guard offset < text.end else { return nil }
    return switch text[offset] {
    case UInt8(ascii: "A"): operation("AND", .and, at: offset)
    case UInt8(ascii: "O"): operation("OR", .or, at: offset)
    case UInt8(ascii: "N"): operation("NOT", .not, at: offset) ?? near(at: offset)
    default: nil
    }
  }

  private func operation(
    _ name: String, _ kind: QueryOperation.Kind, at offset: Int
  ) -> QueryOperation? {
    let end = offset + name.utf8.count
    guard begins(with: name, at: offset), isBoundary(end) else { return nil }
    return QueryOperation(kind: kind, name: name, end: end)
  }

  private func near(at offset: Int) -> QueryOperation? {
    let name = "NEAR"
    guard begins(with: name, at: offset) else { return nil }
    var end = offset + name.utf8.count
    guard text.has(QuerySign.slash, at: end) else {
      return operation(name, .near(distance: SearchExpression.defaultDistance), at: offset)
    }
    let digits = end + 1
    end = text.endOfDigits(from: digits)
    // Without a number up to `Int32.max`, the text is not an operator.
    guard isBoundary(end), let distance = Int32(text.string(digits..<end)) else { return nil }
    return QueryOperation(
      kind: .near(distance: Int(distance)), name: text.string(offset..<end), end: end)
  }

  /// Returns the offset after the parenthesis of `NEAR(` or `NEAR (` at `offset`, or `nil` for
  /// other text.
  func groupOfNear(at offset: Int) -> Int? {
    guard begins(with: "NEAR", at: offset) else { return nil }
    let opening = text.skippingSpace(from: offset + 4)
    return text.has(QuerySign.open, at: opening) ? opening + 1 : nil
  }

  private func begins(with name: String, at offset: Int) -> Bool {
    text.bytes[offset...].starts(with: name.utf8)
  }

  private func isBoundary(_ offset: Int) -> Bool {
    guard offset < text.end else { return true }
    let byte = text[offset]
    return byte == QuerySign.quote || byte == QuerySign.open || byte == QuerySign.close
      || text.spaceLength(at: offset) > 0
  }
}
