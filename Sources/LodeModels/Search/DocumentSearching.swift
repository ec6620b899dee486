public import LodeCoding
public import LodeSearch
public import LodeStore

extension DocumentReading where Self: ~Copyable & ~Escapable {
  /// The documents whose texts match, the best first, with their scores.
  ///
  /// - Parameters:
  ///   - text: what is searched for, in the language that `Docs/Guides/Search.md` tells. An empty
  ///     one finds nothing.
  ///   - mode: whether the text is read as the language, as plain words, or as a text that is still
  ///     being typed.
  ///   - limit: the largest number of results.
  /// - Complexity: O(blocks of the words' postings that may hold one of the best).
  /// - Throws: ``SearchSyntaxError`` with the place in a text that is malformed; `StoreError` with
  ///   `indexNotFound` when the collection has no search index that is built, `damaged`; as `fetch`
  ///   of a selection.
  public func search(
    _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<Document>] {
    try search(SearchSelection(SearchTerms(text, mode)).limit(limit))
  }

  /// The documents that a search chooses, in its order, with their scores.
  ///
  /// - Complexity: as `fetch` of a selection.
  /// - Throws: as `search` of a text.
  public func search(_ search: SearchSelection) throws -> [SearchHit<Document>] {
    var hits: [SearchHit<Document>] = []
    let rows = try rows(of: search)
    let columns = rows.searchedColumns
    try rows.scanHits { found, row in
      let document = try rows.access.document(row, key: rows.place.key(found.key.span))
      hits.append(SearchHit(document, found, columns))
      return .next
    }
    return hits
  }

  /// How many documents a search chooses; none of them is read unless there is a condition.
  ///
  /// - Complexity: as `search`.
  /// - Throws: as `search`.
  public func count(_ search: SearchSelection) throws -> Int { try rows(of: search).count() }

  /// The keys of the documents that a search chooses, in its order.
  ///
  /// - Complexity: as `search`; no document is read unless there is a condition or an order.
  /// - Throws: as `search`.
  public func keys(of search: SearchSelection) throws -> [RowKey] {
    let rows = try rows(of: search)
    return try rows.keys().map { rows.place.key($0.span) }
  }

  /// What is calculated of the documents that a search chooses, for each group that has the same
  /// values at some paths.
  ///
  /// - Complexity: as `search`.
  /// - Throws: as `search`.
  public func groups(
    by paths: [ArchivePath], _ aggregates: [Aggregate], _ search: SearchSelection
  ) throws -> [QueryGroup] {
    try rows(of: search).groups(by: paths, aggregates)
  }

  /// Returns the next page of the documents that match a search.
  ///
  /// In the order of scores a page goes on behind the last score and the last document; what was
  /// changed since may come again.
  ///
  /// - Complexity: as `search`.
  /// - Throws: as `search`; ``QueryError`` with `invalidPageToken` when the token is of another
  ///   search.
  public func fetchPage(
    _ search: SearchSelection, limit: Int, after token: PageToken? = nil
  ) throws -> QueryPage<Document> {
    var documents: [Document] = []
    let rows = try rows(of: search)
    let next = try rows.page(limit: limit, after: token) { key, row in
      documents.append(try rows.access.document(row, key: rows.place.key(key)))
    }
    return QueryPage(rows: documents, next: next)
  }

  func rows(of search: SearchSelection) throws -> RowSelection {
    try RowSelection(access, partition, search.selection, matching: search.terms)
  }
}
