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

extension PagePosition {
  /// Creates the position after a row of a ranked search.
  ///
  /// - Parameter ofSeveral: Whether the search has several collections.
  init(after row: MatchedRow, ofSeveral: Bool = false) {
    let part = ofSeveral ? [ArchiveValue.int(Int64(row.part))] : []
    self.init(values: [.double(row.score)] + part, key: row.key)
  }
}

/// The rows of one or several collections that a search has found.
struct MatchedRows: CustomStringConvertible {
  /// The rows, ranked by relevance if the search ranks rows.
  let rows: [MatchedRow]
  let terms: SearchTerms
  /// The documents that other indexes have found for the conditions.
  let planned: [PlannedDocuments]

  /// The search as text, as part of a plan.
  var description: String {
    "search for \(terms)"
      + planned.map { " among \($0.count) rows of \($0.plan)" }.joined()
  }
}
