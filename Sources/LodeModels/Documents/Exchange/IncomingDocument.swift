internal import Foundation
package import LodeCoding
internal import LodeStore

/// A document of an import.
struct IncomingDocument {
  /// The key; `nil` if the import creates a key.
  var key: Key?
  /// The fields without the key field.
  var fields: [String: ArchiveValue]

  /// Creates a document from a value, and moves the key out of the fields.
  ///
  /// - Parameters:
  ///   - value: A dictionary with the fields.
  ///   - keyField: The name of the field that contains the key; `nil` if the import creates a key.
  ///   - number: The number of the document in the file, from 1.
  ///   - keyOf: Converts the value of the key field to a key.
  /// - Throws: ``ExchangeError`` with one of these codes:
  ///   - `notDocuments` if the value is not a dictionary with distinct text keys.
  ///   - `missingKey` if the key field does not exist.
  ///   - `unusableKey` if the value of the key field cannot be a key.
  init(
    _ value: ArchiveValue, keyField: String?, number: Int,
    keyOf: (ArchiveValue) -> Key? = { $0.key }
  ) throws(ExchangeError) {
    let place = "document \(number)"
    guard case .dictionary(let entries) = value else {
      throw ExchangeError(.notDocuments, at: place, "the document is not a dictionary")
    }
    fields = [:]
    fields.reserveCapacity(entries.count)
    for (name, value) in entries {
      guard case .string(let name) = name else {
        throw ExchangeError(.notDocuments, at: place, "a field's name is not a text")
      }
      fields[name] = value
    }
    // Swift compares texts by canonical equivalence, so different bytes can be equal names.
    guard fields.count == entries.count else {
      throw ExchangeError(.notDocuments, at: place, "two fields have the same name")
    }
    guard let keyField else { return }
    guard let value = fields.removeValue(forKey: keyField) else {
      throw ExchangeError(.missingKey, at: place, "the key field \"\(keyField)\" is missing")
    }
    guard let key = keyOf(value) else {
      throw ExchangeError(
        .unusableKey, at: place, "the value of the field \"\(keyField)\" cannot be a key")
    }
    self.key = key
  }

  /// Creates the documents of an array.
  ///
  /// - Throws: ``ExchangeError`` if the value is not an array, or if an element cannot be a
  ///   document.
  static func all(
    _ value: ArchiveValue, keyField: String?, keyOf: (ArchiveValue) -> Key? = { $0.key }
  ) throws(ExchangeError) -> [IncomingDocument] {
    guard case .array(let values) = value else {
      throw ExchangeError(.notDocuments, "the file is not an array")
    }
    return try values.enumerated().map { index, value throws(ExchangeError) in
      try IncomingDocument(value, keyField: keyField, number: index + 1, keyOf: keyOf)
    }
  }
}

/// The outcome of an import: the numbers of inserted, updated, and unchanged documents.
public struct ImportOutcome: Sendable, Hashable {
  /// The number of imported documents whose keys did not exist.
  public var inserted = 0
  /// The number of imported documents that replaced a different document.
  public var updated = 0
  /// The number of imported documents that were identical to the stored document.
  public var unchanged = 0

  /// Creates an outcome with all numbers 0.
  public init() {}

  /// The total number of imported documents.
  public var count: Int { inserted + updated + unchanged }

  mutating func add(_ outcome: PutOutcome) {
    switch outcome {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
  }
}

extension Document {
  /// Returns the fields with the key as the field `keyField`; without the key if `keyField` is
  /// `nil`.
  ///
  /// - Throws: ``ExchangeError`` with `keyFieldTaken` if a field named `keyField` has another value
  ///   than `key`; any error of `key`.
  package func fields(
    keyField: String?, key: @autoclosure () throws(ExchangeError) -> ArchiveValue
  ) throws(ExchangeError) -> [String: ArchiveValue] {
    guard let keyField else { return fields }
    let key = try key()
    var fields = fields
    if let old = fields.updateValue(key, forKey: keyField), old != key {
      throw ExchangeError(
        .keyFieldTaken, at: place, "the field \"\(keyField)\" differs from the key")
    }
    return fields
  }

  /// The name of the document in errors.
  var place: String { "document \(key)" }
}
