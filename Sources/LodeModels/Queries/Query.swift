internal import LodeCoding
public import LodeStore

/// A query for the models of one type: a condition, orders, an offset, a limit, and a search.
///
/// ```swift
/// let query = City.where { $0.people > 1_000_000 }.order { .descending($0.people) }.limit(10)
/// let same = try Query<City>(parsing: "people > 1000000 ORDER BY people DESC LIMIT 10")
/// let biggest = try store.fetch(same)
/// print(biggest.count, query.selection == same.selection)
/// ```
///
/// Lode evaluates the condition on archived rows, and decodes only matching rows into models.
public struct Query<M: Model>: Sendable, Hashable {
  /// The condition, the orders, the limit, and the offset.
  public var selection: Selection
  /// The search terms that the models' texts must match; `nil` without a search.
  public var terms: SearchTerms?

  /// Creates a query from a selection; the default selects all models, in key order.
  public init(_ type: M.Type = M.self, _ selection: Selection = Selection()) {
    self.selection = selection
  }

  /// Parses a query from text, in the language of `Docs/Guides/Conditions.md`.
  ///
  /// Conditions and orders can use the names of archived fields and of Swift properties.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - text: A condition, orders, a limit, and an offset, each optional.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(length of the text).
  /// - Throws: `ConditionError` with the position in the text and one of these codes:
  ///   - `syntax` if the text is malformed, or a limit or an offset is negative.
  ///   - `tooDeep` if the text is nested more than 64 levels deep.
  ///   - `parameter` if a parameter has no value, or a value has no parameter.
  ///   - `comparedWithNull` if the text compares a value with `NULL`.
  ///   - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `unknownField` if the text names a field or a row property that the model lacks.
  ///   - `typeMismatch` if the text compares a field with a value of an unrelated type.
  public init(
    _ type: M.Type = M.self, parsing text: String, parameters: ConditionParameters = []
  ) throws(ConditionError) {
    let names = M.fieldNames
    selection = try Selection(parsing: text, parameters: parameters)
      .resolved(in: names, isLenient: false)
    try names.checkValues(of: selection)
  }

  /// Parses a query from text: `try Query<City>("people > 1000000 ORDER BY people DESC LIMIT 10")`.
  ///
  /// Conditions and orders can use the names of archived fields and of Swift properties.
  ///
  /// - Complexity: O(length of the text).
  /// - Throws: `ConditionError` with the position in the text and one of these codes:
  ///   - `syntax` if the text is malformed, or a limit or an offset is negative.
  ///   - `tooDeep` if the text is nested more than 64 levels deep.
  ///   - `parameter` if a parameter has no value, or a value has no parameter.
  ///   - `comparedWithNull` if the text compares a value with `NULL`.
  ///   - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `unknownField` if the text names a field or a row property that the model lacks.
  ///   - `typeMismatch` if the text compares a field with a value of an unrelated type.
  public init(_ text: String, parameters: ConditionParameters = []) throws(ConditionError) {
    try self.init(parsing: text, parameters: parameters)
  }

  /// Returns the query with a further condition; a model must match all conditions.
  public func filter(_ condition: Condition) -> Query {
    changed { $0.condition = $0.condition.and(condition) }
  }

  /// Returns the query with further orders, after its existing orders.
  public func order(by orders: PathOrder...) -> Query { changed { $0.orders += orders } }

  /// Returns the query with a limit, the maximum number of models; `nil` for no limit.
  public func limit(_ limit: Int?) -> Query { changed { $0.limit = limit } }

  /// Returns the query with an offset: the number of matching models to skip.
  public func offset(_ offset: Int) -> Query { changed { $0.offset = offset } }

  /// Returns the query in a mode that refuses to scan the collection for matching rows.
  ///
  /// If only a scan finds the rows that match the condition, running the query throws `StoreError`
  /// caused by a ``QueryError`` with `needsIndex`. A query with an order but no condition needs an
  /// index, or a key, with the order. Every search, and every query with neither a condition nor an
  /// order, is allowed.
  public func requiringIndex() -> Query { changed { $0.requiresIndex = true } }

  /// Returns the query in strict mode.
  ///
  /// In strict mode, the query throws if the migration of a row fails. By default, a query skips
  /// the row. `explain` and ``MigrationOptions/skipped`` report the number of skipped rows.
  public func strict() -> Query { changed { $0.isStrict = true } }

  /// Returns the query in lenient mode.
  ///
  /// In lenient mode, an unknown field has the value nil, and no comparison throws `typeMismatch`.
  /// Deletes and updates ignore lenient mode, except the forms with `scanning`.
  ///
  /// `Query(parsing:)` checks names and types before this call. To accept unknown fields of a text,
  /// create the query from a `Selection` instead.
  public func lenient() -> Query { changed { $0.isLenient = true } }

  /// Refuses a delete or an update of all models.
  ///
  /// - Parameter remedy: The call that changes all models on purpose, for the error's message.
  /// - Throws: `StoreError` caused by a `ConditionError` with `missingCondition` if the query has
  ///   no condition, search, or limit. For a query parsed from text, a limit is not enough.
  func checkCondition(_ remedy: String) throws(StoreError) {
    if terms == nil { try selection.checkCondition(remedy, of: M.collectionName) }
  }

  private func changed(_ change: (inout Selection) -> Void) -> Query {
    var query = self
    change(&query.selection)
    return query
  }
}

extension Condition {
  /// Returns a condition that is true if both conditions are true.
  func and(_ other: Condition) -> Condition {
    switch (self, other) {
    case (.constant(true), _): other
    case (.and(let all), _): .and(all + [other])
    default: .and([self, other])
    }
  }
}
