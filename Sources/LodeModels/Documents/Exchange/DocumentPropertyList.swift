public import Foundation
package import LodeCoding
internal import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Exports all documents as a property list: an array of dictionaries, in key order.
  ///
  /// Fields that are null are left out. An import reads numbers as 64-bit numbers, and blobs as
  /// data.
  ///
  /// - Parameters:
  ///   - format: XML or binary.
  ///   - keyField: The name under which each key is exported, a UUID as text in upper case; `nil`
  ///     to leave keys out.
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: ``ExchangeError`` with `unsupportedValue`, which names the document and the field,
  ///   `keyFieldTaken`, or `unusableKey`; the errors of `scan`.
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
  /// Imports an array of dictionaries from a property list: all of it, or nothing on failure.
  ///
  /// Each dictionary becomes a document, which replaces an existing document with the same key. If
  /// the file has several dictionaries with the same key, the last one is stored. A property list
  /// that is an array of dictionaries can be imported unchanged.
  ///
  /// - Parameters:
  ///   - propertyList: An XML or binary property list.
  ///   - keyField: The field that contains the key; the document does not keep the field. A UUID in
  ///     upper case becomes a UUID. With `nil`, each document gets a time-ordered UUID, in the
  ///     order of the file.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(size of the file + k log n) for k dictionaries; all dictionaries are held in
  ///   memory.
  /// - Throws: ``ExchangeError`` with `invalidBytes` and the position, `notDocuments`,
  ///   `missingKey`, `unusableKey`, `unsupportedValue`, or `tooLarge`; the errors of `put`.
  @discardableResult
  public func importPropertyList(
    _ propertyList: Data, keyField: String? = "Id"
  ) throws -> ImportOutcome {
    try put(IncomingDocument.propertyList(propertyList, keyField: keyField))
  }
}

/// A property list of documents while it is gathered.
package struct PropertyListBuilder {
  private let format: PropertyListFormat
  private let keyField: String?
  private var dictionaries: [[String: Any]] = []

  /// Begins a list; see `exportPropertyList`.
  package init(format: PropertyListFormat, keyField: String?) {
    self.format = format
    self.keyField = keyField
  }

  /// Adds a document.
  ///
  /// - Throws: ``ExchangeError``.
  package mutating func append(_ document: Document) throws(ExchangeError) {
    var key: ArchiveValue?
    if keyField != nil { key = try document.propertyListKey() }
    let fields = try document.fields(keyField: keyField, key: key ?? .null)
    let writing = PropertyListWriting(format: format, document: document.place)
    dictionaries.append(try writing.dictionary(fields))
  }

  /// The whole list.
  ///
  /// - Throws: ``ExchangeError`` when Foundation refuses it.
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
  /// The documents of a property list.
  static func propertyList(
    _ data: Data, keyField: String?
  ) throws(ExchangeError) -> [IncomingDocument] {
    try all(try PropertyListReading.value(of: data), keyField: keyField) { value in
      value.capitalUUID.map { Key($0) } ?? value.key
    }
  }
}

extension Document {
  /// The key as a property list has it.
  ///
  /// A text that reads as a UUID would come back as one.
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
  /// The value of a property list, XML or binary.
  ///
  /// - Throws: ``ExchangeError`` with `invalidBytes` and the byte, `unsupportedValue`, `tooLarge`.
  package init(propertyList: Data) throws(ExchangeError) {
    self = try PropertyListReading.value(of: propertyList)
  }

  /// The UUID of a text that is one as Foundation writes it.
  package var capitalUUID: UUID? {
    guard case .string(let text) = self, let id = UUID(uuidString: text), id.uuidString == text
    else { return nil }
    return id
  }
}
