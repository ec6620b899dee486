internal import LodeCoding
public import LodeStore

/// A query for the models of one type: a condition, orders, a limit, and a search.
///
/// ```swift
/// let query = City.where { $0.people > 1_000_000 }.order { .descending($0.people) }.limit(10)
/// let same = try Query<City>(parsing: "people > 1000000 ORDER BY people DESC LIMIT 10")
/// let biggest = try store.fetch(same)
/// print(biggest.count, query.selection == same.selection)
/// ```
///
/// The condition is evaluated on archived rows; only matching rows are decoded into models.
public struct Query<M: Model>: Sendable, Hashable {
  /// The condition, the orders, the limit, and the offset.
  public var selection: Selection
  /// The search terms that the models' texts must match; `nil` without a search.
  public var terms: SearchTerms?

  /// Creates a query from a selection; by default, for all models in key order.
  public init(_ type: M.Type = M.self, _ selection: Selection = Selection()) {
    self.selection = selection
  }

  /// Parses a query from text, in the language of `Docs/Guides/Conditions.md`.
  ///
  /// Conditions and orders can use the names of archived fields and of Swift properties.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - text: The text.
  ///   - parameters: The values of the text's parameters.
  /// - Complexity: O(length of the text).
  /// - Throws: `ConditionError` if the text is malformed, with the position and the expected
  ///   syntax, or with one of these codes:
  ///   - `unknownField` if the model has no field of a name.
  ///   - `typeMismatch` if a field is compared with a value that the field can never have.
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
  /// - Throws: `ConditionError` if the text is malformed, with the position and the expected
  ///   syntax, or with one of these codes:
  ///   - `unknownField` if the model has no field of a name.
  ///   - `typeMismatch` if a field is compared with a value that the field can never have.
  public init(_ text: String, parameters: ConditionParameters = []) throws(ConditionError) {
    try self.init(parsing: text, parameters: parameters)
  }

  /// Returns the query with a further condition; a model must match all conditions.
  public func filter(_ condition: Condition) -> Query {
    changed { $0.condition = $0.condition.and(condition) }
  }

  /// Returns the query with further orders, after its existing orders.
  public func order(by orders: PathOrder...) -> Query { changed { $0.orders += orders } }

  /// Returns the query with a limit.
  public func limit(_ limit: Int?) -> Query { changed { $0.limit = limit } }

  /// Returns the query with an offset: the number of matching models to skip.
  public func offset(_ offset: Int) -> Query { changed { $0.offset = offset } }

  /// Returns the query with a required index.
  ///
  /// If no index finds the models or has their order, running the query throws ``QueryError`` with
  /// `needsIndex` instead of reading all rows.
  public func requiringIndex() -> Query { changed { $0.requiresIndex = true } }

  /// Returns the query in strict mode, in which a row whose migration step fails is an error.
  ///
  /// Otherwise, a query skips rows whose step fails; `explain` and ``MigrationOptions/skipped``
  /// report the number of skipped rows.
  public func strict() -> Query { changed { $0.isStrict = true } }

  /// Returns the query in lenient mode, in which an unknown field name is allowed and has the value
  /// nil.
  ///
  /// Deletes and updates throw `unknownField` even in lenient mode.
  public func lenient() -> Query { changed { $0.isLenient = true } }

  /// Refuses a delete or an update of all models.
  ///
  /// - Throws: `ConditionError` with `missingCondition` if the query has no condition and no
  ///   search.
  func checkCondition(_ remedy: String) throws(ConditionError) {
    if terms == nil { try selection.checkCondition(remedy) }
  }

  private func changed(_ change: (inout Selection) -> Void) -> Query {
    var query = self
    change(&query.selection)
    return query
  }
}

extension Condition {
  /// Returns both conditions joined by `and`, in one list if possible.
  func and(_ other: Condition) -> Condition {
    switch (self, other) {
    case (.constant(true), _): other
    case (.and(let all), _): .and(all + [other])
    default: .and([self, other])
    }
  }
}
