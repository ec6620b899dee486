internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// A row whose texts match a search.
struct MatchedRow {
  /// The index of the row's collection in the search's list.
  var part = 0
  /// The stored key.
  let key: [UInt8]
  /// The score of the row; a higher score is better.
  var score = 0.0
  /// The matched phrases, if requested.
  var instances: [PhraseInstance] = []
}

/// The rows of one or several collections whose texts match a search.
struct MatchedRows: CustomStringConvertible {
  /// The collections, each with its condition.
  private let parts: [RowSelection]
  private let terms: SearchTerms
  /// For each collection, the documents that another index finds for the condition; `nil` without
  /// another index.
  private let planned: [PlannedDocuments?]
  /// The maximum number of rows.
  private let end: Int
  /// The page position after which the rows begin; `nil` for the first page.
  private let after: PagePosition?
  /// Whether the rows are ranked and match the conditions.
  ///
  /// Otherwise, the rows have no order, and the caller evaluates the condition.
  private let isRanked: Bool
  /// Whether the rows include the matched phrases.
  var wantsInstances = false

  /// Finds the rows of a selection with search terms.
  init(_ rows: RowSelection, _ terms: SearchTerms) throws {
    let isRanked = rows.selection.orders.isEmpty
    try self.init(
      [rows], terms, isRanked: isRanked, end: isRanked ? rows.selection.end : .max,
      after: isRanked ? rows.after : nil)
  }

  /// Finds the rows of one or several collections.
  ///
  /// - Parameters:
  ///   - parts: The collections, each with its condition.
  ///   - terms: The search terms.
  ///   - isRanked: Whether the rows are ranked and match the conditions.
  ///   - end: The maximum number of rows.
  ///   - after: The page position after which the rows begin; `nil` for the first page.
  init(
    _ parts: [RowSelection], _ terms: SearchTerms, isRanked: Bool = true, end: Int,
    after: PagePosition? = nil
  ) throws {
    self.parts = parts
    self.terms = terms
    self.isRanked = isRanked
    self.end = end
    self.after = after
    planned = try parts.map { try PlannedDocuments($0, terms) }
  }

  /// Returns the number of rows if the full-text index alone can count the rows; otherwise `nil`.
  static func count(_ rows: RowSelection, _ terms: SearchTerms) throws -> Int? {
    guard rows.selection.condition == .constant(true), rows.after == nil,
      try rows.isOfAll || rows.place.partition == nil && !RowLocation.hasPartitions(in: rows.access)
    else { return nil }
    let all = try rows.access.count(matching: terms)
    return min(max(all - rows.selection.offset, 0), rows.selection.limit ?? .max)
  }

  /// Returns the rows, ranked by relevance if `isRanked` is `true`.
  func rows() throws -> [MatchedRow] {
    try withIndexes { readers, expression in
      let filters = try parts.indices.map {
        try MatchFilter(parts[$0], readers[$0], planned[$0], asksCondition: isRanked)
      }
      if !isRanked { return try unranked(expression, readers[0], filters[0]) }
      let best = try best(
        RankedSearch(expression, in: readers, ranking: terms.ranking), filters)
      var rows = best.map { MatchedRow(part: $0.index, key: $0.key, score: $0.score) }
      if wantsInstances {
        for part in parts.indices {
          // A `SearchRun` passes the documents in ascending order of their numbers.
          let run = try SearchRun(expression, in: readers[part])
          let places = best.indices.filter { best[$0].index == part }
          for place in places.sorted(by: { best[$0].document < best[$1].document }) {
            rows[place].instances = try run.instances(in: best[place].document)
          }
        }
      }
      return rows
    }
  }

  /// Returns all rows of a search of one collection, by stored key.
  func rowsByKey() throws -> [[UInt8]: MatchedRow] {
    var all = try MatchedRows(parts, terms, end: .max)
    all.wantsInstances = wantsInstances
    return Dictionary(try all.rows().map { ($0.key, $0) }) { first, _ in first }
  }

  /// Returns the best documents after the position `after`, at most `end`.
  private func best(
    _ search: RankedSearch, _ filters: [MatchFilter]
  ) throws -> [ScoredDocument] {
    let isFiltered = filters.contains(where: \.isNeeded)
    func top(_ count: Int) throws -> [ScoredDocument] {
      isFiltered
        ? try search.top(count) { try filters[$0].accepts($1) } : try search.top(count)
    }
    guard let after, case .double(let score)? = after.values.first else { return try top(end) }
    let part = after.values.count > 1 ? after.values[1].int ?? 0 : 0
    // The best documents include the documents of earlier pages, so the number grows until enough
    // documents are after the position.
    var count = max(min(end, .max / 8), 16) * 4
    while true {
      let found = try top(count)
      let rest = found.drop { row in
        if row.score != score { return row.score > score }
        return row.key == after.key
          ? row.index <= part : row.key.lexicographicallyPrecedes(after.key)
      }
      if rest.count >= end || found.count < count { return Array(rest.prefix(end)) }
      count *= 4
    }
  }

  /// Returns all rows that match the search, without scores.
  private func unranked(
    _ expression: SearchExpression, _ reader: TokenIndexReader, _ filter: MatchFilter
  ) throws -> [MatchedRow] {
    let run = try SearchRun(expression, in: reader)
    var rows: [MatchedRow] = []
    while let document = try run.next() {
      guard try filter.accepts(document), let key = try reader.key(of: document) else { continue }
      rows.append(MatchedRow(key: key))
    }
    return rows
  }

  /// Passes the full-text indexes of the collections and the search expression to `body`.
  private func withIndexes<R>(
    _ body: ([TokenIndexReader], SearchExpression) throws -> R
  ) throws -> R {
    var readers: [TokenIndexReader] = []
    func lend(_ rest: ArraySlice<RowSelection>) throws -> R {
      guard let part = rest.first else {
        return try body(readers, terms.expression(for: readers.map(\.definition)))
      }
      return try part.access.withTokenIndex(terms.index) { reader in
        readers.append(reader)
        return try lend(rest.dropFirst())
      }
    }
    return try lend(parts[...])
  }

  /// The plan in one line.
  var description: String {
    let among = planned.compactMap { $0.map { " among \($0.count) rows of \($0.plan)" } }
    return "search for \(terms)" + among.joined()
  }

  /// Returns the position of a row for a page token.
  ///
  /// In a search of several collections, the position includes the number of the row's collection.
  static func position(_ row: MatchedRow, ofSeveral: Bool = false) -> PagePosition {
    let part = ofSeveral ? [ArchiveValue.int(Int64(row.part))] : []
    return PagePosition(values: [.double(row.score)] + part, key: row.key)
  }
}

extension [RowSelection] {
  /// Returns the selections for a common search of several collections.
  ///
  /// In the common terms, a name before a colon is a column if any collection has the column. With
  /// separate terms, a collection without the column would treat the name as a word.
  func sharing(_ terms: SearchTerms) throws -> [RowSelection] {
    var definitions: [IndexDefinition] = []
    for part in self {
      try part.access.withTokenIndex(terms.index) { definitions.append($0.definition) }
    }
    let common = try terms.reading(for: definitions)
    return map { part in
      var part = part
      part.terms = common
      return part
    }
  }
}

extension CollectionAccess {
  /// Returns the number of documents that match the search terms, at most `most`.
  func count(matching terms: SearchTerms, upTo most: Int = .max) throws -> Int {
    try withTokenIndex(terms.index) { reader in
      try SearchRun(terms.expression(for: [reader.definition]), in: reader).count(upTo: most)
    }
  }
}
