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
/// Each document has timestamps, which change only with its content. The transaction commits or
/// rolls back all changes together. A call that throws changes nothing, unless its documentation
/// says otherwise.
public protocol DocumentWriting: DocumentReading, ~Copyable, ~Escapable {
  /// The write.
  var scope: WriteScope { get }
  /// The name of the collection.
  var name: String { get }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Inserts a document with a new key, a time-ordered UUID, and returns the document.
  ///
  /// The key is a UUID of version 7 (RFC 9562), which contains the time of insertion in
  /// milliseconds. Each new key is greater than every earlier key of this process, so documents are
  /// sorted by insertion. Inserting equal fields twice creates two documents. Nothing changes on
  /// failure.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `ArchiveError` if the fields cannot be archived; `StoreError` with one of these
  ///   codes:
  ///   - `uniqueViolation` if another row has the values of a unique index.
  ///   - `protectedCollection` if the collection belongs to a model.
  ///   - `keyFormatMismatch` if the collection has keys of another format.
  ///   - `valueTooLarge` if the row exceeds 1 GiB.
  @discardableResult
  public func insert(_ fields: [String: ArchiveValue]) throws -> Document {
    try insert(fields, forKey: UUID.timeOrdered())
  }

  /// Inserts documents with new keys: all documents, or no document on failure.
  ///
  /// - Returns: The documents, in the order of the sequence.
  /// - Complexity: O(k log n + size of the rows) for k documents.
  /// - Throws: the errors of `insert` with one document.
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
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with `duplicateKey` if the key exists; otherwise the errors of `put`.
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
  /// An identical document keeps its timestamps and is not written. Nothing changes on failure.
  ///
  /// - Returns: Whether the document was inserted, updated, or unchanged.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with `keyEmpty` if the key is empty, or `keyTooLong` if the key exceeds
  ///   65,535 bytes; otherwise the errors of `insert` without a key.
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
  /// Nothing changes on failure.
  ///
  /// - Returns: How many documents matched, 0 or 1, and how many changed.
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `get` and `put`.
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
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `change`, `get`, and `put`.
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
  /// ```swift
  /// let outcome = try store.write { transaction in
  ///   try transaction.documents("pets").upsert(
  ///     ["name": "Rex", "age": 5], on: Selection(parsing: "name = 'Rex'"))
  /// }
  /// ```
  ///
  /// - Returns: The inserted document, or `nil`; and the numbers of matched and changed documents.
  /// - Complexity: as `fetch`, and O(log n) for each matching document.
  /// - Throws: the errors of `insert`, and of `update` with a selection.
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
  /// - Complexity: O(log n).
  /// - Throws: `StoreError` with one of these codes:
  ///   - `keyFormatMismatch` if the collection has keys of another format.
  ///   - `damaged` if the file or a row is damaged.
  ///   - `unknownFunction` or `needsMigration` if a unique index cannot be maintained.
  @discardableResult
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    let rows = scope.access(to: name)
    return try RowLocation(partition).withKey(key) { try rows.delete($0) }
  }

  /// Deletes all documents, and returns the number of deleted documents.
  ///
  /// Other partitions keep their rows.
  ///
  /// - Complexity: O(pages) if the collection has no partitions, otherwise O(k log n) for k rows.
  /// - Throws: `StoreError` with `damaged` if the file or a row is damaged; `unknownFunction` or
  ///   `needsMigration` if a unique index cannot be maintained.
  @discardableResult
  public func deleteAll() throws -> Int {
    try scope.access(to: name).deleteAll(in: RowLocation(partition))
  }

  func inSavepoint<R>(_ body: (SavepointDocuments) throws -> R) throws -> R {
    try scope.savepoint {
      try body(SavepointDocuments(scope: $0, name: name, partition: partition))
    }
  }
}

/// The collection inside a savepoint.
struct SavepointDocuments: DocumentWriting {
  let scope: WriteScope
  let name: String
  let partition: String?
  var access: CollectionAccess { scope.access(to: name).reading }
  var mutationCount: Int? { scope.access(to: name).mutations }
}

extension RowTimes {
  /// The timestamps of a new row.
  init(now: Int64, _ revision: UInt64) {
    let date = Date(microseconds: now)
    self.init(created: date, updated: date, revision: revision)
  }
}
