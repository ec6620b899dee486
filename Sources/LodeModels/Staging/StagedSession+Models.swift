internal import LodeCoding
internal import LodeStore

extension StagedSession {
  /// Returns the model at a key, or `nil` if the key does not exist.
  ///
  /// The call reads the session's snapshot with the session's edits.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(log n + size of the row) for n models.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed, or `typeMismatch` if the row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or the row is damaged.
  public func get<M: Model>(
    _ type: M.Type = M.self, _ key: M.PrimaryKey, partition: String? = nil
  ) throws -> M? {
    let place = try StagedKey(key, partition, of: M.collectionName)
    if let edit = edit(place) {
      return try readingErrors(collection: M.collectionName) {
        try edit.archive?.decoded(as: type)
      }
    }
    return try readBase { try $0.partition(partition).get(type, key) }
  }

  /// Returns all models of a type, in key order.
  ///
  /// The call reads the session's snapshot with the session's edits.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(n + e log e) for n models and e staged edits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model. The cause
  ///     has the code `futureVersion` if a later version of the type wrote that row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed, or `typeMismatch` if a row is not an archive.
  ///     - `damaged` if the file or a row is damaged.
  public func fetch<M: Model>(_ type: M.Type, partition: String? = nil) throws -> [M] {
    var models: [M] = []
    try scan(M.collectionName, RowLocation(partition).range(.all)) { _, archive in
      models.append(
        try readingErrors(collection: M.collectionName) { try archive.decoded(as: type) })
    } base: { row, access in
      models.append(try access.unarchive(row.bytes, row.type, as: type, AllowedTypes()))
    }
    return models
  }

  /// Returns the number of models of a type, without decoding the models.
  ///
  /// The call counts the rows of the session's snapshot with the session's edits.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(n + e log e) for n models and e staged edits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `damaged` if the file or a row is damaged.
  public func count<M: Model>(_ type: M.Type, partition: String? = nil) throws -> Int {
    var count = 0
    try scan(M.collectionName, RowLocation(partition).range(.all)) { _, _ in
      count += 1
    } base: { _, _ in
      count += 1
    }
    return count
  }

