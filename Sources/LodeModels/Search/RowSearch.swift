internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// A full-text search of one or several collections.
struct RowSearch {
  /// The collections, each with its condition.
  ///
  /// Loops use the indices, because a loop over the elements copies each large selection.
  private let parts: [RowSelection]
  private let terms: SearchTerms
  /// The maximum number of rows.
  private let end: Int
  /// The page position after which the rows begin; `nil` for the first page.
  private let after: PagePosition?
  /// Whether the rows are ranked and match the conditions.
  ///
  /// Otherwise, the rows have no order, and the caller evaluates the condition.
  private let isRanked: Bool

  /// Creates a search that ranks the rows, unless the selection has orders.
  init(_ rows: RowSelection, _ terms: SearchTerms) {
    parts = [rows]
    self.terms = terms
    isRanked = rows.selection.orders.isEmpty
    end = isRanked ? rows.selection.end : .max
    after = isRanked ? rows.after : nil
  }

  /// Creates a search that ranks the rows of all collections together.
  init(
    _ parts: [RowSelection], _ terms: SearchTerms, end: Int = .max, after: PagePosition? = nil
  ) {
    self.parts = parts
    self.terms = terms
    self.end = end
    self.after = after
    isRanked = true
  }

  /// Runs the search, and returns the rows, with the matched phrases if requested.
  func matched(withInstances: Bool = false) throws -> MatchedRows {
    for part in parts { try part.selection.checkFunctions(in: part.access) }
    var readers: [TokenIndexReader] = []
    defer { for reader in readers { reader.close() } }
    let queries = try queries(opening: &readers)
    var filters: [MatchFilter] = []
    for part in parts.indices {
      filters.append(try MatchFilter(parts[part], queries[part], asksCondition: isRanked))
    }
    let planned = filters.compactMap(\.planned)
    if !isRanked {
      let rows = try unranked(queries[0], filters[0])
      return MatchedRows(rows: rows, terms: terms, planned: planned)
    }
    let search = try RankedSearch(queries, ranking: terms.ranking)
    let isNeeded = filters.contains(where: \.isNeeded)
    let filter = isNeeded ? { try filters[$0].accepts($1) } : nil
    let best =
      if let after {
        try best(search, after, filter)
      } else {
        try search.top(end, where: filter)
      }
    var rows = best.map { MatchedRow(part: $0.index, key: $0.key, score: $0.score) }
    if withInstances {
      for part in queries.indices {
        // A `SearchRun` passes the documents in ascending order of their numbers.
        let run = try SearchRun(queries[part])
        let places = best.indices.filter { best[$0].index == part }
        for place in places.sorted(by: { best[$0].document < best[$1].document }) {
          rows[place].instances = try run.instances(in: best[place].document)
        }
      }
    }
    return MatchedRows(rows: rows, terms: terms, planned: planned)
  }

  /// Returns the number of rows of all collections that match the terms and the conditions, at most
  /// `most`.
  func count(upTo most: Int = .max) throws -> Int {
    var readers: [TokenIndexReader] = []
    defer { for reader in readers { reader.close() } }
    let queries = try queries(opening: &readers)
    var count = 0
    for part in parts.indices {
      let filter = try MatchFilter(parts[part], queries[part], asksCondition: true)
      let run = try SearchRun(queries[part])
      if !filter.isNeeded {
        count += try run.count(upTo: most - count)
        continue
      }
      while count < most, let document = try run.next() {
        if try filter.accepts(document) { count += 1 }
      }
    }
    return count
  }

  /// Opens the indexes of the collections, and resolves the terms in each index.
  private func queries(opening readers: inout [TokenIndexReader]) throws -> [IndexQuery] {
    for part in parts.indices {
      readers.append(try parts[part].access.tokenIndex(terms.index))
    }
    let expression = try terms.expression(for: readers.map(\.definition))
    return try readers.map { try IndexQuery(expression, in: $0) }
  }

  /// Returns the highest-ranked documents after a position.
  private func best(
    _ search: RankedSearch, _ after: PagePosition,
    _ filter: ((_ part: Int, _ document: UInt32) throws -> Bool)?
  ) throws -> [ScoredDocument] {
    guard case .double(let score)? = after.values.first else {
      return try search.top(end, where: filter)
    }
    let part = after.values.count > 1 ? after.values[1].int ?? 0 : 0
    // The best documents include the documents of earlier pages, so the number grows until enough
    // documents are after the position.
    var count = max(min(end, .max / 8), 16) * 4
    while true {
      let found = try search.top(count, where: filter)
      let rest = found.drop { row in
        if row.score != score { return row.score > score }
        return row.key == after.key
          ? row.index <= part : row.key.lexicographicallyPrecedes(after.key)
      }
      if rest.count >= end || found.count < count { return Array(rest.prefix(end)) }
      count *= 4
    }
  }

  private func unranked(_ query: IndexQuery, _ filter: MatchFilter) throws -> [MatchedRow] {
    let run = try SearchRun(query)
    var rows: [MatchedRow] = []
    while let document = try run.next() {
      guard try filter.accepts(document), let key = try query.reader.key(of: document) else {
        continue
      }
      rows.append(MatchedRow(key: key))
    }
    return rows
  }
}
