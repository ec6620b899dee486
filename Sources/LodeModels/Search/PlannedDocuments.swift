internal import LodeCoding
internal import LodeSearch
internal import LodeStore

/// The documents of a search index whose rows a condition may choose, as another index tells them.
struct PlannedDocuments {
  private let documents: Set<UInt32>
  /// How the other index finds them.
  let plan: String
  /// How many there are.
  var count: Int { documents.count }

  /// Above this number of documents, evaluating the condition on matching rows is cheaper.
  private static let most = 4_096

  /// - Returns: `nil` when no index finds fewer rows than a part of those that match.
  init?(_ rows: RowSelection, _ terms: SearchTerms) throws {
    if rows.selection.condition == .constant(true) { return nil }
    var others = rows
    others.terms = nil
    others.after = nil
    others.selection = Selection(rows.selection.condition)
    guard let planner = try others.planner() else { return nil }
    let plan = try planner.plan(others.selection)
    if plan.isScan { return nil }
    // Counting further than that would be a second search.
    let matching = try rows.access.count(matching: terms, upTo: 2 * Self.most)
    guard let keys = try others.candidates(plan).keys(most: matching / 2) else { return nil }
    documents = try rows.access.withTokenIndex(terms.index) { reader in
      try Set(keys.compactMap { try reader.document(of: $0.span) })
    }
    self.plan = plan.description
  }

  /// Whether a document is one of them.
  func contains(_ document: UInt32) -> Bool { documents.contains(document) }
}
