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
/// All calls of a read transaction see one snapshot. In a write transaction, calls also see the
/// changes of the transaction. A value that conforms to this protocol is valid only inside the
/// closure that receives the transaction, on the closure's thread. Returned models stay valid after
/// the transaction.
///
/// If the migration of a row is pending, a call that decodes the row migrates the model in memory.
/// If a row's migration fails, calls with a key or a key range throw `StoreError` caused by a
/// ``MigrationError`` with `failed`. A query skips the row, unless the query is strict
/// (``Query/strict()``).
///
/// If a model's `init(from:)` throws an error, the call throws the same error, with two exceptions.
/// An `ArchiveError` becomes the cause of a `StoreError`. A `DecodingError` becomes `StoreError`
/// with `unarchivingFailed`.
///
/// After the limit of `Store.withTimeLimit`, queries and scans throw `StoreError` with
/// `timeLimitExceeded`. In an asynchronous transaction, cancelling the task makes queries and scans
/// throw the code `cancelled`.
public protocol ModelReading: StoreReading, ~Copyable, ~Escapable {
  /// The name of the partition that the calls read; `nil` for rows outside of partitions.
  var partition: String? { get }
}

extension ReadTransaction: ModelReading {
  /// `nil`, because a transaction reads the rows outside of partitions.
  public var partition: String? { nil }
}

extension WriteTransaction: ModelReading {
  /// `nil`, because a transaction reads the rows outside of partitions.
  public var partition: String? { nil }
}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the model at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  public func get<M: Model>(_ type: M.Type = M.self, _ key: M.PrimaryKey) throws -> M? {
    try access(to: M.collectionName).model(type, RowLocation(partition), key)
  }

  /// Returns the models at several keys, in the order of the keys; `nil` for a missing key.
  ///
  /// - Complexity: O(k log n + size of the rows) for k keys and n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model. The cause
  ///     has the code `futureVersion` if a later version of the type wrote that row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive, or `keyFormatMismatch` if the collection has
  ///       raw keys.
  public func get<M: Model>(
    _ type: M.Type = M.self, keys: some Sequence<M.PrimaryKey>
  ) throws -> [M?] {
    let access = access(to: M.collectionName)
    let place = RowLocation(partition)
    var series = ArchiveSeries()
    var models: [M?] = []
    models.reserveCapacity(keys.underestimatedCount)
    try place.forEachRow(at: keys, in: access) { _, row in
      guard let row else { return models.append(nil) }
      models.append(try access.unarchive(row.bytes, row.type, as: M.self, &series))
    }
    return models
  }

  /// Returns the model that a reference names, or `nil` if the row of the model does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  public func get<M: Model>(_ reference: Ref<M>) throws -> M? { try get(M.self, reference.key) }

  /// Returns whether a key exists, without decoding the model.
  ///
  /// - Complexity: O(log n) for n rows, and O(size of the row) for its checksum.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `damaged` if the file or the row is damaged.
  ///   - `keyFormatMismatch` if the collection has raw keys.
  public func contains<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Bool {
    try RowLocation(partition)
      .withRow(at: key, in: access(to: M.collectionName), wantsValue: false) { _ in } != nil
  }

  /// Returns the number of models of a type in the partition, without decoding the models.
  ///
  /// - Complexity: O(1) if the collection has no partitions. Otherwise, O(size of the partition's
  ///   rows) in a partition, and O(size of the rows in all partitions) outside of partitions.
  /// - Throws: `StoreError` with `damaged` if the file or a row in a partition is damaged.
  public func count<M: Model>(_ type: M.Type) throws -> Int {
    try RowLocation(partition).count(in: access(to: M.collectionName))
  }

  /// Returns the timestamps and the revision of a model's row, or `nil` if the key does not exist.
  ///
  /// The call does not decode the model.
  ///
  /// - Complexity: O(log n) for n rows, and O(size of the row) for its checksum.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `damaged` if the file or the row is damaged.
  ///   - `keyFormatMismatch` if the collection has raw keys.
  public func times<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> RowTimes? {
    try RowLocation(partition)
      .withRow(at: key, in: access(to: M.collectionName), wantsValue: false) { RowTimes($0) }
  }

  /// Returns the archive of the model at a key, or `nil` if the key does not exist.
  ///
  /// The call does not decode the model.
  ///
  /// - Complexity: O(log n + size of the row) for n rows.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the archive is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `damaged` if the file or the row is damaged.
  ///     - `typeMismatch` if the row is not an archive, or `keyFormatMismatch` if the collection
  ///       has raw keys.
  public func archive<M: Model>(_ type: M.Type, _ key: M.PrimaryKey) throws -> Archive? {
    let access = access(to: M.collectionName)
    return try RowLocation(partition).withRow(at: key, in: access) {
      try access.archive($0.bytes, $0.type)
    }
  }
}

extension CollectionAccess {
  /// Returns the model at a key, or `nil` if the key does not exist.
  ///
  /// The closures return nothing. If a closure returned an optional model, the Swift runtime would
  /// look up the optional's type for each row.
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
