internal import Foundation
public import LodeCoding
internal import LodeStore

/// A collection of documents in a staged session.
///
/// Reads see the session's snapshot with the session's edits. An edited document keeps the
/// timestamps of its row; a new document has no timestamps.
public struct StagedDocuments: Sendable {
  /// The session.
  public let session: StagedSession
  /// The name of the collection.
  public let name: String
  /// The partition; `nil` for rows outside of partitions.
  public let partition: String?

  /// Returns the document at a key, or `nil` if the key does not exist.
  ///
  /// - Complexity: O(log n + size of the row).
  /// - Throws: `StoreError` with one of these codes:
  ///   - `closed` if the session is closed.
  ///   - `typeMismatch` if the row is not a document.
  ///   - `keyFormatMismatch` if the collection has keys of another format.
  ///   - `damaged` if the file or a row is damaged.
  public func get(_ key: some KeyConvertible) throws -> Document? {
    let base = try session.readBase { try $0.documents(name, partition: partition).get(key) }
    guard let edit = session.edit(try stagedKey(key)) else { return base }
    return try edit.archive.map { archive in
      Document(
        key: RowKey(key), fields: try archive.decoded(), times: base?.times ?? RowTimes.none)
    }
  }

  /// Returns all documents, in key order.
  ///
  /// - Complexity: O(n + e log e) for n documents and e staged edits.
  /// - Throws: the errors of `get`.
  public func fetch() throws -> [Document] {
    let place = RowLocation(partition)
    var documents: [Document] = []
    try session.scan(name, place.range(.all)) { staged, archive in
      let key = place.key(staged.bytes.span)
      let fields = try archive.decoded(as: [String: ArchiveValue].self)
      documents.append(Document(key: key, fields: fields, times: RowTimes.none))
    } base: { row, access in
      documents.append(try access.document(row.content, key: place.key(row.keyBytes)))
    }
    return documents
  }

  /// The number of documents.
  ///
  /// - Complexity: O(n + e log e) for n documents and e staged edits. The call decodes all
  ///   documents.
  /// - Throws: the errors of `get`.
  public var count: Int { get throws { try fetch().count } }

  /// Stages a document with a new key, a time-ordered UUID, and returns the document.
  ///
  /// Nothing is staged on failure.
  ///
  /// - Complexity: O(log n + size of the document).
  /// - Throws: `ArchiveError` if the fields cannot be archived; `StoreError` with `closed` if the
  ///   session is closed.
  @discardableResult
  public func insert(_ fields: [String: ArchiveValue]) throws -> Document {
    let key = UUID.timeOrdered()
    try put(fields, forKey: key)
    return Document(key: RowKey(key), fields: fields, times: RowTimes.none)
  }

  /// Stages an insert or a replacement of the document at a key.
  ///
  /// Nothing is staged on failure.
  ///
  /// - Complexity: O(log n + size of the document).
  /// - Throws: `ArchiveError` if the fields cannot be archived; `StoreError` with one of these
  ///   codes:
  ///   - `closed` if the session is closed.
  ///   - `keyEmpty` if the key is empty.
  ///   - `keyFormatMismatch` if the collection has keys of another format.
  public func put(_ fields: [String: ArchiveValue], forKey key: some KeyConvertible) throws {
    try session.stage(Archiver().encode(fields), at: stagedKey(key), isStamped: true)
  }

  /// Stages new values of fields of the document at a key, and returns whether the key exists.
  ///
  /// Nothing is staged on failure.
  ///
  /// - Complexity: O(log n + size of the document).
  /// - Throws: the errors of `get` and `put`.
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
  /// - Complexity: O(log n + size of the row).
  /// - Throws: the errors of `get`.
  @discardableResult
  public func delete(_ key: some KeyConvertible) throws -> Bool {
    guard try get(key) != nil else { return false }
    try session.stage(nil, at: stagedKey(key), isStamped: true)
    return true
  }

  /// Stages the deletion of all documents, and returns the number of documents.
  ///
  /// If an error is thrown, deletions of earlier documents stay staged.
  ///
  /// - Complexity: O(n log n + e log e) for n documents and e staged edits.
  /// - Throws: the errors of `get`.
  @discardableResult
  public func deleteAll() throws -> Int {
    let documents = try fetch()
    for document in documents { try delete(document.key) }
    return documents.count
  }

  private func stagedKey(_ key: some KeyConvertible) throws -> StagedKey {
    StagedKey(
      collection: name, bytes: try RowLocation(partition).withKey(key) { $0.copied() })
  }
}

extension StagedSession {
  /// Returns a collection of documents, or one partition of the collection.
  public func documents(_ name: String, partition: String? = nil) -> StagedDocuments {
    StagedDocuments(session: self, name: name, partition: partition)
  }
}

extension RowTimes {
  /// The timestamps of a document that is not stored.
  package static var none: RowTimes { RowTimes(created: nil, updated: nil, revision: 0) }
}
