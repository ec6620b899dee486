public import LodeCoding
internal import LodeStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Query {
  /// The values of a field, without nil, in the query's order.
  ///
  /// ```swift
  /// let mails = try store.fetch(Person.order { $0.email }.values { $0.email })  // [String]
  /// ```
  public func values<V: ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, [V]> {
    values(of: field(QueryFields()).path, isDistinct: false)
  }

  /// The values of some fields, in the query's order.
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
      try rows.forEachValues(paths) { values in
        var rest = values[...]
        all.append((repeat try rest.popFirst()?.decodedUnlessNil(as: (each V).self)))
        return .next
      }
      return all
    }
  }

  /// The different values of a field, without nil, in the query's order; offset and limit are of
  /// these.
  ///
  /// ```swift
  /// let mails = try store.fetch(Query(Person.self).distinct { $0.email }).count
  /// ```
  public func distinct<V: ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, [V]> {
    values(of: field(QueryFields()).path, isDistinct: true)
  }

  /// How many rows have each value of a field, or nil, in the order of the values.
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
      try rows.groups(by: [path], [.count]).map { group in
        (try group.values[0].decodedUnlessNil(as: V.self), group.results[0]?.int ?? 0)
      }
    }
  }

  private func values<V: ArchivableValue>(
    of path: ArchivePath, isDistinct: Bool
  ) -> FieldQuery<M, [V]> {
    let name = path.description
    return FieldQuery(filter(.not(.isNil(.path(path))))) { rows in
      try rows.select([path], distinct: isDistinct).compactMap { try $0[name]?.decoded(as: V.self) }
    }
  }
}

// What is calculated.
extension Query {
  /// The sum of an integer field; 0 of none.
  public func sum<V: BinaryInteger & ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, Int> {
    let path = field(QueryFields()).path
    return FieldQuery(self) { rows in try rows.aggregate(.sum(path))?.decoded(as: Int.self) ?? 0 }
  }

  /// The sum of a field of numbers with fractions; 0 of none.
  public func sum<V: BinaryFloatingPoint & ArchivableValue>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, Double> {
    let path = field(QueryFields()).path
    return FieldQuery(self) { rows in try rows.aggregate(.sum(path))?.decoded(as: Double.self) ?? 0
    }
  }

  /// The sum of a field of decimals; 0 of none.
  public func sum(_ field: (QueryFields<M>) -> QueryField<Decimal>) -> FieldQuery<M, Decimal> {
    let path = field(QueryFields()).path
    return FieldQuery(self) { rows in
      guard case .decimal(let sum) = try rows.aggregate(.sum(path)) else { return 0 }
      return sum
    }
  }

  /// The average of a field of numbers; `nil` of none.
  public func average<V: ArchiveOrdered & Numeric>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, Double?> {
    let path = field(QueryFields()).path
    return FieldQuery(self) { rows in
      let average = try rows.aggregate(.average(path))
      if case .decimal(let number) = average { return Double("\(number)") }
      return try average?.decodedUnlessNil(as: Double.self)
    }
  }

  /// The least value of a field; `nil` of none.
  ///
  /// ```swift
  /// let fewest = try store.fetch(City.where { $0.people > 0 }.minimum { $0.people })  // Int?
  /// ```
  public func minimum<V: ArchiveOrdered>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, V?> {
    let path = field(QueryFields()).path
    return FieldQuery(self) { rows in
      try rows.aggregate(.minimum(path))?.decodedUnlessNil(as: V.self)
    }
  }

  /// The greatest value of a field; `nil` of none.
  public func maximum<V: ArchiveOrdered>(
    _ field: (QueryFields<M>) -> QueryField<V>
  ) -> FieldQuery<M, V?> {
    let path = field(QueryFields()).path
    return FieldQuery(self) { rows in
      try rows.aggregate(.maximum(path))?.decodedUnlessNil(as: V.self)
    }
  }
}

extension ArchiveValue {
  /// The value as one of the program; `nil` when there is none.
  fileprivate func decodedUnlessNil<V: ArchivableValue>(as type: V.Type) throws -> V? {
    family == .null ? nil : try decoded(as: type)
  }
}
