internal import LodeCoding

extension ConditionNode {
  /// Evaluates the node on the archive of a row, and returns `nil` if the result is unknown.
  func evaluate(
    _ reader: inout RowPathReader, _ bytes: Span<UInt8>, _ schemas: SchemaCatalog
  ) throws -> Bool? {
    switch self {
    case .constant(let truth): return truth
    case .comparison(let path, let comparison, let given):
      return try reader.archives.withScalar(of: path, in: bytes, schema: { schemas.schema($0) }) {
        scalar in
        comparison.holds(given.relation(to: scalar))
      }
    case .between(let path, let low, let high):
      return try reader.archives.withScalar(of: path, in: bytes, schema: { schemas.schema($0) }) {
        scalar in
        let above = Comparison.greaterOrEqual.holds(low.relation(to: scalar))
        if above == false { return false }
        let below = Comparison.lessOrEqual.holds(high.relation(to: scalar))
        return below == false ? false : above == nil ? nil : below
      }
    case .isIn(let path, let values):
      return try reader.archives.withScalar(of: path, in: bytes, schema: { schemas.schema($0) }) {
        scalar in
        try values.contain(scalar)
      }
    case .isNil(let path):
      return try reader.archives.withScalar(of: path, in: bytes, schema: { schemas.schema($0) }) {
        scalar in
        scalar.isNull
      }
    case .text(let path, let test):
      return try reader.archives.withScalar(of: path, in: bytes, schema: { schemas.schema($0) }) {
        scalar in
        try test.evaluate(scalar)
      }
    default: return try evaluateParts(&reader, bytes, schemas)
    }
  }

  /// Evaluates nodes that consist of other nodes.
  private func evaluateParts(
    _ reader: inout RowPathReader, _ bytes: Span<UInt8>, _ schemas: SchemaCatalog
  ) throws -> Bool? {
    switch self {
    case .and(let all):
      var result: Bool? = true
      for node in all {
        let answer = try node.evaluate(&reader, bytes, schemas)
        if answer == false { return false }
        if answer == nil { result = nil }
      }
      return result
    case .or(let all):
      var result: Bool? = false
      for node in all {
        let answer = try node.evaluate(&reader, bytes, schemas)
        if answer == true { return true }
        if answer == nil { result = nil }
      }
      return result
    case .not(let node): return try node.evaluate(&reader, bytes, schemas).map { !$0 }
    case .isTrue(let node): return try node.evaluate(&reader, bytes, schemas) == true
    case .other(let condition):
      return try condition.evaluate { path in try reader.value(at: path, bytes, schemas) }
    default: return nil
    }
  }
}
