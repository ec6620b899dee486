internal import LodeCoding
internal import LodeSearch
package import LodeStore

/// A search of several collections with one ranking of all rows.
package struct CollectionSearch {
  private let parts: [RowSelection]
  private let terms: SearchTerms
  private let limit: Int?

  /// Creates a search of several collections.
  ///
  /// - Parameters:
  ///   - parts: The selection of each collection; the search ignores the limits of the selections.
  ///   - terms: The search terms for all collections.
  ///   - limit: The maximum number of rows; `nil` for no limit.
  package init(_ parts: [RowSelection], _ terms: SearchTerms, limit: Int?) {
    self.parts = parts.map { part in
      var part = part
      part.terms = terms
      return part
    }
    self.terms = terms
    self.limit = limit
  }

  /// Returns the number of matching rows, without the limit.
  package func count() throws -> Int {
    try RowSearch(parts, terms).count()
  }

  /// Returns the stored key of each row, with the index of the row's collection in `parts`, ranked
  /// by relevance.
  package func keys() throws -> [(part: Int, key: [UInt8])] {
    if limit == 0 { return [] }
    return try RowSearch(parts, terms, end: limit ?? .max).matched().rows.map {
      ($0.part, $0.key)
    }
  }

  /// Calls `body` with each row and the row's content, ranked by relevance.
  package func forEach(
    _ body: (borrowing FoundRow, borrowing RowValue) throws -> Void
  ) throws {
    if limit == 0 { return }
    let columns = parts.map(\.searchedColumns)
    let matched = try RowSearch(parts, terms, end: limit ?? .max).matched(withInstances: true)
    for found in matched.rows {
      let (access, fields) = (parts[found.part].access, columns[found.part])
      var reader = try RowCondition(.constant(true), others: fields.map(\.path))
      try access.withFoundRow(found.key.span) { row in
        var values: [ArchivePath: ArchiveValue] = [:]
        for (place, field) in fields.enumerated() {
          values[field.path] = try reader.value(
            place, of: row, key: found.key.span, in: access)
        }
        let texts = HitTexts(fields, found.instances) { values[$0] }
        try body(
          FoundRow(part: found.part, key: found.key, score: found.score, texts: texts), row)
      }
    }
  }
}

/// A row that a search of several collections found.
package struct FoundRow {
  /// The index of the row's collection in the search's list.
  package let part: Int
  /// The stored key.
  package let key: [UInt8]
  /// The score of the row; a higher score is better.
  package let score: Double
  fileprivate let texts: HitTexts

  /// Returns the excerpt with the best matches, at most 16 tokens, or `nil` without a searched
  /// text.
  ///
  /// If `field` is `nil`, the excerpt can come from any field.
  package func snippet(_ field: String?, _ open: String, _ close: String) -> String? {
    texts.snippet(field, SearchMarks(open: open, close: close), 16)
  }
}
