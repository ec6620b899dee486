public import Foundation
internal import LodeCoding
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Exports the models that match a query as a JSON array with one object per line.
  ///
  /// ```swift
  /// let json = try store.read { transaction in
  ///   try transaction.exportJSON(City.where { $0.people > 1_000_000 })
  /// }
  /// print(String(decoding: json, as: UTF8.self))  // [{"name":"Tokyo","people":14047594}]
  /// ```
  ///
  /// The objects are in the query's order. Each property is a member with its name in archives,
  /// including the key. Structures and instances of classes become objects. A case of an
  /// enumeration becomes an object like `{"circle":{"radius":2}}`. Values without a JSON type
  /// become objects like `{"$uuid":"..."}` or `{"$date":"..."}`, as in documents.
  /// `documents(_:).importJSON` and `lode import` read the result.
  ///
  /// - Complexity: as `fetch`, and O(size of the result) of memory.
  /// - Throws: the errors of `fetch`; ``ExchangeError`` with `unsupportedValue` if an object refers
  ///   to itself; `ArchiveError` with `tooDeep` if values are nested too deeply.
  public func exportJSON<M: Model>(_ query: Query<M>) throws -> Data {
    var json = Data("[".utf8)
    var separator = "\n"
    try forEachJSON(query) { object in
      json.append(contentsOf: (separator + object).utf8)
      separator = ",\n"
    }
    json.append(contentsOf: "\n]\n".utf8)
    return json
  }

  /// Exports all models of a type as a JSON array with one object per line, in key order.
  ///
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: the errors of `exportJSON` with a query.
  public func exportJSON<M: Model>(_ type: M.Type) throws -> Data { try exportJSON(Query(type)) }

  /// Exports the models that match a query as JSON Lines: one object per line, in the query's
  /// order.
  ///
  /// - Complexity: as `fetch`, and O(size of the result) of memory.
  /// - Throws: the errors of `exportJSON` with a query.
  public func exportJSONLines<M: Model>(_ query: Query<M>) throws -> Data {
    var lines = Data()
    try forEachJSON(query) { lines.append(contentsOf: ($0 + "\n").utf8) }
    return lines
  }

  /// Exports all models of a type as JSON Lines: one object per line, in key order.
  ///
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: the errors of `exportJSON` with a query.
  public func exportJSONLines<M: Model>(_ type: M.Type) throws -> Data {
    try exportJSONLines(Query(type))
  }

  private func forEachJSON<M: Model>(_ query: Query<M>, _ body: (String) -> Void) throws {
    // Decodes the model because the row may lack properties that have defaults.
    try forEach(query) { model in
      let place = "\(M.collectionName) \(RowKey(model.primaryKey))"
      body(try Archive(archiving: model).plainValue(at: place).json())
    }
  }
}
