internal import LodeStore

extension Model {
  /// The declared indexes with the names that archives have, and conditions that compare as queries
  /// do.
  ///
  /// - Throws: `ConditionError` with `unknownField` if an index names a field that the model does
  ///   not have.
  static func checkedIndexes() throws(ConditionError) -> [IndexDefinition] {
    var checked: [IndexDefinition] = []
    let names = fieldNames
    for definition in indexes {
      var resolved = try definition.resolved(in: names)
      resolved.condition = resolved.condition.map { condition in
        condition.withFloats(at: condition.paths.filter { names.hasFloats(at: $0) })
      }
      checked.append(resolved)
    }
    return checked
  }
}