  /// Stages a model whose key does not exist in the session, and returns the key.
  ///
  /// A ``SequencedModel`` without a number gets a number from the store immediately, in a separate
  /// write. The store does not reuse the number, even if the program discards the edit. On failure,
  /// the session stages nothing.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(log n + size of the model) for n models; for a new number, also one wait for
  ///   the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived, or if the row at
  ///     the key does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if the key exists in the session.
  ///     - `closed` if the session is closed, or `typeMismatch` if the row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `counterOverflow` if the model needs a number, but the sequence has no further number.
  ///     - `nestedWrite` inside a write of this store, if the model needs a number.
  ///     - `readOnly` if the model needs a number, but the store is open read-only.
  ///     - `diskFull` if the model needs a number, but the disk is full.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert<M: Model>(_ model: M, partition: String? = nil) throws -> M.PrimaryKey {
    var model = model
    return try insert(&model, partition: partition)
  }

  /// Stages a model whose key does not exist in the session, and returns the key.
  ///
  /// `model` receives a new number and the changes of `willSave`. A ``SequencedModel`` without a
  /// number gets a number from the store immediately, in a separate write. The store does not reuse
  /// the number, even if the program discards the edit. On failure, the session stages nothing, but
  /// `model` keeps a new number and the changes of `willSave`.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(log n + size of the model) for n models; for a new number, also one wait for
  ///   the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived, or if the row at
  ///     the key does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if the key exists in the session.
  ///     - `closed` if the session is closed, or `typeMismatch` if the row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `counterOverflow` if the model needs a number, but the sequence has no further number.
  ///     - `nestedWrite` inside a write of this store, if the model needs a number.
  ///     - `readOnly` if the model needs a number, but the store is open read-only.
  ///     - `diskFull` if the model needs a number, but the disk is full.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert<M: Model>(
    _ model: inout M, partition: String? = nil
  ) throws -> M.PrimaryKey {
    try number(&model, partition)
    try M.checkSave(&model, .insert)
    guard try get(M.self, model.primaryKey, partition: partition) == nil else {
      throw StoreError(
        .duplicateKey, collection: M.collectionName, context: "key \(model.primaryKey)")
    }
    try stage(model, partition)
    return model.primaryKey
  }

  /// Stages an insert or a replacement of a model.
  ///
  /// A ``SequencedModel`` without a number gets a number from the store immediately, in a separate
  /// write. The store does not reuse the number, even if the program discards the edit. On failure,
  /// the session stages nothing.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(log n + size of the model) for n models; for a new number, also one wait for
  ///   the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived. For a
  ///     ``ValidatedModel``, also if the row at the key does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` for a ``ValidatedModel`` if a
  ///     step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `typeMismatch` for a ``ValidatedModel`` if the row at the key is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `counterOverflow` if the model needs a number, but the sequence has no further number.
  ///     - `nestedWrite` inside a write of this store, if the model needs a number.
  ///     - `readOnly` if the model needs a number, but the store is open read-only.
  ///     - `diskFull` if the model needs a number, but the disk is full.
  ///     - `damaged` if the file or a row is damaged.
  public func put<M: Model>(_ model: M, partition: String? = nil) throws {
    var model = model
    try put(&model, partition: partition)
  }

  /// Stages an insert or a replacement of a model; `model` receives a new number and the changes of
  /// `willSave`.
  ///
  /// A ``SequencedModel`` without a number gets a number from the store immediately, in a separate
  /// write. The store does not reuse the number, even if the program discards the edit. On failure,
  /// the session stages nothing, but `model` keeps a new number and the changes of `willSave`.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(log n + size of the model) for n models; for a new number, also one wait for
  ///   the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the model cannot be archived. For a
  ///     ``ValidatedModel``, also if the row at the key does not decode as the model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` for a ``ValidatedModel`` if a
  ///     step of a pending migration fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `typeMismatch` for a ``ValidatedModel`` if the row at the key is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `counterOverflow` if the model needs a number, but the sequence has no further number.
  ///     - `nestedWrite` inside a write of this store, if the model needs a number.
  ///     - `readOnly` if the model needs a number, but the store is open read-only.
  ///     - `diskFull` if the model needs a number, but the disk is full.
  ///     - `damaged` if the file or a row is damaged.
  public func put<M: Model>(_ model: inout M, partition: String? = nil) throws {
    try number(&model, partition)
    if M.checksSaves {
      let isThere = try get(M.self, model.primaryKey, partition: partition) != nil
      try M.checkSave(&model, isThere ? .update : .insert)
    }
    try stage(model, partition)
  }

  /// Stages a change of the model at a key, and returns whether the key exists.
  ///
  /// On failure, the session stages nothing.
  ///
  /// - Parameters:
  ///   - type: The model type.
  ///   - key: The key.
  ///   - partition: The partition; `nil` for rows outside of partitions.
  ///   - change: Changes the model, but must not change the key.
  /// - Complexity: O(log n + size of the model) for n models, without `change`.
  /// - Throws: One of these errors:
  ///   - Any error that `change` or `willSave` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model, or if
  ///     the model cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `keyChanged` if `change` or `willSave` changes the key.
  ///     - `closed` if the session is closed, or `typeMismatch` if the row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func update<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, partition: String? = nil,
    _ change: (inout M) throws -> Void
  ) throws -> Bool {
    guard var model = try get(type, key, partition: partition) else { return false }
    try change(&model)
    try M.checkSave(&model, .update)
    try model.checkKey(is: key)
    try stage(model, partition)
    return true
  }

  /// Stages the deletion of the row at a key, and returns whether the row exists.
  ///
  /// On failure, the session stages nothing.
  ///
  /// With the default partition, `nil`, the call uses the rows outside of partitions.
  ///
  /// - Complexity: O(log n + size of the row) for n models.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row does not decode as the model. The
  ///     cause has the code `futureVersion` if a later version of the type wrote the row.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed, or `typeMismatch` if the row is not an archive.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or the row is damaged.
  @discardableResult
  public func delete<M: Model>(
    _ type: M.Type, _ key: M.PrimaryKey, partition: String? = nil
  ) throws -> Bool {
    guard try get(type, key, partition: partition) != nil else { return false }
    let place = try StagedKey(key, partition, of: M.collectionName)
    try stage(nil, at: place, isStamped: M.keepsTimestamps)
    return true
  }

  private func stage<M: Model>(_ model: M, _ partition: String?) throws {
    let archive = try archivingErrors(collection: M.collectionName) {
      try Archiver().encode(model)
    }
    try stage(
      archive, at: StagedKey(model.primaryKey, partition, of: M.collectionName),
      isStamped: M.keepsTimestamps, schema: M.archiveSchema,
      sequenceNumber: M.hasSequence ? M.sequenceNumber(of: model) ?? 0 : 0)
  }

  /// Assigns the next number of the sequence to a model without a number, in a write of the store.
  private func number<M: Model>(_ model: inout M, _ partition: String?) throws {
    guard M.hasSequence, M.sequenceNumber(of: model) == 0 else { return }
    let number = try store.write { transaction in
      let rows = transaction.scope.access(to: M.collectionName)
      var number = try rows.nextInSequence()
      // A row that a program put without the model can have a number that the sequence did not
      // record.
      while try isThere(number, model, rows.reading, partition) { number &+= 1 }
      try rows.raiseSequence(above: number)
      return number
    }
    try M.setSequenceNumber(number, of: &model)
  }

  /// Returns whether a row exists at the key that the model would have with a number.
  private func isThere<M: Model>(
    _ number: UInt64, _ model: M, _ rows: CollectionAccess, _ partition: String?
  ) throws -> Bool {
    var model = model
    try M.setSequenceNumber(number, of: &model)
    return try RowLocation(partition).withKey(model.primaryKey) { key in
      try rows.withRow(key, .tuple, wantsValue: false) { _ in }
    }
  }
}

extension WriteAccess {
  /// Makes the next number of the sequence greater than `number`.
  ///
  /// The call has no effect if `number` is 0, or if the next number is already greater.
  ///
  /// - Throws: `StoreError` with `counterOverflow` if the number is the greatest possible number.
  func raiseSequence(above number: UInt64) throws(StoreError) {
    guard number > 0, try nextInSequence() <= number else { return }
    guard number < .max else {
      throw StoreError(.counterOverflow, context: "sequence")
    }
    try setSequence(next: number + 1)
  }
}
