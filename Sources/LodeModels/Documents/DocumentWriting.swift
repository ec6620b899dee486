internal import Foundation
public import LodeCoding
public import LodeStore

/// A collection of documents inside a write, to read and to change.
///
/// ```swift
/// try store.write { transaction in
///   let pets = transaction.documents("pets")
///   let rex = try pets.insert(["name": "Rex"])
///   try pets.update(rex.key, set: ["age": 3])
/// }
/// ```
///
/// Every document has the times of its row, which move only when its content changes. A call that
/// throws has changed nothing.
public protocol DocumentWriting: DocumentReading, ~Copyable, ~Escapable {
  /// The write.
  var scope: WriteScope { get }
  /// The name of the collection.
  var name: String { get }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Makes a document with a new key, a time-ordered UUID, and returns it.
  ///
  /// Each new key is greater than every earlier one of this process, so `fetch` returns such
  /// documents in the order of their insertion. The keys are UUIDs of version 7 (RFC 9562). They
  /// contain the time of insertion in milliseconds.
  ///
  /// The same fields given again are another document.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `ArchiveError` when the fields cannot be archived.
  @discardableResult
  public func insert(_ fields: [String: ArchiveValue]) throws -> Document {
    try insert(fields, forKey: UUID.timeOrdered())
  }

  /// Makes documents with new keys in the order of the sequence, all of them or none, and returns
  /// them.
  ///
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: the errors of `insert` with one document.
  @discardableResult
  public func insert(
    contentsOf all: some Sequence<[String: ArchiveValue]>
  ) throws -> [Document] {
    try inSavepoint { writer in try all.map { try writer.insert($0) } }
  }

  /// Makes a document at a key that is not there, and returns it.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `StoreError` with `duplicateKey`; else as `put`.
  @discardableResult
  public func insert(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible
  ) throws -> Document {
    let rows = scope.access(to: name)
    return try RowPlace(partition).withKey(key) { bytes in
      _ = try rows.put(fields, forKey: bytes, .insert, isStamped: true)
      return Document(
        key: RowKey(key), fields: fields, times: RowTimes(now: rows.time, rows.revision))
    }
  }

  /// Makes or overwrites the document at a key.
  ///
  /// - Returns: what that did.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `StoreError` with `keyFormatMismatch`, `keyTooLong`, `valueTooLarge`; `ArchiveError`
  ///   when the fields cannot be archived.
  @discardableResult
  public func put(
    _ fields: [String: ArchiveValue], forKey key: some KeyConvertible
  ) throws -> PutOutcome {
    let rows = scope.access(to: name)
    return try RowPlace(partition).withKey(key) { bytes in
      try rows.put(fields, forKey: bytes, .overwrite, isStamped: true) ?? .unchanged
    }
  }

  /// Sets some fields of the document at a key, if there is one, and leaves the others.
  ///
  /// - Returns: how many documents there were, none or one, and how many are not what they were.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: as `get` and `put`.
  @discardableResult
  public func update(
    _ key: some KeyConvertible, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    try update(key) { $0.merge(fields) { $1 } }
  }

  /// Changes the fields of the document at a key, if there is one.
  ///
  /// - Returns: how many documents there were, none or one, and how many are not what they were.
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: what `change` throws; else as `get` and `put`.
  @discardableResult
  public func update(
    _ key: some KeyConvertible, _ change: (inout [String: ArchiveValue]) throws -> Void
  ) throws -> UpdateOutcome {
    guard var document = try get(key) else { return UpdateOutcome() }
    try change(&document.fields)
    let outcome = try put(document.fields, forKey: key)
    return UpdateOutcome(matched: 1, changed: outcome == .unchanged ? 0 : 1)
  }

  /// Sets fields of every document that matches a selection, or inserts one document if none
  /// matches.
  ///
  /// ```swift
  /// let outcome = try store.write { transaction in
  ///   try transaction.documents("pets").upsert(
  ///     ["name": "Rex", "age": 5], on: Selection(parsing: "name = 'Rex'"))
  /// }
  /// ```
  ///
  /// - Returns: The inserted document, or `nil`; and how many documents matched and changed.
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

  /// Deletes the document of a key, and returns whether the document existed.
  ///
  /// - Complexity: O(log n).
  @discardableResult
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    let rows = scope.access(to: name)
    return try RowPlace(partition).withKey(key) { try rows.delete($0) }
  }

  /// Deletes all documents; says how many there were.
  ///
  /// Other partitions stay.
  ///
  /// - Complexity: O(pages) when the collection has no partitions; otherwise O(k log n).
  @discardableResult
  public func deleteAll() throws -> Int {
    try scope.access(to: name).deleteAll(in: RowPlace(partition))
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
