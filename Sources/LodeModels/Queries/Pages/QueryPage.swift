internal import LodeCoding
public import LodeStore

/// A part of the results of a query, and where it ended.
public struct QueryPage<Row> {
  /// The models or the documents, in the query's order.
  public let rows: [Row]
  /// What the next page begins behind; `nil` when this was the last one.
  public let next: PageToken?
}

extension QueryPage: Sendable where Row: Sendable {}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the next page of the models that match a query.
  ///
  /// A page resumes after the order values and the key of the last model, also if rows changed. No
  /// model comes twice unless its order values changed, and no model that existed throughout is
  /// missed. The query's offset applies to the first page; its limit is ignored.
  ///
  /// - Complexity: O(limit + log n) in the order of keys or of an index; else as `fetch`.
  /// - Throws: as `fetch`; ``QueryError`` with `invalidPageToken` when the token is of another
  ///   query.
  public func fetchPage<M: Model>(
    _ query: Query<M>, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<M> {
    var models: [M] = []
    let rows = try rows(of: query)
    let next = try rows.page(limit: limit, after: token) { _, row in
      models.append(try rows.access.unarchive(row.bytes, row.type, as: M.self, AllowedTypes()))
    }
    return QueryPage(rows: models, next: next)
  }
}

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// Returns the next page of the documents that match a selection.
  ///
  /// Pages go on by the order values and the key of the last document, whatever was changed since:
  /// no document comes twice, unless its order values were changed, and none is missed that was
  /// there all the time. The selection's offset is for the first page, its limit is not looked at.
  ///
  /// - Complexity: O(limit + log n) in the order of keys or of an index; else as `fetch`.
  /// - Throws: as `fetch`; ``QueryError`` with `invalidPageToken` when the token is of another
  ///   query.
  public func fetchPage(
    _ selection: Selection, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<Document> {
    var documents: [Document] = []
    let rows = try rows(of: selection)
    let next = try rows.page(limit: limit, after: token) { key, row in
      documents.append(try rows.access.document(row, key: rows.place.key(key)))
    }
    return QueryPage(rows: documents, next: next)
  }
}
