public import Foundation
internal import LodeCoding
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models that a query chooses as JSON: an array of objects, one a line, in the query's
  /// order.
  ///
  /// ```swift
  /// let json = try store.read { transaction in
  ///   try transaction.exportJSON(City.where { $0.people > 1_000_000 })
  /// }
  /// print(String(decoding: json, as: UTF8.self))  // [{"name":"Tokyo","people":14047594}]
  /// ```
  ///
  /// Each property is a member with the name that it has in archives, the key among them.
  /// Structures and objects are objects, the case of an enumeration is an object like
  /// `{"circle":{"radius":2}}`. What JSON has no type for is an object like `{"$uuid":"..."}` or
  /// `{"$date":"..."}`, as documents have it, so `documents(_:).importJSON` and `lode import` read
  /// the result.
  ///
  /// - Complexity: as `fetch`, and O(bytes) of memory.
  /// - Throws: as `fetch`; ``ExchangeError`` with `unsupportedValue` when an object refers back to
  ///   itself; `ArchiveError` with `tooDeep`.
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

  /// All models as JSON: an array of objects, one a line, in the order of their keys.
  ///
  /// - Complexity: O(bytes), in time and memory.
  /// - Throws: as `exportJSON` of a query.
  public func exportJSON<M: Model>(_ type: M.Type) throws -> Data { try exportJSON(Query(type)) }

  /// The models that a query chooses as JSON Lines: an object a line, in the query's order.
  ///
  /// - Complexity: as `fetch`, and O(bytes) of memory.
  /// - Throws: as `exportJSON` of a query.
  public func exportJSONLines<M: Model>(_ query: Query<M>) throws -> Data {
    var lines = Data()
    try forEachJSON(query) { lines.append(contentsOf: ($0 + "\n").utf8) }
    return lines
  }

  /// All models as JSON Lines: an object a line, in the order of their keys.
  ///
  /// - Complexity: O(bytes), in time and memory.
  /// - Throws: as `exportJSON` of a query.
  public func exportJSONLines<M: Model>(_ type: M.Type) throws -> Data {
    try exportJSONLines(Query(type))
  }

  private func forEachJSON<M: Model>(_ query: Query<M>, _ body: (String) -> Void) throws {
    // The model, not its row, has the defaults of properties that the row lacks.
    try forEach(query) { model in
      let place = "\(M.collectionName) \(RowKey(model.primaryKey))"
      body(try Archive(archiving: model).plainValue(at: place).json())
    }
  }
}
