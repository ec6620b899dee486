public import Foundation
package import LodeCoding
internal import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// All documents as JSON: an array of objects, one a line, in the order of their keys.
  ///
  /// What JSON has no type for is an object like `{"$uuid":"..."}`, as in ``ArchiveValue``'s
  /// `json()`; importing gives the same documents back, but for a field that has the key's name and
  /// value: that is the key then, and no field.
  ///
  /// - Parameter keyField: the name under which each key stands among its fields, a tuple as an
  ///   array; `nil` to leave keys out.
  /// - Complexity: O(bytes), in time and memory.
  /// - Throws: ``ExchangeError`` with `keyFieldTaken`, `unusableKey`; `ArchiveError` with
  ///   `tooDeep`; as `scan`.
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

  /// All documents as JSON Lines: an object a line, in the order of their keys.
  ///
  /// - Parameter keyField: as for `exportJSON`.
  /// - Complexity: O(bytes), in time and memory.
  /// - Throws: as `exportJSON`.
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
  /// Puts the objects of a JSON array, or of JSON Lines, into the collection: all of them or none.
  ///
  /// A document replaces the existing document of its key. If a file has two documents of one key,
  /// the later one stays. Any JSON is accepted, and files of `exportJSON` are restored exactly.
  ///
  /// - Parameters:
  ///   - json: the text, in UTF-8.
  ///   - keyField: the field that is the key, and no field in the collection; `nil` for new keys in
  ///     the order of the file, time-ordered UUIDs.
  /// - Returns: what that did.
  /// - Complexity: O(n log n), and O(bytes) in memory.
  /// - Throws: ``ExchangeError`` with `invalidBytes` and the place, `notDocuments`, `missingKey`,
  ///   `unusableKey`; as `put`.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") throws -> ImportOutcome {
    try put(IncomingDocument.json(json, keyField: keyField))
  }

  /// Puts documents, all of them or none.
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
  /// The documents of a JSON text.
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
  /// The fields of a document as one value.
  package init(fields: [String: ArchiveValue]) {
    self = .dictionary(
      Dictionary(uniqueKeysWithValues: fields.map { (.string($0.key), $0.value) }))
  }
}
