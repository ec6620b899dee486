internal import Foundation
public import LodeCoding
public import LodeStore

/// A collection of documents inside a write, to read and to change.
///
/// ```swift
/// try store.write { transaction in
///   let pets = transaction.documents("pets")
///   let rex = try pets.add(["name": "Rex"])
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
  /// Each new key is greater than every earlier one of this process, so `all` returns such
  /// documents in the order of their insertion. The keys are UUIDs of version 7 (RFC 9562). They
  /// contain the time of insertion in milliseconds.
  ///
  /// The same fields given again are another document.
  ///
  /// - Complexity: O(log n), and O(bytes).
  /// - Throws: `ArchiveError` when the fields cannot be archived.
  @discardableResult
  public func add(_ fields: [String: ArchiveValue]) throws -> Document {
    try insert(fields, forKey: UUID.timeOrdered())
  }

  /// Makes documents with new keys in the order of the sequence, all of them or none, and returns
  /// them.
  ///
  /// - Complexity: O(k log n), and O(bytes).
  /// - Throws: as `add` of one.
  @discardableResult
  public func add(contentsOf all: some Sequence<[String: ArchiveValue]>) throws -> [Document] {
    try inSavepoint { writer in try all.map { try writer.add($0) } }
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

  /// Sets some fields of every document that passes: of all of them or, when something throws, of
  /// none.
  ///
  /// - Returns: how many passed, and how many are not what they were.
  /// - Complexity: O(n), and O(bytes).
  /// - Throws: as `update` of one; what `isIncluded` throws.
  @discardableResult
  public func update(
    where isIncluded: (Document) throws -> Bool, set fields: [String: ArchiveValue]
  ) throws -> UpdateOutcome {
    let keys = try keys(where: isIncluded)
    return try inSavepoint { writer in
      var total = UpdateOutcome()
      for key in keys { total += try writer.update(key, set: fields) }
      return total
    }
  }

  /// Sets the fields of every document that passes, or makes one document of them when none does.
  ///
  /// - Returns: the document that was made, or `nil`; and how many passed and were changed.
  /// - Complexity: O(n), and O(bytes).
  /// - Throws: as `add` and `update`.
  @discardableResult
  public func createOrUpdate(
    _ fields: [String: ArchiveValue], where isIncluded: (Document) throws -> Bool
  ) throws -> (created: Document?, updated: UpdateOutcome) {
    let outcome = try update(where: isIncluded, set: fields)
    if outcome.matched > 0 { return (nil, outcome) }
    return (try add(fields), outcome)
  }

  /// Deletes the document of a key, and returns whether the document existed.
  ///
  /// - Complexity: O(log n).
  @discardableResult
  public func remove(_ key: some KeyConvertible) throws -> Bool {
    let rows = scope.access(to: name)
    return try RowPlace(partition).withKey(key) { try rows.delete($0) }
  }

  /// Deletes every document that passes; says how many did.
  ///
  /// - Complexity: O(n), and O(bytes).
  /// - Throws: as `get`; what `isIncluded` throws.
  @discardableResult
  public func remove(where isIncluded: (Document) throws -> Bool) throws -> Int {
    let keys = try keys(where: isIncluded)
    for key in keys { try remove(key) }
    return keys.count
  }

  /// Deletes all documents; says how many there were.
  ///
  /// Other partitions stay.
  ///
  /// - Complexity: O(pages) when the collection has no partitions; otherwise O(k log n).
  @discardableResult
  public func removeAll() throws -> Int {
    try scope.access(to: name).deleteAll(in: RowPlace(partition))
  }

  /// The keys of those that pass, so that they can be changed.
  private func keys(where isIncluded: (Document) throws -> Bool) throws -> [RowKey] {
    var keys: [RowKey] = []
    try scan { document in
      if try isIncluded(document) { keys.append(document.key) }
      return .next
    }
    return keys
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
