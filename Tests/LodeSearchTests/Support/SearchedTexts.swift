import LodeCoding
import LodeSearch
import LodeStore
import LodeTestSupport

/// A store with texts and a search index of them.
struct SearchedTexts {
  private let directory: TemporaryDirectory
  let store: Store
  let columns: [String]

  init(
    _ columns: [String], weights: [Double] = [], tokenizers: [TokenizerChoice] = [],
    collections: [String] = ["docs"]
  ) throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    self.columns = columns
    let fields = columns.indices.map { column in
      SearchField(
        ArchivePath(parsing: columns[column]),
        weight: column < weights.count ? weights[column] : 1,
        tokenizer: column < tokenizers.count ? tokenizers[column] : .unicode())
    }
    for collection in collections {
      try store.createIndex(IndexDefinition(search: fields, name: "text"), on: collection)
    }
  }

  /// Saves texts, column by column, and deletes where there are none.
  func put(_ texts: [Int: [String]?], in collection: String = "docs") throws {
    try store.write { transaction in
      for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
        if let text {
          let row = Dictionary(
            uniqueKeysWithValues: zip(columns, text.map { ArchiveValue.string($0) }))
          try transaction[collection].put(row, forKey: key)
        } else {
          try transaction[collection].delete(key)
        }
      }
    }
  }

  func expression(_ query: String) throws -> SearchExpression {
    try SearchExpression(parsing: query, columns: columns)
  }

  func withReader<R>(
    _ collection: String = "docs", _ body: (TokenIndexReader) throws -> R
  ) throws -> R {
    try store.read { try $0[collection].access.withTokenIndex("text", body) }
  }

  /// The keys that a query finds, in the order of documents.
  func keys(_ query: String) throws -> [Int] { try keys(try expression(query)) }

  func keys(_ expression: SearchExpression) throws -> [Int] {
    try withReader { reader in
      let run = try SearchRun(expression, in: reader)
      var keys: [Int] = []
      while let document = try run.next() { keys.append(try reader.intKey(of: document)) }
      return keys
    }
  }

  func count(_ query: String) throws -> Int {
    try withReader { try SearchRun(try expression(query), in: $0).count() }
  }

  /// The best keys with their scores.
  func top(
    _ count: Int, _ query: String, ranking: SearchRanking = .bm25
  ) throws -> [(key: Int, score: Double)] {
    try withReader { reader in
      try RankedSearch(try expression(query), in: [reader], ranking: ranking).top(count).map {
        (try Int.decodeKey($0.key.span), $0.score)
      }
    }
  }
}

extension SearchRun {
  /// Begins a search of an expression.
  convenience init(_ expression: SearchExpression, in reader: TokenIndexReader) throws {
    try self.init(IndexQuery(expression, in: reader))
  }
}

extension RankedSearch {
  /// Begins a search of an expression in several indexes.
  convenience init(
    _ expression: SearchExpression, in readers: [TokenIndexReader], ranking: SearchRanking = .bm25
  ) throws {
    try self.init(readers.map { try IndexQuery(expression, in: $0) }, ranking: ranking)
  }
}

extension TokenIndexReader {
  /// The key of a document's row, which is a number.
  func intKey(of document: UInt32) throws -> Int {
    guard let key = try key(of: document) else { return -1 }
    return try Int.decodeKey(key.span)
  }
}
