/// A node of a parsed regular expression.
indirect enum ExpressionNode {
  /// One scalar from a set.
  case set(ScalarSet)
  /// A test of the scalars before and after a position.
  case assertion(ExpressionAssertion)
  /// Nodes that match one after the other.
  ///
  /// An empty sequence matches the empty text.
  case sequence([ExpressionNode])
  /// Alternatives: a text matches if any alternative matches.
  case either([ExpressionNode])
  /// A repeated node.
  ///
  /// If `atMost` is `nil`, the number of repetitions has no limit.
  case repeated(ExpressionNode, atLeast: Int, atMost: Int?)
}

/// A test of the scalars before and after a position, which consumes no scalar.
enum ExpressionAssertion {
  case textStart
  case textEnd
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary

  /// Returns whether the assertion holds between two scalars.
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

/// The class of the scalar before or after a position, for assertions.
enum ScalarNeighbour: UInt8 {
  /// No scalar: the position is at the beginning or the end of the text.
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
