public import LodeCoding
public import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the models that match a query, in the query's order.
  ///
  /// - Complexity: O(log n + k) for k matching rows if an index answers the query, otherwise O(n).
  ///   An order that no index has adds O(k log k).
  /// - Throws: `ConditionError` if the query names an unknown field or has an invalid expression;
  ///   ``QueryError`` with `needsIndex` if the query requires an index that does not exist;
  ///   `ArchiveError` if a row cannot be decoded; `SearchSyntaxError` if the query has a malformed
  ///   search text; `StoreError` with one of these codes:
  ///   - `damaged` if the file or a row is damaged.
  ///   - `typeMismatch` if a row holds another type.
  ///   - `invalidLimit` if a limit or an offset is negative.
  ///   - `unknownFunction` if the query uses a function that is not registered.
  public func fetch<M: Model>(_ query: Query<M>) throws -> [M] {
    var models: [M] = []
    try scan(query) { model in
      models.append(model)
      return .next
    }
    return models
  }

  /// Returns the first model that matches a query, or `nil` if no model matches.
  ///
  /// - Complexity: as `fetch`, with k = 1 if an index has the query's order.
  /// - Throws: the errors of `fetch`.
  public func first<M: Model>(_ query: Query<M>) throws -> M? {
    try fetch(query.limit(min(query.selection.limit ?? 1, 1))).first
  }

  /// Calls `body` for each model that matches a query, in order, until `body` returns `.stop`.
  ///
  /// Memory use does not grow with the number of models. If no index has the order, memory use
  /// grows with the number of matching keys, up to the limit. Inside a write, `body` must return
  /// `.stop` after changing the collection.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: the errors of `body` and of `fetch`; in a write, `StoreError` with
  ///   `mutatedDuringEnumeration` if `body` changed the collection and returned `.next`.
  public func scan<M: Model>(_ query: Query<M>, _ body: (M) throws -> IterationStep) throws {
    let rows = try rows(of: query)
    let mutations = mutationCount(in: M.collectionName)
    try rows.scan { _, row in
      let model = try rows.access.unarchive(row.bytes, row.type, as: M.self, AllowedTypes())
      if try body(model) == .stop { return .stop }
      if mutations != mutationCount(in: M.collectionName) {
        throw StoreError(.mutatedDuringEnumeration, collection: M.collectionName)
      }
      return .next
    }
  }

  /// Calls `body` for each model that matches a query, in the query's order.
  ///
  /// Memory use does not grow with the number of models. If no index has the order, memory use
  /// grows with the number of matching keys, up to the limit. Inside a write, `body` must not
  /// change the collection.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: the errors of `body` and of `fetch`; in a write, `StoreError` with
  ///   `mutatedDuringEnumeration` if `body` changed the collection.
  public func forEach<M: Model>(_ query: Query<M>, _ body: (M) throws -> Void) throws {
    try scan(query) { model in
      try body(model)
      return .next
    }
  }

  /// Returns the number of models that match a query, without decoding the models.
  ///
  /// - Complexity: O(log n + k) for k matching entries if an index answers the query, otherwise
  ///   O(n). A counting index answers in O(log n + number of groups).
  /// - Throws: the errors of `fetch`.
  public func count<M: Model>(_ query: Query<M>) throws -> Int { try rows(of: query).count() }

  /// Returns whether any model matches a query, without decoding models.
  ///
  /// - Complexity: O(log n) if an index answers the query, otherwise O(n).
  /// - Throws: the errors of `fetch`.
  public func exists<M: Model>(_ query: Query<M>) throws -> Bool { try rows(of: query).exists() }

  /// Returns the values at several paths of each row that matches a query, keyed by the paths'
  /// text.
  ///
  /// Values that are `nil` are omitted. No model is decoded, and a covering index answers without
  /// reading rows.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - distinct: Whether rows with equal values count once. The query's limit and offset then
  ///     count distinct rows.
  ///   - query: The query.
  /// - Complexity: as `fetch`.
  /// - Throws: the errors of `fetch`.
  public func select<M: Model>(
    _ paths: [ArchivePath], distinct: Bool = false, _ query: Query<M>
  ) throws -> [[String: ArchiveValue]] {
    try rows(of: query).select(paths, distinct: distinct)
  }

  /// Returns an aggregate of the rows that match a query.
  ///
  /// ```swift
  /// let people = try store.read { try $0.aggregate(.sum("people"), Query(City.self)) }?.int
  /// ```
  ///
  /// No model is decoded, and a covering or counting index answers without reading rows.
  ///
  /// - Returns: The result. Without values, a count or a sum is 0, and other aggregates are `nil`.
  /// - Complexity: as `fetch`; O(log n) for a minimum or maximum at one end of an index.
  /// - Throws: the errors of `fetch`.
  public func aggregate<M: Model>(
    _ aggregate: Aggregate, _ query: Query<M>
  ) throws -> ArchiveValue? {
    try rows(of: query).aggregate(aggregate)
  }

  /// Groups the rows that match a query by their values at several paths, and returns aggregates of
  /// each group.
  ///
  /// Groups are sorted by the query's orders of these paths, then by the values of the paths. The
  /// query's limit and offset count groups. No model is decoded.
  ///
  /// - Parameters:
  ///   - paths: The paths; without paths, all rows are one group.
  ///   - aggregates: The aggregates of each group.
  ///   - query: The query.
  /// - Complexity: as `fetch`; O(log n + number of groups) if a counting index has the groups.
  /// - Throws: the errors of `fetch`.
  public func groups<M: Model>(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ query: Query<M>
  ) throws -> [QueryGroup] {
    try rows(of: query).groups(by: paths, aggregates)
  }

  func rows<M: Model>(of query: Query<M>) throws -> RowSelection {
    try rows(of: query, isChange: false)
  }

  fileprivate func rows<M: Model>(of query: Query<M>, isChange: Bool) throws -> RowSelection {
    try RowSelection(
      access(to: M.collectionName), partition, query.selection, matching: query.terms,
      keyParts: M.keyParts, names: FieldNames(of: M.self, isChange: isChange))
  }
}

