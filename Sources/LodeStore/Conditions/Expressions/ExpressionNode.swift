/// A part of a regular expression.
indirect enum ExpressionNode {
  /// One scalar of a set.
  case set(ScalarSet)
  /// A condition on the scalars before and after a position.
  case assertion(ExpressionAssertion)
  /// One part after the other; nothing, if there are none.
  case sequence([ExpressionNode])
  /// One of several parts.
  case either([ExpressionNode])
  /// A part again and again; without end if there is no greatest number.
  case repeated(ExpressionNode, atLeast: Int, atMost: Int?)
}

/// A condition on the scalars before and after a position, which takes none of them.
enum ExpressionAssertion {
  case textStart
  case textEnd
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary

  /// Whether the condition holds between two scalars.
  func holds(between before: ScalarNeighbour, and after: ScalarNeighbour) -> Bool {
    switch self {
    case .textStart: before == .none
    case .textEnd: after == .none
    case .lineStart: before == .none || before == .lineEnd
    case .lineEnd: after == .none || after == .lineEnd
    case .wordBoundary: (before == .word) != (after == .word)
    case .noWordBoundary: (before == .word) == (after == .word)
    }
  }
}

/// What assertions need to know of a scalar beside a position.
enum ScalarNeighbour: UInt8 {
  /// The text begins or ends there.
  case none
  case lineEnd
  case word
  case other

  init(_ scalar: Unicode.Scalar?) {
    guard let scalar else {
      self = .none
      return
    }
    self =
      ScalarKind.lineEnd.contains(scalar)
      ? .lineEnd : ScalarKind.word.contains(scalar) ? .word : .other
  }
}
