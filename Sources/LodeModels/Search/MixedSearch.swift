internal import LodeCoding
public import LodeSearch
internal import LodeStore

/// A full-text search of several model types, which ranks all hits together.
///
/// To search one type, use ``Query``.
///
/// ```swift
/// let recipes = Recipe.where { $0.title != "Soup" }
/// let oslo = MixedSearch("oslo", in: recipes, Query(City.self)).limit(10)
/// for hit in try store.searchAll(oslo) {
///   switch hit.object {
///   case let recipe as Recipe: print(recipe.title)
///   case let city as City: print(city.name)
///   default: break
///   }
/// }
/// ```
public struct MixedSearch: Sendable {
  /// A model type and the condition for the models of the type.
  struct Part: Sendable {
    let type: any Model.Type
    let selection: Selection
  }

  let parts: [Part]
  /// The search terms that the models' texts must match.
  public var terms: SearchTerms
  /// The maximum number of hits; `nil` for no limit.
  public var limit: Int?
  /// The number of hits to skip.
  public var offset = 0

  /// Creates a search from terms, for the models of several queries.
  ///
  /// The search uses the conditions of the queries, ``Query/strict()``, and ``Query/lenient()``.
  /// The search ignores the orders, limits, offsets, and search terms of the queries, and also
  /// ``Query/requiringIndex()``.
  public init<each M: Model>(_ terms: SearchTerms, in queries: repeat Query<each M>) {
    var parts: [Part] = []
    for part in repeat Self.part(of: each queries) { parts.append(part) }
    self.parts = parts
    self.terms = terms
  }

  /// Creates a search from a text, for the models of several queries.
  ///
  /// The search uses the conditions of the queries, ``Query/strict()``, and ``Query/lenient()``.
  /// The search ignores the orders, limits, offsets, and search terms of the queries, and also
  /// ``Query/requiringIndex()``.
  public init<each M: Model>(
    _ text: String, _ mode: SearchMode = .language, in queries: repeat Query<each M>
  ) {
    self.init(SearchTerms(text, mode), in: repeat each queries)
  }

  init(_ terms: SearchTerms, of types: [any Model.Type], limit: Int?) {
    parts = types.map { Part(type: $0, selection: Selection()) }
    self.terms = terms
    self.limit = limit
  }

  /// Returns the search with a limit, the maximum number of hits; `nil` for no limit.
  public func limit(_ limit: Int?) -> MixedSearch {
    var search = self
    search.limit = limit
    return search
  }

  /// Returns the search with an offset: the number of hits to skip.
  public func offset(_ offset: Int) -> MixedSearch {
    var search = self
    search.offset = offset
    return search
  }

  private static func part<M: Model>(of query: Query<M>) -> Part {
    var selection = query.selection
    selection.orders = []
    (selection.offset, selection.limit) = (0, nil)
    selection.requiresIndex = false
    return Part(type: M.self, selection: selection)
  }
}
