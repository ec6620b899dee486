public import Foundation
internal import LodeStore

// The imports, each in its own transaction. The script `.ci/async-forms` generates the asynchronous
// forms from this file.
extension StoreDocuments {
  /// Imports a JSON array of objects, or JSON Lines, in one transaction: imports every object, or
  /// changes nothing on failure.
  ///
  /// ```swift
  /// let json = Data(#"[{"Id": 1, "name": "Rex"}]"#.utf8)
  /// let outcome = try store.documents("pets").importJSON(json)
  /// ```
  ///
  /// Each object becomes a document, which replaces an existing document with the same key. If the
  /// text has several objects with the same key, the last object is stored. A text that begins with
  /// `[`, after any white space, is an array. Every other text is JSON Lines, with one object per
  /// line. The call parses the text before the write begins, so other writes do not wait for the
  /// parsing.
  ///
  /// In the fields, objects such as `{"$uuid":"..."}` become the values that
  /// `Docs/Format/ArchiveJSON.md` describes.
  ///
  /// - Parameters:
  ///   - json: The text, in UTF-8.
  ///   - keyField: The field that contains the key; the stored document does not have the field.
  ///     With `nil`, each document gets a time-ordered UUID (version 7, RFC 9562), in the order of
  ///     the text.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(s log s + k log n) for k objects in s bytes and n existing documents, and one
  ///   wait for the disk. The call holds all objects in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields of a document cannot be archived.
  ///   - `StoreError` caused by an ``ExchangeError`` with one of these codes:
  ///     - `invalidBytes` if the text is not UTF-8, is malformed, has a number out of range, or
  ///       exceeds a default limit of `ArchiveLimits`.
  ///     - `invalidBytes` if a name in an object begins with `$`, and `ArchiveJSON.md` does not
  ///       describe the object.
  ///     - `notDocuments` if an element is not an object, or if two names in an object are
  ///       canonically equivalent.
  ///     - `missingKey` if an object lacks the key field.
  ///     - `unusableKey` if the value of the key field cannot be a key.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `schemaDrift` if the type of an object in a field changed incompatibly without a new
  ///       version.
  ///     - `blobNotFound` if a field refers to a blob that the store does not have.
  ///     - `invalidName` if the collection is new and its name exceeds 480 bytes.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") throws -> ImportOutcome {
    let documents = try exchangeErrors(collection: name) {
      try IncomingDocument.json(json, keyField: keyField)
    }
    return try store.write { try $0.documents(name, partition: partition).put(documents) }
  }

  /// Imports an array of dictionaries from a property list in one transaction: imports every
  /// dictionary, or changes nothing on failure.
  ///
  /// ```swift
  /// let list = try store.read { try $0.documents("pets").exportPropertyList(format: .xml) }
  /// let outcome = try store.documents("copies").importPropertyList(list)
  /// ```
  ///
  /// Each dictionary becomes a document, which replaces an existing document with the same key. If
  /// the file has several dictionaries with the same key, the last dictionary is stored. A key that
  /// is the text of a UUID in upper case becomes a UUID. The call parses the file before the write
  /// begins, so other writes do not wait for the parsing.
  ///
  /// - Parameters:
  ///   - propertyList: An XML or binary property list.
  ///   - keyField: The field that contains the key; the stored document does not have the field.
  ///     With `nil`, each document gets a time-ordered UUID (version 7, RFC 9562), in the order of
  ///     the file.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(s + k log n) for k dictionaries in s bytes and n existing documents, and one
  ///   wait for the disk. The call holds all dictionaries in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if the fields of a document cannot be archived.
  ///   - `StoreError` caused by an ``ExchangeError`` with one of these codes:
  ///     - `invalidBytes` if an XML file is not UTF-8, or if the file is malformed or nested more
  ///       than 256 levels deep.
  ///     - `notDocuments` if the file is not an array of dictionaries, or if two names in a
  ///       dictionary are canonically equivalent.
  ///     - `missingKey` if a dictionary lacks the key field.
  ///     - `unusableKey` if the value of the key field cannot be a key.
  ///     - `unsupportedValue` if documents cannot represent a value of a binary property list.
  ///     - `tooLarge` if the values of a binary property list need more memory than 64 MiB plus 64
  ///       times the size of the file.
  ///   - `StoreError` with one of these codes:
  ///     - `uniqueViolation` if another row has the same values in a unique index.
  ///     - `unknownFunction` if a unique index uses a function that is not registered.
  ///     - `needsMigration` if the collection has a unique index and a pending migration whose plan
  ///       the program lacks.
  ///     - `protectedCollection` if the collection belongs to a model.
  ///     - `keyFormatMismatch` if the collection has raw keys.
  ///     - `keyTooLong` if a key exceeds 65,535 bytes.
  ///     - `valueTooLarge` if a row exceeds 1 GiB.
  ///     - `invalidName` if the collection is new and its name exceeds 480 bytes.
  ///     - `nestedWrite` inside another write of this store.
  ///     - `closed` if the store is closed, or `readOnly` if the store is open read-only.
  ///     - `damaged` if the file or a row is damaged, or `diskFull` if the disk is full.
  @discardableResult
  public func importPropertyList(
    _ propertyList: Data, keyField: String? = "Id"
  ) throws -> ImportOutcome {
    let documents = try exchangeErrors(collection: name) {
      try IncomingDocument.propertyList(propertyList, keyField: keyField)
    }
    return try store.write { try $0.documents(name, partition: partition).put(documents) }
  }
}
