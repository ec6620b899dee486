public import LodeCoding
public import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// All models, in the order of their keys.
  ///
  /// ```swift
  /// let big = try store.all(City.self, where: { $0.people > 1_000_000 })
  /// ```
  ///
  /// - Parameters:
  ///   - keys: the keys to visit: `.under("1")` contains compound keys whose first component is
  ///     "1"; `.prefix("19")` contains texts that begin with "19".
  ///   - reversed: whether to go from the highest key down.
  ///   - limit: the most models to return; `nil` for all, and none for 0.
  ///   - isIncluded: chooses among them; every model of the range is read for it.
  /// - Complexity: O(log n + k), and O(bytes).
  /// - Throws: as `get`; what `isIncluded` throws.
  public func all<M: Model>(
    _ type: M.Type = M.self, keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    where isIncluded: ((M) throws -> Bool)? = nil
  ) throws -> [M] {
    var models: [M] = []
    try access(to: M.collectionName).checkLimit(limit)
    if limit == 0 { return models }
    try scan(type, keys: keys, reversed: reversed, limit: isIncluded == nil ? limit : nil) {
      model in
      if try isIncluded?(model) ?? true { models.append(model) }
      return models.count == limit ? .stop : .next
    }
    return models
  }

  /// Calls `body` for each model, in the order of their keys.
  ///
  /// Memory use does not grow with the number of models.
  ///
  /// - Complexity: O(log n + k), and O(bytes).
  /// - Throws: as `get`; what `body` throws; in a write, `StoreError` with
  ///   `mutatedDuringEnumeration` when `body` changed the collection.
  public func forEach<M: Model>(
    _ type: M.Type, keys: KeyRange = .all, reversed: Bool = false,
    _ body: (M) throws -> Void
  ) throws {
    try scan(type, keys: keys, reversed: reversed) { model in
      try body(model)
      return .next
    }
  }

  /// Calls `body` for each model, in the order of their keys, until it says to stop.
  ///
  /// As `forEach`, but that `body` may change the collection when it stops then.
  public func scan<M: Model>(
    _ type: M.Type, keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (M) throws -> IterationStep
  ) throws {
    let access = access(to: M.collectionName)
    let mutations = mutationCount(in: M.collectionName)
    let range = RowPlace(partition).range(keys)
    var series = ArchiveSeries<M>()
    try access.scan(range, reversed: reversed, limit: limit) { row in
      let model = try access.unarchive(row.bytes, row.type, &series)
      if try body(model) == .stop { return .stop }
      if let mutations, mutations != mutationCount(in: M.collectionName) {
        throw StoreError(.mutatedDuringEnumeration, collection: M.collectionName)
      }
      return .next
    }
  }

  /// The model with the lowest key that passes, or `nil` when there is none.
  ///
  /// - Complexity: O(log n); with a condition, O(n).
  /// - Throws: as `all`.
  public func first<M: Model>(
    _ type: M.Type = M.self, where isIncluded: ((M) throws -> Bool)? = nil
  ) throws -> M? {
    try all(type, limit: 1, where: isIncluded).first
  }

  /// The model with the highest key that passes, or `nil` when there is none.
  ///
  /// - Complexity: O(log n); with a condition, O(n).
  /// - Throws: as `all`.
  public func last<M: Model>(
    _ type: M.Type = M.self, where isIncluded: ((M) throws -> Bool)? = nil
  ) throws -> M? {
    try all(type, reversed: true, limit: 1, where: isIncluded).first
  }

  /// The keys of all models, in their order.
  ///
  /// - Complexity: O(log n + k), and O(bytes) for the checksums.
  /// - Throws: `KeyError` when a row has a key of another type; `StoreError` with `damaged`.
  public func keys<M: Model>(of type: M.Type, in keys: KeyRange = .all) throws -> [M.PrimaryKey] {
    let place = RowPlace(partition)
    var found: [M.PrimaryKey] = []
    try access(to: M.collectionName).scan(place.range(keys), wantsValues: false) { row in
      found.append(try place.key(row.keyBytes, as: M.PrimaryKey.self))
      return .next
    }
    return found
  }
}
