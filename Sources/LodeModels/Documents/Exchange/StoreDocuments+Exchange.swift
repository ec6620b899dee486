public import Foundation
internal import LodeStore

// Imports into a store parse the file before the write begins, so other writes do not wait for the
// parsing. `.ci/async-forms` writes the asynchronous forms of these calls from this file.
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
  /// file has several objects with the same key, the last object is stored. The file is parsed on
  /// the calling thread, before the write.
  ///
  /// - Parameters:
  ///   - json: The text, in UTF-8.
  ///   - keyField: The field that contains the key; the document does not keep the field. With
  ///     `nil`, each document gets a time-ordered UUID, in the order of the file.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(size of the file + k log n) for k objects, and one wait for the disk.
  /// - Throws: the errors of `put`; ``ExchangeError`` with one of these codes:
  ///   - `invalidBytes` and the position if the text is malformed.
  ///   - `notDocuments` if an element is not an object.
  ///   - `missingKey` if an object lacks the key field.
  ///   - `unusableKey` if the field cannot be a key.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") throws -> ImportOutcome {
    let documents = try IncomingDocument.json(json, keyField: keyField)
    return try store.write { try $0.documents(name, partition: partition).put(documents) }
  }

  /// Imports an array of dictionaries from a property list in one transaction: imports every
  /// dictionary, or changes nothing on failure.
  ///
  /// Each dictionary becomes a document, which replaces an existing document with the same key. If
  /// the file has several dictionaries with the same key, the last dictionary is stored. The file
  /// is parsed on the calling thread, before the write.
  ///
  /// - Parameters:
  ///   - propertyList: An XML or binary property list.
  ///   - keyField: The field that contains the key; the document does not keep the field. A UUID in
  ///     upper case becomes a UUID. With `nil`, each document gets a time-ordered UUID, in the
  ///     order of the file.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(size of the file + k log n) for k dictionaries, and one wait for the disk.
  /// - Throws: the errors of `put`; ``ExchangeError`` with one of these codes:
  ///   - `invalidBytes` and the position if the file is malformed.
  ///   - `notDocuments` if an element is not a dictionary.
  ///   - `missingKey` if a dictionary lacks the key field.
  ///   - `unusableKey` if the field cannot be a key.
  ///   - `unsupportedValue` if documents cannot represent a value.
  ///   - `tooLarge` if the values need much more memory than the file.
  @discardableResult
  public func importPropertyList(
    _ propertyList: Data, keyField: String? = "Id"
  ) throws -> ImportOutcome {
    let documents = try IncomingDocument.propertyList(propertyList, keyField: keyField)
    return try store.write { try $0.documents(name, partition: partition).put(documents) }
  }
}
