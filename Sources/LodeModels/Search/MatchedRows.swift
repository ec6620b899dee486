internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// A row whose texts match.
struct MatchedRow {
  /// The number of the part that it is of.
  var part = 0
  /// The key as the collection has it.
  let key: [UInt8]
  /// How well it matches.
  var score = 0.0
  /// Where what was searched for is in its texts, when that was asked for.
  var instances: [PhraseInstance] = []
}

/// The rows whose texts match, of one collection or of several that are ranked together.
struct MatchedRows: CustomStringConvertible {
  /// The collections, each with the condition that its rows must meet.
  private let parts: [RowSelection]
  private let terms: SearchTerms
  /// The documents that the parts' conditions may choose, where another index tells that they are
  /// few.
  private let planned: [PlannedDocuments?]
  /// At most how many rows are wanted.
  private let end: Int
  /// The row behind which they begin.
  private let after: PagePosition?
  /// Whether the best come first, and the conditions are asked; else the rows may come in any
  /// order.
  private let isRanked: Bool
  /// Whether rows tell where what was searched for is.
  var wantsInstances = false

  /// The rows of a selection with terms.
  init(_ rows: RowSelection, _ terms: SearchTerms) throws {
    let isRanked = rows.selection.orders.isEmpty
    try self.init(
      [rows], terms, isRanked: isRanked, end: isRanked ? rows.selection.end : .max,
      after: isRanked ? rows.after : nil)
  }

  /// - Parameter end: at most how many rows are wanted.
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

  /// How many rows a selection has, when the index alone tells that; `nil` when rows must be asked.
  static func count(_ rows: RowSelection, _ terms: SearchTerms) throws -> Int? {
    guard rows.selection.condition == .constant(true), rows.after == nil,
      try rows.isOfAll || rows.place.partition == nil && !rows.access.hasPartitions()
    else { return nil }
    let all = try rows.access.count(matching: terms)
    return min(max(all - rows.selection.offset, 0), rows.selection.limit ?? .max)
  }

  /// Calls `body` with each row until `body` returns `.stop`.
  ///
  /// Rows that meet the conditions are ranked by relevance, unless the order does not matter.
  func forEach(_ body: (MatchedRow) throws -> IterationStep) throws {
    for row in try rows() where try body(row) == .stop { return }
  }

  /// The rows.
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
          // A run goes through documents in the order of their numbers.
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

  /// All rows of the only part, by their keys.
  func rowsByKey() throws -> [[UInt8]: MatchedRow] {
    var all = try MatchedRows(parts, terms, end: .max)
    all.wantsInstances = wantsInstances
    return Dictionary(try all.rows().map { ($0.key, $0) }) { first, _ in first }
  }

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
    // Those of earlier pages are among the best too.
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

  /// Lends the search indexes of the parts, and what is searched for in them.
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

  /// One line for explanations.
  var description: String {
    let among = planned.compactMap { $0.map { " among \($0.count) rows of \($0.plan)" } }
    return "search for \(terms)" + among.joined()
  }

  /// What a page's token has of its last row; of several parts it has the number of that too.
  static func position(_ row: MatchedRow, ofSeveral: Bool = false) -> PagePosition {
    let part = ofSeveral ? [ArchiveValue.int(Int64(row.part))] : []
    return PagePosition(values: [.double(row.score)] + part, key: row.key)
  }
}

extension [RowSelection] {
  /// The rows for what several collections are searched for together.
  ///
  /// A name before a colon is a column when one of them has it: alone the others would take it for
  /// a word.
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
  /// How many documents of the collection's search index match; `most` when there are more.
  func count(matching terms: SearchTerms, upTo most: Int = .max) throws -> Int {
    try withTokenIndex(terms.index) { reader in
      try SearchRun(terms.expression(for: [reader.definition]), in: reader).count(upTo: most)
    }
  }
}
