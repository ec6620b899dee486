internal import Foundation
public import LodeCoding
public import LodeStore

/// Write access to a collection of documents, inside a write transaction.
///
/// ```swift
/// try store.write { transaction in
///   let pets = transaction.documents("pets")
///   let rex = try pets.insert(["name": "Rex"])
///   try pets.update(rex.key, set: ["age": 3])
/// }
/// ```
///
/// The first document creates the collection. Each document has timestamps. Putting an identical
/// document does not change the timestamps. The transaction commits or rolls back all changes
/// together. A call that throws changes nothing, unless its documentation says otherwise. Each
/// index adds O(log n) to the write of a row, for n documents.
///
/// In addition to the listed errors, a call can throw `StoreError` with one of these codes:
///
/// - `keyCollision` if two keys of at least 511 bytes have the same first 495 bytes and the same
///   hash. An insert throws `duplicateKey` instead.
/// - `mapFull` if the file outgrows its map size, or `tablesFull` if the table capacity is full.
///   The store then increases the limit, and runs the closure of the transaction again.
public protocol DocumentWriting: DocumentReading, ~Copyable, ~Escapable {
  /// The write transaction.
  var scope: WriteScope { get }
  /// The name of the collection.
  var name: String { get }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Inserts a document with a time-ordered UUID as its key, and returns the document.
  ///
  /// The key is a UUID of version 7 (RFC 9562), greater than every key that this process assigned
  /// before. Inserting equal fields twice creates two documents. Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
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
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert(_ fields: [String: ArchiveValue]) throws -> Document {
    try insert(fields, forKey: UUID.timeOrdered())
  }

  /// Inserts documents with new keys: all documents, or no document on failure.
  ///
  /// Each new key is a time-ordered UUID (version 7, RFC 9562), greater than every key that this
  /// process assigned before.
  ///
  /// - Returns: The documents, in the order of the sequence.
  /// - Complexity: O(k log n + size of the rows) for k new and n existing documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields of a document cannot be archived.
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
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert(
    contentsOf all: some Sequence<[String: ArchiveValue]>
  ) throws -> [Document] {
    try inSavepoint { writer in try all.map { try writer.insert($0) } }
  }

