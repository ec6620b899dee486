internal import LodeCoding
public import LodeStore

/// Which models of a type, in what order.
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
  /// The condition, the orders, and how many.
  public var selection: Selection
  /// What the models' texts must match; `nil` for whatever they are.
  public var terms: SearchTerms?

  /// Creates a query; of all models when nothing is said.
  public init(_ type: M.Type = M.self, _ selection: Selection = Selection()) {
    self.selection = selection
  }

  /// Reads a query from text, as `Docs/Guides/Conditions.md` says.
  ///
  /// Conditions and orders may use the names of archived fields and of Swift properties.
  ///
  /// - Throws: `ConditionError` with the place in the text and what was expected there;
  ///   `unknownField` if the model has no field of a name.
  public init(
    _ type: M.Type = M.self, parsing text: String, parameters: ConditionParameters = []
  ) throws(ConditionError) {
    selection = try Selection(parsing: text, parameters: parameters)
      .resolved(in: M.fieldNames, isLenient: false)
  }

  /// Reads a query from text: `try Query<City>("people > 1000000 ORDER BY people DESC LIMIT 10")`.
  ///
  /// - Throws: as ``init(_:parsing:parameters:)``.
  public init(_ text: String, parameters: ConditionParameters = []) throws(ConditionError) {
    try self.init(parsing: text, parameters: parameters)
  }

  /// The query with a further condition.
  public func filter(_ condition: Condition) -> Query {
    changed { $0.condition = $0.condition.and(condition) }
  }

  /// The query with further orders, behind those that it has.
  public func order(by orders: PathOrder...) -> Query { changed { $0.orders += orders } }

  /// Returns the query with a limit.
  public func limit(_ limit: Int?) -> Query { changed { $0.limit = limit } }

  /// Returns the query with an offset: the number of first models to skip.
  public func offset(_ offset: Int) -> Query { changed { $0.offset = offset } }

  /// The query, refused when no index finds its models or has their order, so that all rows would
  /// have to be read.
  public func requiringIndex() -> Query { changed { $0.requiresIndex = true } }

  /// The query, which throws at a row that a step of its migration fails for.
  ///
  /// Without that it passes over such rows; `explain` and ``MigrationOptions/skipped`` say how many
  /// there are.
  public func strict() -> Query { changed { $0.isStrict = true } }

  /// The query, with names of fields allowed that the model does not have: their values are nil.
  ///
  /// Deletes and updates check names all the same.
  public func lenient() -> Query { changed { $0.isLenient = true } }

  /// Refuses a query for all models, which a delete or an update would change.
  ///
  /// - Throws: `ConditionError` with `missingCondition`.
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
  /// Both conditions, in one list where that is possible.
  func and(_ other: Condition) -> Condition {
    switch (self, other) {
    case (.constant(true), _): other
    case (.and(let all), _): .and(all + [other])
    default: .and([self, other])
    }
  }
}
