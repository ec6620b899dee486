extension Selection {
  /// Refuses a delete or an update of a selection without a condition.
  ///
  /// The call accepts a text with the condition `TRUE`. The call also accepts a selection with a
  /// limit if the selection was not parsed from text.
  ///
  /// - Parameters:
  ///   - remedy: A sentence for the error that names the way to change every row.
  ///   - collection: The name of the collection, for the error.
  /// - Throws: ``StoreError`` caused by a ``ConditionError`` with `missingCondition` if the
  ///   selection has no condition.
  package func checkCondition(
    _ remedy: String, of collection: String? = nil
  ) throws(StoreError) {
    guard condition.isBlank else { return }
    if text.hasCondition || !text.isText && limit != nil { return }
    throw StoreError(
      .invalidCondition, collection: collection, cause: ConditionError.missingCondition(remedy))
  }
}

extension Condition {
  /// Whether the condition consists only of `TRUE`.
  fileprivate var isBlank: Bool {
    switch self {
    case .constant(true): true
    case .and(let all): all.allSatisfy(\.isBlank)
    case .isTrue(let condition): condition.isBlank
    default: false
    }
  }
}
