public import Foundation
package import LodeCoding
internal import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Exports all documents as a JSON array with one object per line, in key order.
  ///
  /// Values without a JSON type become objects like `{"$uuid":"..."}`, as in `ArchiveValue`'s
  /// `json()`. Importing the result restores the documents, except a field with the name and value
  /// of the key: the import uses that field as the key.
  ///
  /// - Parameter keyField: The name under which each key is exported, a tuple as an array; `nil` to
  ///   omit keys.
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: ``ExchangeError`` with `keyFieldTaken` if a document has another value under the
  ///   name, or with `unusableKey` if a key has no JSON form; `ArchiveError` with `tooDeep` if
  ///   values are nested too deeply; the errors of `scan`.
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
  /// - Parameter keyField: The name under which each key is exported, a tuple as an array; `nil` to
  ///   omit keys.
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: the errors of `exportJSON`.
  public func exportJSONLines(keyField: String? = "Id") throws -> Data {
    var lines = Data()
    try forEachJSON(keyField) { lines.append(contentsOf: ($0 + "\n").utf8) }
    return lines
  }

  private func forEachJSON(_ keyField: String?, _ body: (String) -> Void) throws {
    try scan { document in
      let key = try keyField.map { _ in try ArchiveValue(document.key, at: document.place) }
      let fields = try document.fields(keyField: keyField, key: key ?? .null)
      body(try ArchiveValue(fields: fields).json())
      return .next
    }
  }
}

extension DocumentWriting where Self: ~Copyable & ~Escapable {
  /// Imports a JSON array of objects, or JSON Lines: imports every object, or changes nothing on
  /// failure.
  ///
  /// Each object becomes a document, which replaces an existing document with the same key. If the
  /// file has several objects with the same key, the last object is stored. The import accepts any
  /// JSON of that form, and restores files of `exportJSON` exactly.
  ///
  /// - Parameters:
  ///   - json: The text, in UTF-8.
  ///   - keyField: The field that contains the key; the document does not keep the field. With
  ///     `nil`, each document gets a time-ordered UUID, in the order of the file.
  /// - Returns: How many documents were inserted, updated, and unchanged.
  /// - Complexity: O(size of the file + k log n) for k objects; all objects are held in memory.
  /// - Throws: the errors of `put`; ``ExchangeError`` with one of these codes:
  ///   - `invalidBytes` and the position if the text is malformed.
  ///   - `notDocuments` if an element is not an object.
  ///   - `missingKey` if an object lacks the key field.
  ///   - `unusableKey` if the field cannot be a key.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") throws -> ImportOutcome {
    try put(IncomingDocument.json(json, keyField: keyField))
  }

  /// Puts all documents, or no document on failure.
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
  /// Parses the documents of a JSON text.
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
