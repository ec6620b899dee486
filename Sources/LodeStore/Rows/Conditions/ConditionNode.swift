internal import LodeCoding

/// A compiled condition.
///
/// A path is an index in a `RowPathReader`. The compilation also converts constants and patterns,
/// so that the evaluation of each row does not.
indirect enum ConditionNode {
  case constant(Bool)
  case comparison(path: Int, Comparison, GivenValue)
  case between(path: Int, GivenValue, GivenValue)
  case isIn(path: Int, GivenValues)
  case isNil(path: Int)
  case text(path: Int, TextTest)
  case and([ConditionNode])
  case or([ConditionNode])
  case not(ConditionNode)
  case isTrue(ConditionNode)
  /// Any other condition, such as a comparison of several paths or a calculation.
  case other(Condition)

  init(_ condition: Condition, _ paths: inout ConditionPaths) throws(ConditionError) {
    switch condition {
    case .constant(let truth): self = .constant(truth)
    case .and(let all): self = .and(try Self.nodes(all, &paths))
    case .or(let all): self = .or(try Self.nodes(all, &paths))
    case .not(let condition): self = .not(try ConditionNode(condition, &paths))
    case .isTrue(let condition): self = .isTrue(try ConditionNode(condition, &paths))
    case _ where condition.pathList.contains(where: { !$0.isInArchive }):
      self = try Self.other(condition, &paths)
    case .comparison(.path(let path), let comparison, .value(let value)):
      self = .comparison(path: paths.place(of: path), comparison, GivenValue(value))
    case .comparison(.value(let value), let comparison, .path(let path)):
      self = .comparison(path: paths.place(of: path), comparison.mirrored, GivenValue(value))
    case .between(.path(let path), .value(let low), .value(let high)):
      self = .between(path: paths.place(of: path), GivenValue(low), GivenValue(high))
    case .isNil(.path(let path)): self = .isNil(path: paths.place(of: path))
    default: self = try Self.text(condition, &paths)
    }
  }

  private static func nodes(
    _ all: [Condition], _ paths: inout ConditionPaths
  ) throws(ConditionError) -> [ConditionNode] {
    var nodes: [ConditionNode] = []
    for condition in all { nodes.append(try ConditionNode(condition, &paths)) }
    return nodes
  }

  /// Compiles tests of texts and `IN`.
  ///
  /// Every other condition becomes `other`.
  private static func text(
    _ condition: Condition, _ paths: inout ConditionPaths
  ) throws(ConditionError) -> ConditionNode {
    switch condition {
    case .like(.path(let path), let pattern):
      return .text(path: paths.place(of: path), .like(pattern))
    case .beginsWith(.path(let path), let text, let folding):
      return .text(
        path: paths.place(of: path), .beginsWith(folding.folded(text), folding))
    case .endsWith(.path(let path), let text, let folding):
      return .text(path: paths.place(of: path), .endsWith(folding.folded(text), folding))
    case .contains(.path(let path), let value, let folding):
      let text = value.reading(as: .text)?.string.map { folding.folded($0) }
      return .text(path: paths.place(of: path), .contains(text, value, folding))
    case .matches(.path(let path), let pattern):
      return .text(path: paths.place(of: path), .matches(try TextExpression(pattern)))
    case .isIn(.path(let path), let all):
      if let values = GivenValues(all) { return .isIn(path: paths.place(of: path), values) }
    default: break
    }
    return try other(condition, &paths)
  }

  private static func other(
    _ condition: Condition, _ paths: inout ConditionPaths
  ) throws(ConditionError) -> ConditionNode {
    // This check throws the error of a malformed expression before the evaluation of rows.
    if case .matches(_, let pattern) = condition { _ = try TextExpression(pattern) }
    for path in condition.pathList { _ = paths.place(of: path) }
    return .other(condition)
  }
}

extension Comparison {
  /// The comparison with the same result for swapped operands.
  var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
