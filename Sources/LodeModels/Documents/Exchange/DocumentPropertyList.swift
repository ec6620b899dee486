public import Foundation
package import LodeCoding
internal import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Exports all documents as a property list: an array of dictionaries, in key order.
  ///
  /// Fields that are null are omitted. An import reads numbers as 64-bit numbers, and blobs as
  /// data.
  ///
  /// - Parameters:
  ///   - format: XML or binary.
  ///   - keyField: The name under which each key is exported, a UUID as text in upper case; `nil`
  ///     to omit keys.
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: the errors of `scan`; ``ExchangeError`` with one of these codes:
  ///   - `unsupportedValue` if a property list cannot represent a value; the error names the
  ///     document and the field.
  ///   - `keyFieldTaken` if a document has another value under the name.
  ///   - `unusableKey` if a key has no property list form.
  public func exportPropertyList(
    format: PropertyListFormat, keyField: String? = "Id"
  ) throws -> Data {
    var list = PropertyListBuilder(format: format, keyField: keyField)
    try scan { document in
      try list.append(document)
      return .next
    }
    return try list.data()
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Imports an array of dictionaries from a property list: imports every dictionary, or changes
  /// nothing on failure.
  ///
  /// Each dictionary becomes a document, which replaces an existing document with the same key. If
  /// the file has several dictionaries with the same key, the last dictionary is stored. Any
  /// property list that is an array of dictionaries can be imported unchanged.
  ///
  /// - Parameters:
  ///   - propertyList: An XML or binary property list.
  ///   - keyField: The field that contains the key; the document does not keep the field. A UUID in
  ///     upper case becomes a UUID. With `nil`, each document gets a time-ordered UUID, in the
  ///     order of the file.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(size of the file + k log n) for k dictionaries; all dictionaries are held in
  ///   memory.
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
    try put(IncomingDocument.propertyList(propertyList, keyField: keyField))
  }
}

/// A builder of a property list of documents.
package struct PropertyListBuilder {
  private let format: PropertyListFormat
  private let keyField: String?
  private var dictionaries: [[String: Any]] = []

  /// Creates an empty list; `exportPropertyList` describes the parameters.
  package init(format: PropertyListFormat, keyField: String?) {
    self.format = format
    self.keyField = keyField
  }

  /// Adds a document.
  ///
  /// - Throws: the same ``ExchangeError`` as `exportPropertyList`.
  package mutating func append(_ document: Document) throws(ExchangeError) {
    var key: ArchiveValue?
    if keyField != nil { key = try document.propertyListKey() }
    let fields = try document.fields(keyField: keyField, key: key ?? .null)
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
  static func propertyList(
    _ data: Data, keyField: String?
  ) throws(ExchangeError) -> [IncomingDocument] {
    try all(try PropertyListReading.value(of: data), keyField: keyField) { value in
      value.capitalUUID.map { Key($0) } ?? value.key
    }
  }
}

extension Document {
  /// Returns the key as a value of a property list.
  ///
  /// A text key that parses as a UUID is refused, because an import would read the text as a UUID.
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
  /// Reads the value of a property list, XML or binary.
  ///
  /// - Throws: ``ExchangeError`` with one of these codes:
  ///   - `invalidBytes` and the byte offset if the file is malformed.
  ///   - `unsupportedValue` if documents cannot represent a value.
  ///   - `tooLarge` if the values need much more memory than the file.
  package init(propertyList: Data) throws(ExchangeError) {
    self = try PropertyListReading.value(of: propertyList)
  }

  /// The UUID of a text in Foundation's upper-case form; `nil` for other values.
  package var capitalUUID: UUID? {
    guard case .string(let text) = self, let id = UUID(uuidString: text), id.uuidString == text
    else { return nil }
    return id
  }
}
