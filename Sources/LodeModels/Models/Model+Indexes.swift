internal import LodeStore

extension Model {
  /// Returns the declared indexes, with the stored names of fields.
  ///
  /// The conditions of partial indexes compare `Float` and `Double` fields as queries do.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if an index names a
  ///   field that the model does not have.
  static func checkedIndexes() throws(StoreError) -> [IndexDefinition] {
    let names = fieldNames
    return try indexes.map { definition throws(StoreError) in
      var resolved = try causing(.invalidCondition, collection: collectionName) {
        () throws(ConditionError) in try definition.resolved(in: names)
      }
      resolved.condition = resolved.condition.map { condition in
        condition.withFloats(at: condition.paths.filter { names.hasFloats(at: $0) })
      }
      return resolved
    }
  }
}