  /// Inserts a document at a key that does not exist yet, and returns the document.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
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
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible
  ) throws -> Document {
    let rows = scope.access(to: name)
    return try RowLocation(partition).withKey(key) { bytes in
      _ = try rows.put(fields, forKey: bytes, .insert, isStamped: true)
      return Document(
        key: RowKey(key), fields: fields, times: RowTimes(now: rows.time, rows.revision))
    }
  }

  /// Inserts or replaces the document at a key.
  ///
  /// If the document is identical, the call writes nothing, and the row keeps its timestamps.
  /// Nothing changes on failure.
  ///
  /// - Returns: Whether the document was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
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
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func put(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible
  ) throws -> PutOutcome {
    let rows = scope.access(to: name)
    return try RowLocation(partition).withKey(key) { bytes in
      try rows.put(fields, forKey: bytes, .overwrite, isStamped: true) ?? .unchanged
    }
  }

  /// Sets fields of the document at a key, if the key exists; other fields keep their values.
  ///
  /// A name with a dot, such as `home.city`, sets the value `city` of the dictionary `home`. If the
  /// document has a field `home.city`, or no dictionary `home`, the name sets the field
  /// `home.city`. Nothing changes on failure.
  ///
  /// - Returns: How many documents matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, or if
  ///     the fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
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
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  @discardableResult
  public func update(
    _ key: some KeyConvertible, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try update(key) { $0.set(fields) }
  }

  /// Changes the fields of the document at a key, if the key exists.
  ///
  /// Nothing changes on failure.
  ///
  /// - Returns: How many documents matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row) for n documents, without `change`.
  /// - Throws: One of these errors:
  ///   - Any error that `change` throws.
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, or if
  ///     the fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
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
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  @discardableResult
  public func update(
    _ key: some KeyConvertible, _ change: (inout [String: ArchiveValue]) throws -> Void
  ) throws -> UpdateOutcome {
    guard var document = try get(key) else { return UpdateOutcome() }
    try change(&document.fields)
    let outcome = try put(document.fields, forKey: key)
    return UpdateOutcome(matched: 1, changed: outcome == .unchanged ? 0 : 1)
  }

  /// Sets fields of every document that matches a selection, or inserts one document if no document
  /// matches.
  ///
  /// The selection must have a condition or a limit. For a selection parsed from text, a limit is
  /// not enough. The inserted document has only the given fields, with a time-ordered UUID (version
  /// 7, RFC 9562) as its key. In a matching document, a name with a dot can set a value of a
  /// dictionary, as in `update`. In an inserted document, every name is a field's name. Nothing
  /// changes on failure.
  ///
  /// ```swift
  /// let outcome = try store.write { transaction in
  ///   try transaction.documents("pets").upsert(
  ///     ["name": "Rex", "age": 5], on: Selection(parsing: "name = 'Rex'"))
  /// }
  /// ```
  ///
  /// - Returns: The inserted document, or `nil` if documents matched; and the numbers of matched
  ///   and changed documents.
  /// - Complexity: O(log n + k) for k matching documents of n if an index or the key answers the
  ///   selection, otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the
  ///   selection's order. The changes add O(k log n). The call holds the keys in memory.
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
  ///   - `StoreError` caused by an `ArchiveError` if a matching row is an archive of another type,
  ///     or if the fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the selection is strict
  ///     (`Selection.strict()`), and a step of a pending migration fails.
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
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `valueTooLarge` if the row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `invalidName` if the collection is new and its name exceeds 480 bytes.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the query.
  @discardableResult
  public func upsert(
    _ fields: [String: ArchiveValue], on selection: Selection
  ) throws -> (inserted: Document?, updated: UpdateOutcome) {
    let outcome = try update(selection, set: fields)
    if outcome.matched > 0 { return (nil, outcome) }
    return (try insert(fields), outcome)
  }

  /// Deletes the document at a key, and returns whether the document existed.
  ///
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `unknownFunction` if a unique index uses a function that is not registered.
  ///   - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///     the program lacks.
  ///   - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///     collection has raw keys.
  ///   - `keyEmpty` if the key is empty.
  ///   - `damaged` if the file or a row is damaged.
  @discardableResult
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    let rows = scope.access(to: name)
    return try RowLocation(partition).withKey(key) { try rows.delete($0) }
  }

  /// Deletes all documents, and returns the number of deleted documents.
  ///
  /// Other partitions keep their rows. If the call throws, already deleted rows stay deleted,
  /// unless the error also ends the write or a savepoint.
  ///
  /// - Complexity: O(p) for p pages of rows and indexes if the collection has neither partitions
  ///   nor blobs. Otherwise O(k log n + size of the rows) for k deleted rows of n.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `unknownFunction` if the collection has partitions, and a unique index uses a function
  ///     that is not registered.
  ///   - `needsMigration` if the collection has partitions, a unique index, and a pending migration
  ///     whose plan the program lacks.
  ///   - `timeLimitExceeded` or `cancelled` if the collection has partitions, and a time limit or a
  ///     cancelled task ends the scan.
  ///   - `damaged` if the file or a row is damaged.
  @discardableResult
  public func deleteAll() throws -> Int {
    try scope.access(to: name).deleteAll(in: RowLocation(partition))
  }

  /// Runs `body` with the collection inside a savepoint, which undoes the changes of `body` if
  /// `body` throws.
  func inSavepoint<R>(_ body: (SavepointDocuments) throws -> R) throws -> R {
    try scope.savepoint {
      try body(SavepointDocuments(scope: $0, name: name, partition: partition))
    }
  }
}

/// A view of a collection of documents inside a savepoint.
struct SavepointDocuments: DocumentWriting {
  let scope: WriteScope
  let name: String
  let partition: String?
  var access: CollectionAccess { scope.access(to: name).reading }
  var mutationCount: Int? { scope.access(to: name).mutations }
}

extension RowTimes {
  /// Creates the timestamps of a new row.
  ///
  /// - Parameters:
  ///   - now: The time of the write, in microseconds since 1970.
  ///   - revision: The revision of the row.
  init(now: Int64, _ revision: UInt64) {
    let date = Date(microseconds: now)
    self.init(created: date, updated: date, revision: revision)
  }
}
