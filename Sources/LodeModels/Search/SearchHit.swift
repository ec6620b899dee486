internal import LodeSearch
internal import LodeStore

/// A search result: a model or a document, the score, and the matches in the texts.
///
/// ```swift
/// for hit in try store.search(Recipe.self, "bread", limit: 3) {
///   print(hit.score, hit.object.title, try hit.highlighted("title", "[", "]") ?? "")
/// }
/// ```
public struct SearchHit<Object> {
  /// The model or the document.
  public let object: Object
  /// The relevance: a higher score is better.
  ///
  /// Without a search, the score is 0.
  public internal(set) var score: Double
  /// The matched phrases, ordered by field and position.
  let instances: [PhraseInstance]
  /// The searched fields.
  let columns: [SearchField]

  init(_ object: Object, _ row: MatchedRow, _ columns: [SearchField]) {
    self.object = object
    self.columns = columns
    score = row.score
    instances = row.instances
  }
}

extension SearchHit: Sendable where Object: Sendable {}

extension RowSelection {
  /// The fields of the full-text index that the search uses; empty without a search.
  var searchedColumns: [SearchField] {
    let indexes = terms == nil ? [] : access.searchIndexes
    return (indexes.first { terms?.index == nil || $0.name == terms?.index })?.search ?? []
  }
}
