internal import Foundation
public import LodeCoding
internal import LodeStore

/// A collection of documents in a staged session.
///
/// ```swift
/// let session = try store.stage()
/// let pets = session.documents("pets")
/// try pets.put(["name": "Tom"], forKey: 1)
/// try session.save()
/// ```
///
/// Reads return the documents of the session's snapshot with the session's edits. Any thread can
/// call the methods. A new document has no timestamps. For an edited document, ``get(_:)`` returns
/// the timestamps of the row, and ``fetch()`` returns no timestamps.
///
/// In addition to the errors that a call lists, a call can throw the codes in the table of
/// ``ModelStoring``.
public struct StagedDocuments: Sendable {
  /// The session to which the edits belong.
  public let session: StagedSession
  /// The name of the collection.
  public let name: String
  /// The partition of the documents; `nil` for documents outside of partitions.
  public let partition: String?

  /// Returns the document at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  public func get(_ key: some KeyConvertible) throws -> Document? {
    let base = try session.readBase { try $0.documents(name, partition: partition).get(key) }
    guard let edit = session.edit(try StagedKey(key, partition, of: name)) else { return base }
    return try edit.archive.map { archive in
      let fields: [String: ArchiveValue] = try readingErrors(collection: name) {
        try archive.decoded()
      }
      return Document(key: RowKey(key), fields: fields, times: base?.times ?? RowTimes.none)
    }
  }

  /// Returns all documents, in key order, without the documents of other partitions.
  ///
  /// - Complexity: O(n + e log e) for n documents and e staged edits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  public func fetch() throws -> [Document] {
    let place = RowLocation(partition)
    var documents: [Document] = []
    try session.scan(name, place.range(.all)) { staged, archive in
      let key = place.key(staged.bytes.span)
      let fields = try readingErrors(collection: name) {
        try archive.decoded(as: [String: ArchiveValue].self)
      }
      documents.append(Document(key: key, fields: fields, times: RowTimes.none))
    } base: { row, access in
      documents.append(try access.document(row.content, key: place.key(row.keyBytes)))
    }
    return documents
  }

  /// The number of documents in the session's snapshot with the session's edits.
  ///
  /// - Complexity: O(n + e log e) for n documents and e staged edits. The call decodes all
  ///   documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  public var count: Int { get throws { try fetch().count } }

  /// Stages a document with a time-ordered UUID as its key, and returns the document.
  ///
  /// The key is a UUID of version 7 (RFC 9562), greater than every key that this process assigned
  /// before. On failure, the session stages nothing.
  ///
  /// - Complexity: O(log n + size of the document) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func insert(_ fields: [String: ArchiveValue]) throws -> Document {
    let key = UUID.timeOrdered()
    try put(fields, forKey: key)
    return Document(key: RowKey(key), fields: fields, times: RowTimes.none)
  }

  /// Stages an insert or a replacement of the document at a key.
  ///
  /// On failure, the session stages nothing.
  ///
  /// - Complexity: O(log n + size of the document) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields cannot be archived.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or a row is damaged.
  public func put(_ fields: [String: ArchiveValue], forKey key: some KeyConvertible) throws {
    let archive = try archivingErrors(collection: name) { try Archiver().encode(fields) }
    try session.stage(archive, at: StagedKey(key, partition, of: name), isStamped: true)
  }

  /// Stages a change of some fields of the document at a key, and returns whether the key exists.
  ///
  /// The name `home.city` sets the field `city` of the dictionary `home`. If the document has a
  /// field `home.city`, or no dictionary `home`, the name sets the field `home.city`. On failure,
  /// the session stages nothing.
  ///
  /// - Complexity: O(log n + size of the document) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, or if
  ///     the fields cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  @discardableResult
  public func update(
    _ key: some KeyConvertible, set fields: [String: ArchiveValue]
  ) throws -> Bool {
    guard var document = try get(key) else { return false }
    document.fields.set(fields)
    try put(document.fields, forKey: key)
    return true
  }

  /// Stages the deletion of a document, and returns whether the document exists.
  ///
  /// On failure, the session stages nothing.
  ///
  /// - Complexity: O(log n + size of the row) for n documents.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `keyFormatMismatch` if the key is a `RawKey` or begins with a `Partition`, or the
  ///       collection has raw keys.
  ///     - `keyEmpty` if the key is empty.
  ///     - `damaged` if the file or the row is damaged, or `typeMismatch` if the row is not an
  ///       archive.
  @discardableResult
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    guard try get(key) != nil else { return false }
    try session.stage(nil, at: StagedKey(key, partition, of: name), isStamped: true)
    return true
  }

  /// Stages the deletion of all documents, and returns the number of deleted documents.
  ///
  /// Other partitions keep their documents. If the call throws, the deletions of earlier documents
  /// stay staged.
  ///
  /// - Complexity: O(n log n + e log e) for n documents and e staged edits.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with one of these codes:
  ///     - `closed` if the session is closed.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `damaged` if the file or a row is damaged, or `typeMismatch` if a row is not an archive.
  @discardableResult
  public func deleteAll() throws -> Int {
    let documents = try fetch()
    for document in documents { try delete(document.key) }
    return documents.count
  }
}

extension StagedSession {
  /// Returns a view of a collection's documents, in one partition or outside of partitions.
  ///
  /// The collection need not exist. The call reads nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the collection.
  ///   - partition: The partition; `nil` for documents outside of partitions.
  public func documents(_ name: String, partition: String? = nil) -> StagedDocuments {
    StagedDocuments(session: self, name: name, partition: partition)
  }
}

extension RowTimes {
  /// No timestamps, and the revision 0.
  package static var none: RowTimes { RowTimes(created: nil, updated: nil, revision: 0) }
}