extension ModelWriting where Self: ~Copyable & ~Escapable {
  /// Changes every model that matches a query: all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models.
  ///   - change: Changes a current model; the closure must not change the key.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: as `fetch`, and O(k log n) for k matching rows; the changed models are held in
  ///   memory.
  /// - Throws: `ConditionError` with `missingCondition` if the query has no condition; the errors
  ///   of `fetch` and of `update` with one key.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try query.checkCondition(
      "To update every row, call `update(Query(\(M.self).self), scanning: { _ in true })`")
    let rows = try rows(of: query, isChange: true)
    let keys = try rows.keys().map { try rows.place.key($0.span, as: M.PrimaryKey.self) }
    return try update(M.self, keys: keys, change)
  }

  /// Sets fields of every model that matches a query: changes all models, or no model on failure.
  ///
  /// - Parameters:
  ///   - query: Selects the models.
  ///   - fields: New values by the names of fields in archives or of Swift properties.
  /// - Returns: How many rows matched, and how many changed.
  /// - Complexity: as `fetch`, and O(k log n) for k matching rows; the changed models are held in
  ///   memory.
  /// - Throws: `ConditionError` with `missingCondition` if the query has no condition, or
  ///   `unknownField` if a field does not exist; `ArchiveError` if a field cannot have its value;
  ///   the errors of `update` with a closure.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    let fields = try M.storedNames(of: fields)
    return try update(query) { model in
      do {
        model = try model.setting(fields)
      } catch let error as ArchiveError {
        // The error of the first field that alone cannot have its value names the field.
        for (name, value) in fields.sorted(by: { $0.key < $1.key })
        where (try? model.setting([name: value])) == nil {
          throw ArchiveError(
            error.code, "the field \"\(name)\" of \(M.self) cannot be \(value): \(error.message)")
        }
        throw error
      }
    }
  }

  /// Deletes every model that matches a query, and returns the number of deleted rows.
  ///
  /// If an error is thrown, earlier rows stay deleted unless the error leaves the write or a
  /// savepoint.
  ///
  /// - Complexity: as `fetch`, and O(k log n) for k matching rows; the keys are held in memory.
  /// - Throws: `ConditionError` with `missingCondition` if the query has no condition; use
  ///   `deleteAll` to delete every row. Otherwise the errors of `fetch` and of `delete` with one
  ///   key.
  @discardableResult
  public func delete<M: Model>(_ query: Query<M>) throws -> Int {
    try query.checkCondition("To delete every row, call `deleteAll(\(M.self).self)`")
    let rows = scope.access(to: M.collectionName)
    let keys = try self.rows(of: query, isChange: true).keys()
    for key in keys { _ = try rows.delete(key.span) }
    return keys.count
  }
}

extension Model {
  /// Returns fields keyed by their archived names.
  ///
  /// - Throws: `ConditionError` with `unknownField` if a field does not exist.
  fileprivate static func storedNames(
    of fields: [String: ArchiveValue]
  ) throws(ConditionError) -> [String: ArchiveValue] {
    var stored: [String: ArchiveValue] = [:]
    for (name, value) in fields { stored[try storedName(of: name)] = value }
    return stored
  }

  /// Returns the model with new values in fields, by their archived names.
  ///
  /// - Throws: `ArchiveError` if a field does not exist or cannot have its value.
  fileprivate func setting(_ fields: [String: ArchiveValue]) throws -> Self {
    var archived = try ArchivedFields(self)
    try archived.set(fields, of: Self.self)
    return try archived.decoded(as: Self.self)
  }
}

extension ArchivedFields {
  /// Sets existing fields of the object.
  fileprivate mutating func set<M: Model>(
    _ fields: [String: ArchiveValue], of type: M.Type
  ) throws {
    var object = object
    for (name, value) in fields {
      guard object.contains(name) else {
        throw ArchiveError(.missingField, "\(M.self) has no field \(name)")
      }
      object[name] = value
    }
    self.object = object
  }
}
