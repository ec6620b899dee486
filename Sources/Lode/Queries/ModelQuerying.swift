public import LodeCoding
public import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models that a query chooses.
  ///
  /// - Complexity: O(rows of the type), and O(k log k) for k chosen ones to sort them.
  /// - Throws: `StoreError` with `damaged`, `typeMismatch`; `ArchiveError` when a row cannot be
  ///   read; `ConditionError` with `unknownField` if the model has no field of a name,
  ///   `invalidExpression`.
  public func fetch<M: Model>(_ query: Query<M>) throws -> [M] {
    var models: [M] = []
    try scan(query) { model in
      models.append(model)
      return .next
    }
    return models
  }

  /// All models of a type, in the order of their keys, as a query without a condition chooses them.
  ///
  /// - Complexity: O(rows of the type), and O(bytes).
  /// - Throws: as `fetch` of a query.
  public func fetch<M: Model>(_ type: M.Type) throws -> [M] { try fetch(Query(type)) }

  /// The first of the models that a query chooses, or `nil` when there is none.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func first<M: Model>(_ query: Query<M>) throws -> M? {
    try fetch(query.limit(min(query.selection.limit ?? 1, 1))).first
  }

  /// Calls `body` with each of the models that a query chooses, in order, until it says to stop.
  ///
  /// Memory use does not grow with the number of models, but for queries with orders, which keep
  /// the keys.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`; what `body` throws; in a write, `StoreError` with
  ///   `mutatedDuringEnumeration` when `body` changed the collection and went on.
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

  /// Calls `body` with each of the models that a query chooses, in order.
  ///
  /// As `scan`, for bodies that want every model.
  public func forEach<M: Model>(_ query: Query<M>, _ body: (M) throws -> Void) throws {
    try scan(query) { model in
      try body(model)
      return .next
    }
  }

  /// How many models a query chooses; none of them is made.
  ///
  /// - Complexity: as `fetch`.
  /// - Throws: as `fetch`.
  public func count<M: Model>(_ query: Query<M>) throws -> Int { try rows(of: query).count() }

  /// Whether a query chooses any model; none is made.
  ///
  /// - Complexity: O(rows of the type), up to the first that is chosen.
  /// - Throws: as `fetch`.
  public func exists<M: Model>(_ query: Query<M>) throws -> Bool { try rows(of: query).exists() }

  /// The values at some paths of the rows that a query chooses, by the paths' text; without those
  /// that are nil.
  ///
  /// - Parameter distinct: whether rows with the same values count once; limit and offset are of
  ///   what remains.
  /// - Complexity: as `fetch`; no model is made.
  /// - Throws: as `fetch`.
  public func select<M: Model>(
    _ paths: [ArchivePath], distinct: Bool = false, _ query: Query<M>
  ) throws -> [[String: ArchiveValue]] {
    try rows(of: query).select(paths, distinct: distinct)
  }

  /// What is calculated of the rows that a query chooses.
  ///
  /// ```swift
  /// let people = try store.aggregate(.sum("people"), Query(City.self))?.int
  /// ```
  ///
  /// - Complexity: as `fetch`; no model is made.
  /// - Throws: as `fetch`.
  public func aggregate<M: Model>(
    _ aggregate: Aggregate, _ query: Query<M>
  ) throws -> ArchiveValue? {
    try rows(of: query).aggregate(aggregate)
  }

  /// What is calculated of the rows that a query chooses, for each group that has the same values
  /// at some paths.
  ///
  /// Groups are in the query's orders, as far as these are of the paths, then in the order of their
  /// values. The query's limit and offset are of groups.
  ///
  /// - Complexity: as `fetch`; no model is made.
  /// - Throws: as `fetch`.
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
  /// Changes every model that a query chooses: all of them or, when something throws, none.
  ///
  /// - Returns: how many there were, and how many are not what they were.
  /// - Complexity: as `fetch`; the chosen models are held in memory.
  /// - Throws: `ConditionError` with `missingCondition` if the query chooses every row; as `fetch`,
  ///   and as `update` of one key.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, _ change: (inout M) throws -> Void
  ) throws -> UpdateOutcome {
    try query.checkCondition(
      "To update every row, call `update(\(M.self).self, where: { _ in true })`")
    let rows = try rows(of: query, isChange: true)
    let keys = try rows.keys().map { try rows.place.key($0.span, as: M.PrimaryKey.self) }
    return try update(M.self, keys: keys, change)
  }

  /// Sets some fields, by their names in archives or in Swift, of every model that a query chooses:
  /// of all of them or, when something throws, of none.
  ///
  /// - Returns: how many there were, and how many are not what they were.
  /// - Complexity: as `fetch`; the chosen models are held in memory.
  /// - Throws: `ArchiveError` when the model cannot have a value; `ConditionError` with
  ///   `unknownField` if it has no field of a name; else as `update` with a closure.
  @discardableResult
  public func update<M: Model>(
    _ query: Query<M>, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    let fields = try M.storedNames(of: fields)
    return try update(query) { model in
      var archived = try ArchivedFields(model)
      try archived.set(fields, of: M.self)
      model = try archived.decoded(as: M.self)
    }
  }

  /// Deletes every model that a query chooses; says how many there were.
  ///
  /// - Complexity: as `fetch`; the keys of those that are chosen are held in memory.
  /// - Throws: `ConditionError` with `missingCondition` if the query chooses every row; use
  ///   `deleteAll` for that. Else as `fetch`.
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
  /// Fields by the names that archives have.
  ///
  /// - Throws: `ConditionError` with `unknownField`.
  fileprivate static func storedNames(
    of fields: [String: ArchiveValue]
  ) throws(ConditionError) -> [String: ArchiveValue] {
    var stored: [String: ArchiveValue] = [:]
    for (name, value) in fields { stored[try storedName(of: name)] = value }
    return stored
  }
}

extension ArchivedFields {
  /// Sets fields that the object has.
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
