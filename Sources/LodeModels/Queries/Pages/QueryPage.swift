internal import LodeCoding
public import LodeStore

/// One page of the results of a query.
public struct QueryPage<Row> {
  /// The models or the documents, in the query's order.
  public let rows: [Row]
  /// The token of the next page; `nil` after the last page.
  public let next: PageToken?
}

extension QueryPage: Sendable where Row: Sendable {}

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// Returns the next page of the models that match a query.
  ///
  /// A page resumes after the order values and the key of the last model, even if rows changed. A
  /// model comes twice only if its order values changed. A model that exists throughout is never
  /// missed. The query's offset applies to the first page; its limit is ignored.
  ///
  /// - Parameters:
  ///   - query: The query; the same for all pages.
  ///   - limit: The maximum number of models on the page.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(log n + limit) in the order of keys or of an index, otherwise as `fetch`.
  /// - Throws: ``QueryError`` with `invalidPageToken` if the token belongs to another query;
  ///   `StoreError` with `invalidLimit` if the limit is negative; otherwise the errors of `fetch`.
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
  /// A page resumes after the order values and the key of the last document, even if rows changed.
  /// A document comes twice only if its order values changed. A document that exists throughout is
  /// never missed. The selection's offset applies to the first page; its limit is ignored.
  ///
  /// - Parameters:
  ///   - selection: The selection; the same for all pages.
  ///   - limit: The maximum number of documents on the page.
  ///   - token: The token of the previous page; `nil` for the first page.
  /// - Complexity: O(log n + limit) in the order of keys or of an index, otherwise as `fetch`.
  /// - Throws: ``QueryError`` with `invalidPageToken` if the token belongs to another selection;
  ///   `StoreError` with `invalidLimit` if the limit is negative; otherwise the errors of `fetch`.
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
