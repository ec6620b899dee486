internal import LodeCoding
public import LodeSearch
internal import LodeStore

extension ModelReading where Self: ~Copyable & ~Escapable {
  /// The models of several types whose texts match, the best first, ranked together.
  ///
  /// ```swift
  /// for hit in try store.searchAll([Recipe.self, City.self], "oslo", limit: 10) {
  ///   switch hit.object {
  ///   case let recipe as Recipe: print(recipe.title)
  ///   case let city as City: print(city.name)
  ///   default: break
  ///   }
  /// }
  /// ```
  ///
  /// How rare a word is, and how long texts are, is taken of all types together, so that scores can be compared.
  ///
  /// - Complexity: as `search` of each type.
  /// - Throws: as `search` of a type.
  public func searchAll(
    _ types: [any Model.Type], _ terms: SearchTerms, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    let parts = types.map { part($0, terms) }
    let columns = parts.map(\.searchedColumns)
    var matched = try MatchedRows(parts, terms, end: max(limit ?? .max, 0))
    matched.wantsInstances = true
    var hits: [SearchHit<any Model>] = []
    try matched.forEach { found in
      let access = parts[found.part].access
      _ = try access.withRow(found.key.span, .tuple) { row in
        let model = try access.anyModel(types[found.part], row)
        hits.append(SearchHit(model, found, columns[found.part]))
      }
      return .next
    }
    return hits
  }

  /// The models of several types whose texts match, the best first, ranked together.
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(types, SearchTerms(text, mode), limit: limit)
  }

  private func part(_ type: any Model.Type, _ terms: SearchTerms) -> RowSelection {
    RowSelection(access(to: type.collectionName), partition, Selection(), matching: terms)
  }
}

extension CollectionAccess {
  /// The model that a row has.
  fileprivate func anyModel<M: Model>(
    _ type: M.Type, _ row: borrowing RowValue
  ) throws -> any Model {
    try unarchive(row.bytes, row.type, as: type, AllowedTypes())
  }
}

// Each a transaction of its own.
extension ModelStoring {
  /// The models of several types whose texts match, the best first, ranked together.
  public func searchAll(
    _ types: [any Model.Type], _ text: String, _ mode: SearchMode = .language, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try searchAll(types, SearchTerms(text, mode), limit: limit)
  }

  /// The models of several types whose texts match, the best first, ranked together.
  public func searchAll(
    _ types: [any Model.Type], _ terms: SearchTerms, limit: Int? = nil
  ) throws -> [SearchHit<any Model>] {
    try store.read { try $0.partition(partition).searchAll(types, terms, limit: limit) }
  }
}
