public import Foundation
internal import LodeStore

// A file is taken apart before the write begins, which keeps nobody waiting for it.
extension StoreDocuments {
  /// All documents as a JSON array, in one snapshot; see ``DocumentReading``.
  public func exportJSON(keyField: String? = "Id") throws -> Data {
    try store.read { try $0.documents(name, partition: partition).exportJSON(keyField: keyField) }
  }

  /// All documents as JSON Lines, in one snapshot; see ``DocumentReading``.
  public func exportJSONLines(keyField: String? = "Id") throws -> Data {
    try store.read {
      try $0.documents(name, partition: partition).exportJSONLines(keyField: keyField)
    }
  }

  /// All documents as a property list, in one snapshot; see ``DocumentReading``.
  public func exportPropertyList(
    format: PropertyListFormat, keyField: String? = "Id"
  ) throws -> Data {
    try store.read {
      try $0.documents(name, partition: partition).exportPropertyList(
        format: format, keyField: keyField)
    }
  }

  /// Puts the objects of a JSON array, or of JSON Lines: all of them or none; see
  /// ``DocumentWriting``.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") throws -> ImportOutcome {
    let documents = try IncomingDocument.json(json, keyField: keyField)
    return try store.write { try $0.documents(name, partition: partition).put(documents) }
  }

  /// Puts the dictionaries of a property list: all of them or none; see ``DocumentWriting``.
  @discardableResult
  public func importPropertyList(
    _ propertyList: Data, keyField: String? = "Id"
  ) throws -> ImportOutcome {
    let documents = try IncomingDocument.propertyList(propertyList, keyField: keyField)
    return try store.write { try $0.documents(name, partition: partition).put(documents) }
  }
}

extension StoreDocuments {
  /// All documents as a JSON array, in one snapshot.
  public func exportJSON(keyField: String? = "Id") async throws -> Data {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).exportJSON(keyField: keyField)
    }
  }

  /// All documents as JSON Lines, in one snapshot.
  public func exportJSONLines(keyField: String? = "Id") async throws -> Data {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).exportJSONLines(keyField: keyField)
    }
  }

  /// All documents as a property list, in one snapshot.
  public func exportPropertyList(
    format: PropertyListFormat, keyField: String? = "Id"
  ) async throws -> Data {
    try await store.read { [name, partition] in
      try $0.documents(name, partition: partition).exportPropertyList(
        format: format, keyField: keyField)
    }
  }

  /// Puts the objects of a JSON array, or of JSON Lines: all of them or none.
  @discardableResult
  public func importJSON(_ json: Data, keyField: String? = "Id") async throws -> ImportOutcome {
    let documents = try IncomingDocument.json(json, keyField: keyField)
    return try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).put(documents)
    }
  }

  /// Puts the dictionaries of a property list: all of them or none.
  @discardableResult
  public func importPropertyList(
    _ propertyList: Data, keyField: String? = "Id"
  ) async throws -> ImportOutcome {
    let documents = try IncomingDocument.propertyList(propertyList, keyField: keyField)
    return try await store.write { [name, partition] in
      try $0.documents(name, partition: partition).put(documents)
    }
  }
}
