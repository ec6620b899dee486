public import LodeCoding
public import LodeStore

/// A transaction in which models are read: a read or a write, or the part of it that is confined to
/// a partition.
///
/// ```swift
/// let (city, all) = try store.read { transaction in
///   (try transaction.get(City.self, "Oslo"), try transaction.count(City.self))
/// }
/// ```
///
/// Everything sees one snapshot. In a write it sees what that has written so far.
public protocol ModelReading: StoreReading, ~Copyable, ~Escapable {
  /// The partition whose rows are read; `nil` for rows outside of partitions.
  var partition: String? { get }
}

extension ReadTransaction: ModelReading {
  /// None.
  public var partition: String? { nil }
}

extension WriteTransaction: ModelReading {
  /// None.
  public var partition: String? { nil }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The model at a key, or `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `StoreError` with `typeMismatch` when the row holds something else, `damaged`;
  ///   `ArchiveError` when a later version of the type wrote it, or it cannot be read as one.
  public func get<M: Model>(_ type: M.Type = M.self, _ key: M.PrimaryKey) throws -> M? {
    try access(to: M.collectionName).model(type, RowPlace(partition), key)
  }

  /// The models at some keys, each at its key's position, `nil` where there is none.
  ///
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `get` of one key.
  public func get<M: Model>(
    _ type: M.Type = M.self, keys: some Sequence<M.PrimaryKey>
  ) throws -> [M?] {
    let access = access(to: M.collectionName)
    let place = RowPlace(partition)
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

  /// The model that a reference stands for, or `nil` when it is not there.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `get` of a key.
  public func get<M: Model>(_ reference: Ref<M>) throws -> M? { try get(M.self, reference.key) }

  /// Whether there is a model at a key.
  ///
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: `StoreError` with `damaged`.
  public func contains<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    let access = access(to: M.collectionName)
    return try RowPlace(partition).withKey(key) { bytes in
      try access.withRow(bytes, .tuple, wantsValue: false) { _ in }
    }
  }

  /// The number of models.
  ///
  /// - Complexity: O(1) when the collection has no partitions; otherwise O(rows in partitions).
  public func count<M: Model>(_ type: M.Type) throws -> Int {
    try access(to: M.collectionName).count(in: RowPlace(partition))
  }

  /// The times and the revision of a model's row; `nil` when there is no row.
  ///
  /// - Complexity: O(log n), and O(bytes) for the checksum.
  /// - Throws: `StoreError` with `damaged`.
  public func times<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> RowTimes? {
    let access = access(to: M.collectionName)
    return try RowPlace(partition).withKey(key) { bytes in
      var times: RowTimes?
      _ = try access.withRow(bytes, .tuple, wantsValue: false) { row in times = RowTimes(row) }
      return times
    }
  }

  /// The model at a key as an archive, read without the type; `nil` when there is none.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `get`, but for types.
  public func archive<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Archive? {
    let access = access(to: M.collectionName)
    return try RowPlace(partition).withKey(key) { bytes in
      var archive: Archive?
      _ = try access.withRow(bytes, .tuple) { archive = try access.archive($0.bytes, $0.type) }
      return archive
    }
  }
}

extension CollectionAccess {
  /// The model at a key, or `nil` when there is no row.
  ///
  /// The closures return nothing: for each that returned a model, the runtime would be asked for
  /// the type of the optional.
  func model<M: Model>(_ type: M.Type, _ place: RowPlace, _ key: M.PrimaryKey) throws -> M? {
    var model: M?
    try place.withKey(key) { key in
      _ = try withRow(key, .tuple) { row in
        model = try unarchive(row.bytes, row.type, as: type, AllowedTypes())
      }
    }
    return model
  }
}
