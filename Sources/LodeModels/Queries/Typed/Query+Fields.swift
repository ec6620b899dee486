public import Foundation
public import LodeCoding
internal import LodeStore

extension Query {
  /// Returns a field query for the values of a field, without nil, in the query's order.
  ///
  /// The query's offset and limit count the rows with a value.
  ///
  /// ```swift
  /// let mails = try store.fetch(Person.order { $0.email }.values { $0.email })  // [String]
  /// ```
  public func values<V: ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, [V]> {
    values(of: field(QueryFields()).path, isDistinct: false)
  }

  /// Returns a field query for the values of several fields, in the query's order.
  ///
  /// A missing value is `nil`.
  ///
  /// ```swift
  /// for (id, mail) in try store.fetch(Query(Person.self).values { ($0.id, $0.email) }) {
  ///   print(id ?? 0, mail ?? "")
  /// }
  /// ```
  public func values<each V: ArchivableValue>(
    _ fields: (QueryFields<M>) -> (repeat QueryField<each V>)
  ) -> FieldQuery<M, [(repeat (each V)?)]> {
    var paths: [ArchivePath] = []
    for field in repeat each fields(QueryFields()) { paths.append(field.path) }
    return FieldQuery(self) { [paths] rows in
      var all: [(repeat (each V)?)] = []
      try RowValues(stored: paths, of: rows).forEach(distinct: false) { values in
        var rest = values[...]
        all.append((repeat try rest.popFirst()?.read(as: (each V).self, from: rows)))
      }
      return all
    }
  }

  /// Returns a field query for the distinct values of a field, without nil, in the query's order.
  ///
  /// The query's offset and limit count distinct values.
  ///
  /// ```swift
  /// let mails = try store.fetch(Query(Person.self).distinct { $0.email }).count
  /// ```
  public func distinct<V: ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, [V]> {
    values(of: field(QueryFields()).path, isDistinct: true)
  }

  /// Returns a field query for the number of rows with each value of a field, sorted by value.
  ///
  /// The values ascend, unless the query has a descending order of the field. Rows without a value
  /// count under `nil`. The query's offset and limit count values.
  ///
  /// ```swift
  /// for (people, cities) in try store.fetch(Query(City.self).counts { $0.people }) {
  ///   print(people ?? 0, cities)
  /// }
  /// ```
  public func counts<V: ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, [(value: V?, count: Int)]> {
    let path = field(QueryFields()).path
    return FieldQuery(self) { rows in
      try RowGroups(of: rows, by: [path], [.count]).all().map { group in
        (try group.values[0].read(as: V.self, from: rows), group.results[0]?.int ?? 0)
      }
    }
  }

  private func values<V: ArchivableValue>(
    of path: ArchivePath, isDistinct: Bool
  ) -> FieldQuery<M, [V]> {
    let name = path.description
    return FieldQuery(filter(.not(.isNil(.path(path))))) { rows in
      try rows.select([path], distinct: isDistinct).compactMap {
        try $0[name]?.read(as: V.self, from: rows)
      }
    }
  }
}

// Aggregates.
extension Query {
  /// Returns a field query for the sum of an integer field; 0 if no row has a value.
  ///
  /// Fetching throws `StoreError` caused by an `ArchiveError` if the sum does not fit in `Int`.
  ///
  /// ```swift
  /// let people = try store.fetch(Query(City.self).sum { $0.people })  // Int
  /// ```
  public func sum<V: BinaryInteger & ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, Int> {
    total(.sum(field(QueryFields()).path)) { try $0?.read(as: Int.self, from: $1) ?? 0 }
  }

  /// Returns a field query for the sum of a floating-point field; 0 if no row has a value.
  public func sum<V: BinaryFloatingPoint & ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, Double> {
    total(.sum(field(QueryFields()).path)) { try $0?.read(as: Double.self, from: $1) ?? 0 }
  }

  /// Returns a field query for the sum of a decimal field; 0 if no row has a value.
  public func sum(_ field: (QueryFields<M>) -> QueryField<Decimal>) -> FieldQuery<M, Decimal> {
    total(.sum(field(QueryFields()).path)) { sum, _ in
      if case .decimal(let sum) = sum { sum } else { 0 }
    }
  }

  /// Returns a field query for the average of a numeric field; `nil` if no row has a value.
  public func average<V: ArchiveOrdered & Numeric>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, Double?> {
    total(.average(field(QueryFields()).path)) { average, rows in
      if case .decimal(let number) = average { return Double("\(number)") }
      return try average?.read(as: Double.self, from: rows)
    }
  }

  /// Returns a field query for the lowest value of a field; `nil` if no row has a value.
  ///
  /// ```swift
  /// let fewest = try store.fetch(City.where { $0.people > 0 }.minimum { $0.people })  // Int?
  /// ```
  public func minimum<V: ArchiveOrdered>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, V?> {
    total(.minimum(field(QueryFields()).path)) { try $0?.read(as: V.self, from: $1) }
  }

  /// Returns a field query for the highest value of a field; `nil` if no row has a value.
  public func maximum<V: ArchiveOrdered>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, V?> {
    total(.maximum(field(QueryFields()).path)) { try $0?.read(as: V.self, from: $1) }
  }

  /// Returns a field query that converts an aggregate of the rows to its answer.
  private func total<Answer>(
    _ aggregate: Aggregate,
    _ answer: @escaping @Sendable (ArchiveValue?, RowSelection) throws -> Answer
  ) -> FieldQuery<M, Answer> {
    FieldQuery(self) { rows in
      try answer(RowGroups(of: rows, by: [], [aggregate]).total(), rows)
    }
  }
}

extension ArchiveValue {
  /// Returns the decoded value, or `nil` for null.
  fileprivate func read<V: ArchivableValue>(
    as type: V.Type, from rows: RowSelection
  ) throws -> V? {
    if family == .null { return nil }
    return try readingErrors(collection: rows.access.name) { try decoded(as: type) }
  }
}
