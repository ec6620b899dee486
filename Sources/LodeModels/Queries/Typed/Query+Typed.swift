public import LodeCoding
internal import LodeStore

extension Model {
  /// Returns a query for the models that match a condition.
  ///
  /// ```swift
  /// let query = Person.where {
  ///   $0.id > 30 && $0.email.hasSuffix("@example.org") || $0.email == nil
  /// }
  ///   .order { ($0.email, .descending($0.id)) }.offset(20).limit(10)
  /// let people = try store.fetch(query)
  /// ```
  ///
  /// The closure runs once, during this call, and returns a condition. The compiler checks the
  /// names and types of fields.
  public static func `where`<C: QueryConditionConvertible>(
    _ condition: (QueryRow<Self>) -> C
  ) -> Query<Self> {
    Query().where(condition)
  }

  /// Returns a query for all models, ordered by a field.
  public static func order<V: ArchivableValue>(
    _ order: (QueryFields<Self>) -> QueryField<V>
  ) -> Query<Self> {
    Query().order(order)
  }

  /// Returns a query for all models, ordered by several fields.
  public static func order<each V: ArchivableValue>(
    _ orders: (QueryFields<Self>) -> (repeat QueryField<each V>)
  ) -> Query<Self> {
    Query().order(orders)
  }
}

extension Query {
  /// Returns the query with a further condition; a model must match all conditions.
  public func `where`<C: QueryConditionConvertible>(
    _ condition: (QueryRow<M>) -> C
  ) -> Query {
    filter(condition(QueryRow()).queryCondition.met)
  }

  /// Returns the query with a further order, after its existing orders.
  ///
  /// ```swift
  /// let query = City.where { $0.people > 1_000 }.order { .descending($0.people) }
  /// ```
  public func order<V: ArchivableValue>(_ order: (QueryFields<M>) -> QueryField<V>) -> Query {
    self.order(by: order(QueryFields()).order)
  }

  /// Returns the query with further orders, after its existing orders.
  ///
  /// ```swift
  /// let query = Query(City.self).order { (.descending($0.people), $0.name) }
  /// ```
  public func order<each V: ArchivableValue>(
    _ orders: (QueryFields<M>) -> (repeat QueryField<each V>)
  ) -> Query {
    var query = self
    for field in repeat each orders(QueryFields()) { query.selection.orders.append(field.order) }
    return query
  }
}
