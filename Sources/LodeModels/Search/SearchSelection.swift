public import LodeSearch
public import LodeStore

/// A full-text search of documents, optionally with a condition, an order, a limit, and an offset.
///
/// To search models, use ``Query``.
///
/// ```swift
/// let notes = store.documents("notes")
/// try store.createIndex(IndexDefinition(search: ["title", "body"]), on: "notes")
/// try notes.insert(["title": "Bread", "body": "Mix flour and water", "stars": 4])
/// let good = try Selection(parsing: "stars > 3").matching("bread OR cake")
/// for hit in try notes.search(good.limit(10)) { print(hit.score, hit.object["title"] ?? "") }
/// ```
public struct SearchSelection: Sendable, Hashable {
  /// The condition, the orders, the limit, and the offset.
  ///
  /// Without an order, hits are ranked by relevance.
  public var selection: Selection
  /// The search terms that the documents' texts must match.
  public var terms: SearchTerms

  /// Creates a search from terms and a selection.
  public init(_ terms: SearchTerms, _ selection: Selection = Selection()) {
    self.terms = terms
    self.selection = selection
  }

  /// Returns the search with a limit, the maximum number of hits; `nil` for no limit.
  public func limit(_ limit: Int?) -> SearchSelection {
    var search = self
    search.selection.limit = limit
    return search
  }
}

extension Selection {
  /// Returns the selection restricted to documents whose texts match a search text.
  ///
  /// - Parameters:
  ///   - text: The search text; the guide `Search.md` describes the language.
  ///   - mode: How Lode parses the text: `.language` for the search language, `.plain` for words
  ///     that must all match, or `.typing` for unfinished input.
  public func matching(_ text: String, _ mode: SearchMode = .language) -> SearchSelection {
    SearchSelection(SearchTerms(text, mode), self)
  }

  /// Returns the selection restricted to documents whose texts match search terms.
  public func matching(_ terms: SearchTerms) -> SearchSelection { SearchSelection(terms, self) }
}
