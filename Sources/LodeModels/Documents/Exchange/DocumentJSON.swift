public import Foundation
package import LodeCoding
internal import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Exports all documents as a JSON array with one object per line, in key order.
  ///
  /// ```swift
  /// let json = try store.read { try $0.documents("pets").exportJSON(keyField: "id") }
  /// ```
  ///
  /// Values without a JSON type become objects like `{"$uuid":"..."}`. The export omits timestamps
  /// and metadata.
  ///
  /// If the export has a `keyField`, `importJSON` with the same `keyField` restores the keys and
  /// the fields. A field with this name must equal the key, and the import does not restore the
  /// field.
  ///
  /// - Parameter keyField: The name of the field for each key; `nil` to omit keys. A key with
  ///   several components becomes an array.
  /// - Complexity: O(s log s) for s bytes of rows; the call holds the whole text in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an ``ExchangeError`` with one of these codes:
  ///     - `keyFieldTaken` if a document's field named `keyField` has another value than the key.
  ///     - `unusableKey` if a key has no JSON form.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, or if
  ///     values are nested more than 200 levels deep.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with `damaged` if the file or a row is damaged, or `typeMismatch` if a row is
  ///     not an archive.
  ///   - `StoreError` with `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task
  ///     ends the export.
  public func exportJSON(keyField: String? = "Id") throws -> Data {
    var json = Data("[".utf8)
    var separator = "\n"
    try forEachJSON(keyField) { text in
      json.append(contentsOf: (separator + text).utf8)
      separator = ",\n"
    }
    json.append(contentsOf: "\n]\n".utf8)
    return json
  }

  /// Exports all documents as JSON Lines: one object per line, in key order.
  ///
  /// ```swift
  /// let lines = try store.read { try $0.documents("pets").exportJSONLines(keyField: "id") }
  /// ```
  ///
  /// Values without a JSON type become objects like `{"$uuid":"..."}`. The export omits timestamps
  /// and metadata.
  ///
  /// - Parameter keyField: The name of the field for each key; `nil` to omit keys. A key with
  ///   several components becomes an array.
  /// - Complexity: O(s log s) for s bytes of rows; the call holds the whole text in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an ``ExchangeError`` with one of these codes:
  ///     - `keyFieldTaken` if a document's field named `keyField` has another value than the key.
  ///     - `unusableKey` if a key has no JSON form.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, or if
  ///     values are nested more than 200 levels deep.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with `damaged` if the file or a row is damaged, or `typeMismatch` if a row is
  ///     not an archive.
  ///   - `StoreError` with `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task
  ///     ends the export.
  public func exportJSONLines(keyField: String? = "Id") throws -> Data {
    var lines = Data()
    try forEachJSON(keyField) { lines.append(contentsOf: ($0 + "\n").utf8) }
    return lines
  }

  /// Calls `body` with each document as one line of JSON, in key order.
  private func forEachJSON(_ keyField: String?, _ body: (String) -> Void) throws {
    try scan { document in
      let fields = try exchangeErrors(collection: access.name) {
        try document.fields(
          keyField: keyField, key: try ArchiveValue(document.key, at: document.place))
      }
      body(try archivingErrors(collection: access.name) { try ArchiveValue(fields: fields).json() })
      return .next
    }
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Imports a JSON array of objects, or JSON Lines: imports every object, or changes nothing on
  /// failure.
  ///
  /// Each object becomes a document, which replaces an existing document with the same key. If the
  /// text has several objects with the same key, the last object is stored. A text that begins with
  /// `[`, after any white space, is an array. Every other text is JSON Lines, with one object per
  /// line.
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
  /// - Complexity: O(s log s + k log n) for k objects in s bytes and n existing documents. The call
  ///   holds all objects in memory.
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
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") throws -> ImportOutcome {
    let documents = try exchangeErrors(collection: access.name) {
      try IncomingDocument.json(json, keyField: keyField)
    }
    return try put(documents)
  }

  /// Inserts or replaces all documents, or changes nothing on failure.
  func put(_ documents: [IncomingDocument]) throws -> ImportOutcome {
    try inSavepoint { writer in
      var outcome = ImportOutcome()
      for document in documents {
        if let key = document.key {
          outcome.add(try writer.put(document.fields, forKey: key))
        } else {
          try writer.insert(document.fields)
          outcome.inserted += 1
        }
      }
      return outcome
    }
  }
}

extension IncomingDocument {
  /// Parses the documents of a JSON array, or of JSON Lines.
  ///
  /// - Throws: ``ExchangeError`` if the text is malformed, or if an element cannot be a document.
  static func json(_ json: Data, keyField: String?) throws -> [IncomingDocument] {
    guard var text = String(validating: json, as: UTF8.self) else {
      throw ExchangeError(.invalidBytes, "the text is not UTF-8")
    }
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    let first = text.utf8.first { $0 > 0x20 }
    if first == UInt8(ascii: "[") { return try all(value(of: text, ""), keyField: keyField) }
    var documents: [IncomingDocument] = []
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      let value = try value(of: String(Substring(line)), "line \(index + 1)")
      documents.append(
        try IncomingDocument(value, keyField: keyField, number: documents.count + 1))
    }
    return documents
  }

  /// Parses one JSON value; errors name `place` and the byte offset in `text`.
  private static func value(of text: String, _ place: String) throws -> ArchiveValue {
    do {
      return try ArchiveValue(json: text)
    } catch let error as ArchiveError {
      let byte = error.offset.map { "byte \($0)" }
      let places = [place, byte ?? ""].filter { !$0.isEmpty }
      throw ExchangeError(.invalidBytes, at: places.joined(separator: ", "), error.message)
    }
  }
}

extension ArchiveValue {
  /// Creates a dictionary value from the fields of a document.
  package init(fields: [String: ArchiveValue]) {
    self = .dictionary(
      Dictionary(uniqueKeysWithValues: fields.map { (.string($0.key), $0.value) }))
  }
}
