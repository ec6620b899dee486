internal import LodeStore

extension Model {
  /// The declared indexes with the names that archives have.
  ///
  /// - Throws: `ConditionError` with `unknownField` if an index names a field that the model does not have.
  static func checkedIndexes() throws(ConditionError) -> [IndexDefinition] {
    var checked: [IndexDefinition] = []
    for definition in indexes { checked.append(try definition.resolved(in: archiveSchema)) }
    return checked
  }
}
