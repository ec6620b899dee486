public import Foundation
package import LodeCoding
internal import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Exports all documents as a property list: an array of dictionaries, in key order.
  ///
  /// ```swift
  /// let list = try store.read { try $0.documents("pets").exportPropertyList(format: .binary) }
  /// ```
  ///
  /// The export omits null fields, timestamps, and metadata. Blobs become data. After an import of
  /// the list, integers are signed 64-bit integers, and other numbers are of type `Double`.
  ///
  /// - Parameters:
  ///   - format: XML or binary.
  ///   - keyField: The name of the field for each key; `nil` to omit keys. A key that is a UUID
  ///     becomes text in upper case. A key with several components becomes an array.
  /// - Complexity: O(size of the rows); the call holds the whole list in memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an ``ExchangeError`` with one of these codes:
  ///     - `unsupportedValue` if a property list cannot represent a value, for example a decimal, a
  ///       set, or a UUID in a field. The error names the document and the field.
  ///     - `keyFieldTaken` if a document's field named `keyField` has another value than the key.
  ///     - `unusableKey` if a key has no property list form, or is the upper-case text of a UUID.
  ///   - `StoreError` caused by an `ArchiveError` if a row is an archive of another type, for
  ///     example a model.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if a step of a pending migration
  ///     fails.
  ///   - `StoreError` with `damaged` if the file or a row is damaged, or `typeMismatch` if a row is
  ///     not an archive.
  ///   - `StoreError` with `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task
  ///     ends the export.
  public func exportPropertyList(
    format: PropertyListFormat, keyField: String? = "Id"
  ) throws -> Data {
    var list = PropertyListBuilder(format: format, keyField: keyField)
    return try exchangeErrors(collection: access.name) {
      try scan { document in
        try list.append(document)
        return .next
      }
      return try list.data()
    }
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Imports an array of dictionaries from a property list: imports every dictionary, or changes
  /// nothing on failure.
  ///
  /// Each dictionary becomes a document, which replaces an existing document with the same key. If
  /// the file has several dictionaries with the same key, the last dictionary is stored. A key that
  /// is the text of a UUID in upper case becomes a UUID.
  ///
  /// - Parameters:
  ///   - propertyList: An XML or binary property list.
  ///   - keyField: The field that contains the key; the stored document does not have the field.
  ///     With `nil`, each document gets a time-ordered UUID (version 7, RFC 9562), in the order of
  ///     the file.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(s + k log n) for k dictionaries in s bytes and n existing documents. The call
  ///   holds all dictionaries in memory.
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
  ///     - `damaged` if the file or a row is damaged.
  @discardableResult
  public func importPropertyList(
    _ propertyList: Data, keyField: String? = "Id"
  ) throws -> ImportOutcome {
    try put(
      exchangeErrors(collection: access.name) {
        try IncomingDocument.propertyList(propertyList, keyField: keyField)
      })
  }
}

/// A builder of a property list of documents.
package struct PropertyListBuilder {
  private let format: PropertyListFormat
  private let keyField: String?
  private var dictionaries: [[String: Any]] = []

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - format: XML or binary.
  ///   - keyField: The name of the field for each key; `nil` to omit keys.
  package init(format: PropertyListFormat, keyField: String?) {
    self.format = format
    self.keyField = keyField
  }

  /// Adds a document without its null fields.
  ///
  /// - Throws: ``ExchangeError`` with one of these codes:
  ///   - `unsupportedValue` if a property list cannot represent a value.
  ///   - `keyFieldTaken` if a field named `keyField` has another value than the key.
  ///   - `unusableKey` if the key has no property list form, or is the upper-case text of a UUID.
  package mutating func append(_ document: Document) throws(ExchangeError) {
    let fields = try document.fields(keyField: keyField, key: try document.propertyListKey())
    let writing = PropertyListWriting(format: format, document: document.place)
    dictionaries.append(try writing.dictionary(fields))
  }

  /// Returns the encoded list.
  ///
  /// - Throws: ``ExchangeError`` with `unsupportedValue` if Foundation cannot encode the list.
  package func data() throws(ExchangeError) -> Data {
    do {
      return try PropertyListSerialization.data(
        fromPropertyList: dictionaries, format: format == .xml ? .xml : .binary, options: 0)
    } catch {
      throw ExchangeError(.unsupportedValue, "\(error.localizedDescription)")
    }
  }
}

extension IncomingDocument {
  /// Reads the documents of a property list.
  ///
  /// - Throws: ``ExchangeError`` if the file is malformed, or if an element cannot be a document.
  static func propertyList(
    _ data: Data, keyField: String?
  ) throws(ExchangeError) -> [IncomingDocument] {
    try all(try PropertyListReading.value(of: data), keyField: keyField) { value in
      value.capitalUUID.map { Key($0) } ?? value.key
    }
  }
}

extension Document {
  /// Returns the key as a value of a property list; a UUID becomes text in upper case.
  ///
  /// The method refuses the upper-case text of a UUID, because an import turns the text into a
  /// UUID.
  fileprivate func propertyListKey() throws(ExchangeError) -> ArchiveValue {
    let key = try ArchiveValue(key, at: place)
    if case .uuid(let id) = key { return .string(id.uuidString) }
    guard key.capitalUUID == nil else {
      throw ExchangeError(.unusableKey, at: place, "the key is a text that reads as a UUID")
    }
    if case .null = key {
      throw ExchangeError(.unusableKey, at: place, "property lists have no null")
    }
    return key
  }
}

extension ArchiveValue {
  /// The UUID of a text in Foundation's upper-case form; `nil` for other values.
  package var capitalUUID: UUID? {
    guard case .string(let text) = self, let id = UUID(uuidString: text), id.uuidString == text
    else { return nil }
    return id
  }
}
