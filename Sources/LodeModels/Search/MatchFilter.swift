internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// A filter of the documents that match a search.
///
/// A document is one version of a row, numbered by the full-text index.
final class MatchFilter {
  private let access: CollectionAccess
  private let reader: TokenIndexReader
  /// The location of the selected rows; `nil` if the location contains every row.
  private let place: RowLocation?
  /// The documents that another index finds for the condition; `nil` without another index.
  let planned: PlannedDocuments?
  private var condition: RowCondition?

  /// Creates a filter that evaluates the condition if `asksCondition` is `true`.
  init(_ rows: RowSelection, _ query: IndexQuery, asksCondition: Bool) throws {
    access = rows.access
    reader = query.reader
    let hasCondition = rows.selection.condition != .constant(true)
    planned = hasCondition ? try PlannedDocuments(rows, query) : nil
    place = try rows.hasEveryRow() ? nil : rows.place
    if asksCondition, hasCondition {
      condition = try RowCondition(rows.selection.condition, of: rows.access.name)
    }
  }

  /// Whether the filter can exclude documents.
  var isNeeded: Bool { place != nil || planned != nil || condition != nil }

  /// Returns whether a document passes the filter.
  func accepts(_ document: UInt32) throws -> Bool {
    if let planned, !planned.contains(document) { return false }
    if place == nil, condition == nil { return true }
    guard let key = try reader.key(of: document) else { return false }
    if let place, !place.contains(key.span) { return false }
    guard condition != nil else { return true }
    var isMet = false
    try access.withFoundRow(key.span) { row in
      isMet = try condition?.isMet(by: row, key: key.span, in: access) ?? true
    }
    return isMet
  }
}
