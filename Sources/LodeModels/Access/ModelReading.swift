public import LodeCoding
public import LodeStore

/// Read access to models: a read or write transaction, or one partition of a transaction.
///
/// ```swift
/// let (city, all) = try store.read { transaction in
///   (try transaction.get(City.self, "Oslo"), try transaction.count(City.self))
/// }
/// ```
///
/// All calls see one snapshot. In a write, calls also see the changes of that write.
///
/// If a migration of a row is pending, reading the row migrates the row. If a step fails, `get`
/// throws ``MigrationError`` with `failed`. Queries skip the row, except ``Query/strict()``
/// queries.
public protocol ModelReading: StoreReading, ~Copyable, ~Escapable {
  /// The partition whose rows are read; `nil` for rows outside of partitions.
  var partition: String? { get }
}

extension ReadTransaction: ModelReading {
  /// No partition.
  public var partition: String? { nil }
}

extension WriteTransaction: ModelReading {
  /// No partition.
  public var partition: String? { nil }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the model at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if a later version of the type wrote the row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `typeMismatch` if the row holds another type.
  ///   - `damaged` if the file or a row is damaged.
  public func get<M: Model>(_ type: M.Type = M.self, _ key: M.PrimaryKey) throws -> M? {
    try access(to: M.collectionName).model(type, RowLocation(partition), key)
  }

  /// Returns the models at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys.
  /// - Throws: `ArchiveError` if a later version of the type wrote a row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `typeMismatch` if a row holds another type.
  ///   - `damaged` if the file or a row is damaged.
  public func get<M: Model>(
    _ type: M.Type = M.self, keys: some Sequence<M.PrimaryKey>
  ) throws -> [M?] {
    let access = access(to: M.collectionName)
    let place = RowLocation(partition)
    var series = ArchiveSeries<M>()
    var models: [M?] = []
    models.reserveCapacity(keys.underestimatedCount)
    for key in keys {
      var model: M?
      try place.withKey(key) { key in
        _ = try access.withRow(key, .tuple) { row in
          model = try access.unarchive(row.bytes, row.type, &series)
        }
      }
      models.append(model)
    }
    return models
  }

  /// Returns the model that a reference points to, or `nil` if the model does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if a later version of the type wrote the row; ``MigrationError`` with
  ///   `failed` if a step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `typeMismatch` if the row holds another type.
  ///   - `damaged` if the file or a row is damaged.
  public func get<M: Model>(_ reference: Ref<M>) throws -> M? { try get(M.self, reference.key) }

  /// Returns whether a key exists, without decoding the model.
  ///
  /// - Complexity: O(log n), and O(size of the row) for its checksum.
  /// - Throws: `StoreError` with `damaged` if the file or a row is damaged.
  public func contains<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    let access = access(to: M.collectionName)
    return try RowLocation(partition).withKey(key) { bytes in
      try access.withRow(bytes, .tuple, wantsValue: false) { _ in }
    }
  }

  /// Returns the number of models of a type.
  ///
  /// - Complexity: O(1) if the collection has no partitions, otherwise O(rows in partitions).
  /// - Throws: `StoreError` with `damaged` if the file or a row is damaged.
  public func count<M: Model>(_ type: M.Type) throws -> Int {
    try access(to: M.collectionName).count(in: RowLocation(partition))
  }

  /// Returns the timestamps and the revision of a model's row, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n), and O(size of the row) for its checksum.
  /// - Throws: `StoreError` with `damaged` if the file or a row is damaged.
  public func times<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> RowTimes? {
    let access = access(to: M.collectionName)
    return try RowLocation(partition).withKey(key) { bytes in
      var times: RowTimes?
      _ = try access.withRow(bytes, .tuple, wantsValue: false) { row in times = RowTimes(row) }
      return times
    }
  }

  /// Returns the archive of the model at a key, or `nil` if the key does not exist.
  ///
  /// The model is not decoded.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if the archive is malformed; ``MigrationError`` with `failed` if a
  ///   step of a pending migration fails; `StoreError` with one of these codes:
  ///   - `typeMismatch` if the row does not hold an archive.
  ///   - `damaged` if the file or a row is damaged.
  public func archive<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Archive? {
    let access = access(to: M.collectionName)
    return try RowLocation(partition).withKey(key) { bytes in
      var archive: Archive?
      _ = try access.withRow(bytes, .tuple) { archive = try access.archive($0.bytes, $0.type) }
      return archive
    }
  }
}

extension CollectionAccess {
  /// Returns the model at a key, or `nil` if the key does not exist.
  ///
  /// The closures return nothing. If a closure returned a model, the runtime would resolve the
  /// optional's type for each row.
  func model<M: Model>(_ type: M.Type, _ place: RowLocation, _ key: M.PrimaryKey) throws -> M? {
    var model: M?
    try place.withKey(key) { key in
      _ = try withRow(key, .tuple) { row in
        model = try unarchive(row.bytes, row.type, as: type, AllowedTypes())
      }
    }
    return model
  }
}
