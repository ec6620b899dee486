public import LodeCoding
internal import LodeStore

extension Model {
  /// A query for the models that meet a condition.
  ///
  /// ```swift
  /// let query = Person.where {
  ///   $0.id > 30 && $0.email.hasSuffix("@example.org") || $0.email == nil
  /// }
  ///   .order { ($0.email, .descending($0.id)) }.offset(20).limit(10)
  /// let people = try store.fetch(query)
  /// ```
  ///
  /// The closure runs once, here. Its condition is evaluated on archived rows, with indexes where
  /// they exist. The compiler checks the names and types of fields.
  public static func `where`<C: QueryConditionConvertible>(
    _ condition: (QueryRow<Self>) -> C
  ) -> Query<Self> {
    Query().where(condition)
  }

  /// A query for all models, by a field.
  public static func order<V: ArchivableValue>(
    _ order: (QueryFields<Self>) -> QueryField<V>
  ) -> Query<Self> {
    Query().order(order)
  }

  /// A query for all models, by several fields.
  public static func order<each V: ArchivableValue>(
    _ orders: (QueryFields<Self>) -> (repeat QueryField<each V>)
  ) -> Query<Self> {
    Query().order(orders)
  }
}

extension Query {
  /// The query with a further condition, which must be met too.
  public func `where`<C: QueryConditionConvertible>(
    _ condition: (QueryRow<M>) -> C
  ) -> Query {
    filter(condition(QueryRow()).queryCondition.met)
  }

  /// The query with a further order, behind those that it has.
  ///
  /// ```swift
  /// let query = City.where { $0.people > 1_000 }.order { .descending($0.people) }
  /// ```
  public func order<V: ArchivableValue>(_ order: (QueryFields<M>) -> QueryField<V>) -> Query {
    self.order(by: order(QueryFields()).order)
  }

  /// The query with further orders, behind those that it has.
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
