public import LodeCoding
public import LodeStore

// The asynchronous forms of StoreDocuments+Writes.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension StoreDocuments {
  /// Inserts a document with a time-ordered UUID as its key, and returns the document.
  ///
  /// The key is a UUID of version 7 (RFC 9562), greater than every key that this process assigned
  /// before. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n documents, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `invalidName` if the collection is new and its name exceeds 480 bytes.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert(_ fields: [String: ArchiveValue]) async throws -> Document {
    try await store.write { try $0.documents(name, partition: partition).insert(fields) }
  }

  /// Inserts documents with new keys in one transaction: all documents, or no document on failure.
  ///
  /// Each new key is a time-ordered UUID (version 7, RFC 9562), greater than every key that this
  /// process assigned before.
  ///
  /// - Returns: The documents, in the order of the sequence.
  /// - Complexity: O(k log n + size of the rows) for k new and n existing documents, and one wait
  ///   for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields of a document cannot be archived.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `invalidName` if the collection is new and its name exceeds 480 bytes.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert(
    contentsOf all: some Sequence<[String: ArchiveValue]> & Sendable
  ) async throws -> [Document] {
    try await store.write { try $0.documents(name, partition: partition).insert(contentsOf: all) }
  }

  /// Inserts a document at a key that does not exist yet, and returns the document.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n documents, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `duplicateKey` if the key exists.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty, or `keyTooLong` if the key exceeds 65,535 bytes.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `invalidName` if the collection is new and its name exceeds 480 bytes.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func insert(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible & Sendable
  ) async throws -> Document {
    try await store.write {
      try $0.documents(name, partition: partition).insert(fields, forKey: key)
    }
  }

  /// Inserts or replaces the document at a key.
  ///
  /// If the document is identical, the call writes nothing, and the row keeps its timestamps.
  /// Nothing changes on failure.
  ///
  /// - Returns: Whether the document was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n documents, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty, or `keyTooLong` if the key exceeds 65,535 bytes.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `invalidName` if the collection is new and its name exceeds 480 bytes.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func put(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible & Sendable
  ) async throws -> PutOutcome {
    try await store.write { try $0.documents(name, partition: partition).put(fields, forKey: key) }
  }

  /// Sets fields of the document at a key, if the key exists; other fields keep their values.
  ///
  /// A name with a dot, such as `home.city`, sets the value `city` of the dictionary `home`. If the
  /// document has a field `home.city`, or no dictionary `home`, the name sets the field
  /// `home.city`. Nothing changes on failure.
  ///
  /// - Returns: How many documents matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n documents, and one wait for the disk.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, or if
  ///     the fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `typeMismatch` if the row is not an archive.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update(
    _ key: some KeyConvertible & Sendable, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write { try $0.documents(name, partition: partition).update(key, set: fields) }
  }

  /// Changes the fields of the document at a key, if the key exists.
  ///
  /// Nothing changes on failure.
  ///
  /// - Returns: How many documents matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n documents, without `change`; and one wait for
  ///   the disk.
  /// - Throws: One of these errors:
  ///   - Any error that `change` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, or if
  ///     the fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `CancellationError` if the task was cancelled before the write.
  ///   - `StoreError` with one of these codes:
  ///     - `typeMismatch` if the row is not an archive.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update(
    _ key: some KeyConvertible & Sendable,
    _ change: @escaping @Sendable (inout [String: ArchiveValue]) throws -> Void
  ) async throws -> UpdateOutcome {
    try await store.write { try $0.documents(name, partition: partition).update(key, change) }
  }

  /// Sets fields of every document that matches a selection: changes all documents, or no document
  /// on failure.
  ///
  /// A name with a dot, such as `home.city`, sets the value `city` of the dictionary `home`. If the
  /// document has a field `home.city`, or no dictionary `home`, the name sets the field
  /// `home.city`. The selection must have a condition or a limit. For a selection parsed from text,
  /// a limit is not enough.
  ///
  /// - Returns: How many documents matched, and how many changed.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. The changes add O(k log n), and one wait for the disk. The call holds the
  ///   keys in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the selection has neither a condition nor a limit. For a selection
  ///       parsed from text, a limit is not enough.
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, or if the
  ///     fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before the write or during the query.
  ///   - `StoreError` with one of these codes:
  ///     - `collectionNotFound` if the selection was parsed from text, and the collection does not
  ///       exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection or a unique index uses a function that is not
  ///       registered.
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `typeMismatch` if a row is not an archive, or `keyFormatMismatch` if the collection has
  ///       raw keys.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func update(
    _ selection: Selection, set fields: [String: ArchiveValue]
  ) async throws -> UpdateOutcome {
    try await store.write {
      try $0.documents(name, partition: partition).update(selection, set: fields)
    }
  }

  /// Deletes the document at a key, and returns whether the document existed.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n documents, and one wait for the disk.
  /// - Throws: `CancellationError` if the task was cancelled before the write; `StoreError` with
  ///   one of these codes:
  ///   - `unknownFunction` if a unique index uses a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///     the program lacks.
  ///   - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///     collection has raw keys.
  ///   - `keyEmpty` if the key is empty.
  ///   - `nestedWrite` inside another write of this store.
  ///   - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete(_ key: some KeyConvertible & Sendable) async throws -> Bool {
    try await store.write { try $0.documents(name, partition: partition).delete(key) }
  }

  /// Deletes every document that matches a selection, and returns the number of deleted documents.
  ///
  /// The call deletes all matching documents, or no document on failure. The selection must have a
  /// condition or a limit. For a selection parsed from text, a limit is not enough. To delete every
  /// document, call `deleteAll`.
  ///
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. The deletions add O(k log n), and one wait for the disk. The call holds
  ///   the keys in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `missingCondition` if the selection has neither a condition nor a limit. For a selection
  ///       parsed from text, a limit is not enough.
  ///     - `unknownField` if documents exist, and the selection names a field that no document,
  ///       index, or recorded schema has.
  ///     - `unknownField` if the selection names a component of `$key` that no model of the
  ///       collection declares.
  ///     - `typeMismatch` if a condition parsed from text compares a timestamp, `$revision`, or a
  ///       model's field with a value of an unrelated type.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the selection or the store
  ///     requires an index, but only a scan finds the documents.
  ///   - `StoreError` caused by an `ArchiveError` if a row is malformed.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
  ///   - `CancellationError` if the task was cancelled before the write or during the query.
  ///   - `StoreError` with one of these codes:
  ///     - `collectionNotFound` if the selection was parsed from text, and the collection does not
  ///       exist.
  ///     - `invalidLimit` if a limit or an offset is negative.
  ///     - `unknownFunction` if the selection or a unique index uses a function that is not
  ///       registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `typeMismatch` if a row is not an archive, or `keyFormatMismatch` if the collection has
  ///       raw keys.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func delete(_ selection: Selection) async throws -> Int {
    try await store.write { try $0.documents(name, partition: partition).delete(selection) }
  }

  /// Deletes all documents, and returns the number of deleted documents.
  ///
  /// Other partitions keep their rows. Nothing changes on failure.
  ///
  /// - Complexity: O(p) for p pages of rows and indexes if the collection has neither partitions
  ///   nor blobs. Otherwise O(k log n + size of the rows) for k deleted rows of n. In both cases,
  ///   one wait for the disk.
  /// - Throws: `CancellationError` if the task was cancelled before the write, or during the scan
  ///   of a collection with partitions; `StoreError` with one of these codes:
  ///   - `unknownFunction` if the collection has partitions, and a unique index uses a function
  ///     that is not registered.
  ///   - `needsMigration` if the collection has partitions, a unique index, and a pending
  ///     migration whose plan the program lacks.
  ///   - `nestedWrite` inside another write of this store.
  ///   - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///   - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func deleteAll() async throws -> Int {
    try await store.write { try $0.documents(name, partition: partition).deleteAll() }
  }
}
