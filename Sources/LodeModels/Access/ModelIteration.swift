public import LodeCoding
public import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the models of a type, in key order.
  ///
  /// ```swift
  /// let last = try store.fetch(City.self, reversed: true, limit: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The range of keys; all keys by default. `.under("1")` contains the keys whose first
  ///     component is "1"; `.prefix("19")` contains the text keys that begin with "19".
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of models to return; `nil` for no limit. With 0, the call
  ///     returns no models.
  /// - Complexity: O(log n + size of the returned rows) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model. The cause
  ///     has the code `futureVersion` if a later version of the type wrote that row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  public func fetch<M: Model>(
    _ type: M.Type, keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [M] {
    var models: [M] = []
    try scan(type, keys: keys, reversed: reversed, limit: limit) { model in
      models.append(model)
      return .next
    }
    return models
  }

  /// Calls `body` for each model of a type, in key order.
  ///
  /// Memory use does not grow with the number of models. Inside a write, `body` must not change the
  /// type's collection. If the call throws, earlier changes by `body` remain in the write.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - body: Called with each model, on the calling thread.
  /// - Complexity: O(log n + size of the rows in the range) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model. The cause
  ///     has the code `futureVersion` if a later version of the type wrote that row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `mutatedDuringEnumeration` in a write, if `body` changed the collection.
  public func forEach<M: Model>(
    _ type: M.Type, keys: KeyRange = .all, reversed: Bool = false,
    _ body: (M) throws -> Void
  ) throws {
    try scan(type, keys: keys, reversed: reversed) { model in
      try body(model)
      return .next
    }
  }

  /// Calls `body` for each model of a type, in key order, until `body` returns `.stop`.
  ///
  /// Memory use does not grow with the number of models. Inside a write, `body` must return `.stop`
  /// after changing the type's collection. If the call throws, earlier changes by `body` remain in
  /// the write.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The range of keys; all keys by default.
  ///   - reversed: Whether the highest key comes first.
  ///   - limit: The maximum number of models to read; `nil` for no limit. With 0, the call reads no
  ///     models.
  ///   - body: Called with each model, on the calling thread.
  /// - Complexity: O(log n + size of the read rows) for n rows.
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model. The cause
  ///     has the code `futureVersion` if a later version of the type wrote that row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit is negative.
  ///     - `mutatedDuringEnumeration` in a write, if `body` changed the collection and returned
  ///       `.next`.
  public func scan<M: Model>(
    _ type: M.Type, keys: KeyRange = .all, reversed: Bool = false, limit: Int? = nil,
    _ body: (M) throws -> IterationStep
  ) throws {
    let access = access(to: M.collectionName)
    let mutations = mutationCount(in: M.collectionName)
    let range = RowLocation(partition).range(keys)
    var series = ArchiveSeries()
    try passingCallerErrors {
      try access.scan(range, reversed: reversed, limit: limit) { row in
        let model = try access.unarchive(row.bytes, row.type, as: M.self, &series)
        if try callerErrors({ try body(model) }) == .stop { return .stop }
        if let mutations, mutations != mutationCount(in: M.collectionName) {
          throw StoreError(.mutatedDuringEnumeration, collection: M.collectionName)
        }
        return .next
      }
    }
  }

  /// Returns the model with the lowest key, or `nil` if the type has no rows.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive.
  public func first<M: Model>(_ type: M.Type) throws -> M? { try fetch(type, limit: 1).first }

  /// Returns the model with the highest key, or `nil` if the type has no rows.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive.
  public func last<M: Model>(_ type: M.Type) throws -> M? {
    try fetch(type, reversed: true, limit: 1).first
  }

  /// Returns the keys of the models of a type, in key order, without decoding models.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - keys: The range of keys; all keys by default.
  /// - Complexity: O(log n) for n rows, and O(size of the rows in the range) for their checksums.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `invalidKey` if a row has a key of another type.
  public func keys<M: Model>(of type: M.Type, in keys: KeyRange = .all) throws -> [M.PrimaryKey] {
    let place = RowLocation(partition)
    var found: [M.PrimaryKey] = []
    try access(to: M.collectionName).scan(place.range(keys), as: .stored) { row in
      found.append(try place.key(row.keyBytes, as: M.PrimaryKey.self, of: M.collectionName))
      return .next
    }
    return found
  }
}
