public import Foundation
internal import LodeStore

// The asynchronous forms of the calls in StoreDocuments+Exchange.swift, which do not block a thread.
// Written by `.ci/async-forms`; change the synchronous forms instead.

extension StoreDocuments {
  /// Imports a JSON array of objects, or JSON Lines, in one transaction: all of it, or nothing on
  /// failure.
  ///
  /// ```swift
  /// let outcome = try store.documents("pets").importJSON(Data(#"[{"Id": 1, "name": "Rex"}]"#.utf8))
  /// ```
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - keyField: The field that contains the key; it stays in the document. With `nil`, or in
  ///     objects without the field, each document gets a time-ordered UUID.
  /// - Complexity: O(size of the file + k log n) for k objects, and one wait for the disk.
  /// - Throws: ``ExchangeError`` if the file is malformed or a key cannot be used, with the
  ///   position; otherwise the errors of `put`.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") async throws -> ImportOutcome {
    let documents = try IncomingDocument.json(json, keyField: keyField)
    return try await store.write { try $0.documents(name, partition: partition).put(documents) }
  }

  /// Imports an array of dictionaries from a property list in one transaction: all of it, or
  /// nothing on failure.
  ///
  /// - Parameters:
  ///   - propertyList: The bytes of an XML or binary property list.
  ///   - keyField: The field that contains the key; it stays in the document. With `nil`, or in
  ///     dictionaries without the field, each document gets a time-ordered UUID.
  /// - Complexity: O(size of the file + k log n) for k dictionaries, and one wait for the disk.
  /// - Throws: ``ExchangeError`` if the file is malformed or a key cannot be used, with the
  ///   position; otherwise the errors of `put`.
  @discardableResult
  public func importPropertyList(
    _ propertyList: Data, keyField: String? = "Id"
  ) async throws -> ImportOutcome {
    let documents = try IncomingDocument.propertyList(propertyList, keyField: keyField)
    return try await store.write { try $0.documents(name, partition: partition).put(documents) }
  }
}
