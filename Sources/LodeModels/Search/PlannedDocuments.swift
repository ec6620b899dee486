internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// The documents of the rows that another index, or the key, finds for a condition.
///
/// A document is one version of a row, numbered by the full-text index.
struct PlannedDocuments {
  private let documents: Set<UInt32>
  /// The plan of the other index, as text.
  let plan: String
  var count: Int { documents.count }

  /// The maximum number of documents; beyond this number, evaluating the condition on each hit is
  /// cheaper.
  private static let most = 4_096

  /// Finds the documents of the rows that an index or the key finds.
  ///
  /// - Returns: `nil` if only a scan finds the rows, or if the rows exceed half of the hits, or
  ///   `most`.
  init?(_ rows: RowSelection, _ query: IndexQuery) throws {
    var others = rows
    others.terms = nil
    others.after = nil
    others.selection = Selection(rows.selection.condition)
    guard let planner = try others.planner() else { return nil }
    let plan = try planner.plan(others.selection)
    if plan.isScan { return nil }
    // Counting beyond this limit would cost as much as a second search.
    let matching = try SearchRun(query).count(upTo: 2 * Self.most)
    guard let keys = try others.candidates(plan).keys(most: matching / 2) else { return nil }
    documents = try Set(keys.compactMap { try query.reader.document(of: $0.span) })
    self.plan = plan.description
  }

  /// Returns whether a document is in the set.
  func contains(_ document: UInt32) -> Bool { documents.contains(document) }
}
