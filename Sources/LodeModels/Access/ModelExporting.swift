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
  /// print(String(decoding: json, as: UTF8.self))
  /// // [
  /// // {"name":"Tokyo","people":14047594}
  /// // ]
  /// ```
  ///
  /// The objects are in the query's order. Each field of a model, including the key, is a member of
  /// the model's object. A case of an enumeration becomes an object like `{"circle":{"radius":2}}`.
  /// Values without a JSON type become objects like `{"$uuid":"..."}` or `{"$date":"..."}`.
  /// `documents(_:).importJSON` and `lode import` read the exported JSON. If the key is one field,
  /// pass the name of the field to `importJSON` as `keyField`.
  ///
  /// The export skips rows whose migration step fails, unless the query is strict.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. The call holds the exported JSON in
  ///   memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` caused by an ``ExchangeError`` with `unsupportedValue` if a model has no JSON
  ///     form, for example because an object refers to itself.
  ///   - `StoreError` with one of these codes:
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the export.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
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
  /// The export skips rows whose migration step fails.
  ///
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model cannot be archived.
  ///   - `StoreError` caused by an ``ExchangeError`` with `unsupportedValue` if a model has no JSON
  ///     form, for example because an object refers to itself.
  ///   - `StoreError` with one of these codes:
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the export.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  public func exportJSON<M: Model>(_ type: M.Type) throws -> Data { try exportJSON(Query(type)) }

  /// Exports the models that match a query as JSON Lines: one object per line.
  ///
  /// The export skips rows whose migration step fails, unless the query is strict.
  ///
  /// - Complexity: O(log n + k) for k matching rows of n if an index or the key answers the query,
  ///   otherwise O(n). Sorting adds O(k log k) if neither an index nor the key has the query's
  ///   order. A search adds O(p) for p postings of its terms. The call holds the exported JSON in
  ///   memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if the model lacks a field of the query, and the query is not lenient
  ///       (``Query/lenient()``).
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type, and the query is not lenient.
  ///     - `invalidExpression` if a regular expression is malformed or too large.
  ///   - `StoreError` caused by a ``QueryError`` with `needsIndex` if the query or the store
  ///     requires an index, but only a scan finds the rows.
  ///   - `StoreError` caused by a `SearchSyntaxError` if the search text is malformed.
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model cannot be archived.
  ///   - `StoreError` caused by a ``MigrationError`` with `failed` if the query is strict
  ///     (``Query/strict()``), and a step of a pending migration fails.
  ///   - `StoreError` caused by an ``ExchangeError`` with `unsupportedValue` if a model has no JSON
  ///     form, for example because an object refers to itself.
  ///   - `StoreError` with one of these codes:
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the export.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  ///     - `invalidLimit` if the limit or the offset is negative.
  ///     - `indexNotFound` if the query has a search, but the model has no usable full-text index.
  ///     - `unknownFunction` if the query uses a function that is not registered.
  public func exportJSONLines<M: Model>(_ query: Query<M>) throws -> Data {
    var lines = Data()
    try forEachJSON(query) { lines.append(contentsOf: ($0 + "\n").utf8) }
    return lines
  }

  /// Exports all models of a type as JSON Lines: one object per line, in key order.
  ///
  /// The export skips rows whose migration step fails.
  ///
  /// - Complexity: O(size of the rows), in time and memory.
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by an `ArchiveError` if a row does not decode as the model, or if a
  ///     model cannot be archived.
  ///   - `StoreError` caused by an ``ExchangeError`` with `unsupportedValue` if a model has no JSON
  ///     form, for example because an object refers to itself.
  ///   - `StoreError` with one of these codes:
  ///     - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the export.
  ///     - `damaged` if the file or a row is damaged.
  ///     - `typeMismatch` if a row is not an archive.
  public func exportJSONLines<M: Model>(_ type: M.Type) throws -> Data {
    try exportJSONLines(Query(type))
  }

  private func forEachJSON<M: Model>(_ query: Query<M>, _ body: (String) -> Void) throws {
    // The archive of an older row can lack fields. The decoded model has the defaults of these
    // fields.
    try forEach(query) { model in
      let place = "\(M.collectionName) \(RowKey(model.primaryKey))"
      body(
        try archivingErrors(collection: M.collectionName) {
          try exchangeErrors(collection: M.collectionName) {
            try Archive(archiving: model).plainValue(at: place).json()
          }
        })
    }
  }
}
