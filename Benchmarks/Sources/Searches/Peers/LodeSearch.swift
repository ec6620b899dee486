internal import BenchHarness
internal import LodeLMDB
internal import LodeModels
internal import LodeStore

/// Searches of models.
func lodeSearch(_ directory: String, durability: Durability) throws -> SearchStore {
  var options = StoreOptions()
  options.durability = durability
  let store = try Store(directory + "/articles.lode", models: [Article.self], options: options)
  let definition = Article.indexes[0]
  func query(_ text: String) -> Query<Article> {
    Article.matching(SearchTerms(text).ranked(by: .fts5))
  }
  return SearchStore(
    insert: { texts, part, batch in
      for start in stride(from: part.lowerBound, to: part.upperBound, by: batch) {
        let articles = texts.articles[start..<min(start + batch, part.upperBound)]
        try store.write { try $0.insert(contentsOf: articles) }
      }
    },
    update: { texts, changes in
      try store.write { transaction in
        for change in changes {
          var article = texts.articles[change.after]
          article.id = change.id
          try transaction.put(article)
        }
      }
    },
    rebuild: {
      try store.dropIndex(definition.name, on: Article.collectionName)
      try store.createIndex(definition, on: Article.collectionName)
      try store.buildIndexes(of: Article.collectionName)
    },
    compact: {
      try store.compactSearch(of: Article.collectionName)
      let indexes = try store.indexes(of: Article.collectionName)
      return indexes.first { $0.definition.name == definition.name }?.bytes ?? 0
    },
    top: { text, limit in
      // As with FTS5, keys and scores, without the rows.
      let hits = try store.read { try $0.scores(of: query(text).limit(limit)) }
      return SearchHits(ids: hits.map(\.key), scores: hits.map(\.score))
    },
    count: { try store.count(query($0)) },
    close: { store.close() })
}
