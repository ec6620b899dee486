internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// The rows of several types that a search finds.
struct MixedRows {
  private let search: MixedSearch
  /// The rows of each type that match the condition for the type.
  private let parts: [RowSelection]

  /// Creates the rows of a search, and checks the search's limit and offset.
  ///
  /// - Throws: `StoreError` with `invalidLimit` if the limit or the offset is negative.
  init(_ search: MixedSearch, _ parts: [RowSelection]) throws(StoreError) {
    try Self.check(search.limit)
    try Self.check(search.offset)
    self.search = search
    self.parts = parts
  }

  private static func check(_ limit: Int?) throws(StoreError) {
    if let limit, limit < 0 { throw StoreError(.invalidLimit, context: "\(limit)") }
  }

  private var window: Selection { Selection(offset: search.offset, limit: search.limit) }

  /// Returns the number of rows after the offset, at most the limit.
  func count() throws -> Int {
    let all = try RowSearch(parts, search.terms).count()
    return min(max(all - window.offset, 0), window.limit ?? .max)
  }

  /// Returns the models after the offset, at most the limit.
  func hits() throws -> [SearchHit<any Model>] {
    if search.limit == 0 { return [] }
    let rows = try matched(end: window.end)
    return try hits(rows.dropFirst(window.offset).prefix(window.limit ?? .max))
  }

  /// Returns the next page of models.
  ///
  /// - Throws: `StoreError` with `invalidLimit` if the limit is negative, or with
  ///   `invalidPageToken`, caused by a ``QueryError``, if the token belongs to another search.
  func page(limit: Int, after token: PageToken?) throws -> QueryPage<SearchHit<any Model>> {
    try Self.check(limit)
    let after = try token.map(position)
    guard limit > 0 else { return QueryPage(rows: [], next: token) }
    var part = Selection()
    part.limit = limit == .max ? limit : limit + 1
    part.offset = after == nil ? window.offset : 0
    let rows = try matched(end: part.end, after: after).dropFirst(part.offset)
    let shown = rows.prefix(limit)
    let next =
      rows.count > limit
      ? try shown.last.map {
        try PageToken(PagePosition(after: $0, ofSeveral: true), digest: digest)
      } : nil
    return QueryPage(rows: try hits(shown), next: next)
  }

  private func matched(end: Int, after: PagePosition? = nil) throws -> [MatchedRow] {
    try RowSearch(parts, search.terms, end: end, after: after).matched(withInstances: true).rows
  }

  private func hits(_ rows: ArraySlice<MatchedRow>) throws -> [SearchHit<any Model>] {
    let columns = parts.map(\.searchedColumns)
    var hits: [SearchHit<any Model>] = []
    for found in rows {
      let (type, access) = (search.parts[found.part].type, parts[found.part].access)
      try access.withFoundRow(found.key.span) { row in
        let model: any Model = try access.unarchive(row.bytes, row.type, as: type, AllowedTypes())
        hits.append(SearchHit(model, found, columns[found.part]))
      }
    }
    return hits
  }

  // Pages.

  private func position(_ token: PageToken) throws -> PagePosition {
    guard token.digest == digest, token.position.values.count == 2 else {
      throw StoreError(.invalidPageToken, cause: PageToken.invalid("belongs to another search"))
    }
    return token.position
  }

  /// A hash of the search's terms, collections, partitions, and conditions.
  private var digest: UInt64 {
    let places = parts.flatMap { part -> [KeyComponent] in
      [
        .string(part.access.name), part.place.partition.map(KeyComponent.string) ?? .null,
        .string("\(Selection(part.selection.condition))"),
      ]
    }
    let identity = Key(components: [.string(search.terms.identity)] + places)
    return Checksum.rapidhash(identity.bytes.span, seed: 0)
  }
}
