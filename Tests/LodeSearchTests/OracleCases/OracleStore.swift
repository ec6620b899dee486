import LodeCoding
import LodeSearch
import LodeStore
import LodeTestSupport

/// The oracle's documents in a store, with a search index of one kind of tokens.
struct OracleStore {
  static let columns = ["title", "body", "tags"]

  private let directory: TemporaryDirectory
  private let store: Store
  private var models: [Int: String] = [:]

  init(_ documents: some Sequence<OracleDocument>, mode: String) throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    let tokenizer = Self.tokenizer(mode)
    let fields = Self.columns.map { SearchField(ArchivePath(parsing: $0), tokenizer: tokenizer) }
    try store.createIndex(IndexDefinition(search: fields, name: "text"), on: "docs")
    let documents = Array(documents)
    for document in documents { models[document.id] = document.model }
    try store.write { transaction in
      for document in documents {
        try transaction["docs"].put(
          Self.row(document.title, document.body, document.tags), forKey: document.id)
      }
    }
  }

  private static func tokenizer(_ mode: String) -> TokenizerChoice {
    switch mode {
    case "unicode61-rd0": .unicode(.keep)
    case "unicode61-rd2": .unicode(.all)
    case "simple": .simple
    case "porter": .porter
    case "trigram": .trigram
    case "cjk": .cjk
    default: .unicode()
    }
  }

  private static func row(
    _ title: String?, _ body: String?, _ tags: String?
  ) -> [String: ArchiveValue] {
    [
      "title": .string(title ?? ""), "body": .string(body ?? ""), "tags": .string(tags ?? ""),
    ]
  }

  /// Deletes, updates and inserts.
  mutating func apply(_ changes: [OracleChange]) throws {
    try store.write { transaction in
      for change in changes {
        if change.op == "delete" {
          try transaction["docs"].delete(change.id)
        } else {
          try transaction["docs"].put(
            Self.row(change.title, change.body, change.tags), forKey: change.id)
        }
      }
    }
    for change in changes { if let model = change.model { models[change.id] = model } }
  }

  /// Removes what is left of what was deleted.
  func compact() throws { try store.compactSearch() }

  /// The ids that a query finds, sorted, and its count.
  func ids(_ query: String) throws -> (ids: [Int], count: Int) {
    let expression = try SearchExpression(parsing: query, columns: Self.columns)
    return try store.read { transaction in
      try transaction["docs"].access.withTokenIndex("text") { reader in
        let run = try SearchRun(expression, in: reader)
        var ids: [Int] = []
        while let document = try run.next() { ids.append(try Self.id(document, reader)) }
        return (ids.sorted(), try SearchRun(expression, in: reader).count())
      }
    }
  }

  /// Where a query's phrases are in a document.
  func instances(_ query: String, in id: Int) throws -> [PhraseInstance] {
    let expression = try SearchExpression(parsing: query, columns: Self.columns)
    return try store.read { transaction in
      try transaction["docs"].access.withTokenIndex("text") { reader in
        let run = try SearchRun(expression, in: reader)
        while let document = try run.next() {
          if try Self.id(document, reader) == id { return try run.instances(in: document) }
        }
        return []
      }
    }
  }

  /// The best ids with their scores.
  func top(_ count: Int, _ query: String, weights: [Double]?) throws -> [(id: Int, score: Double)] {
    let expression = try SearchExpression(parsing: query, columns: Self.columns)
    var ranking = SearchRanking.fts5
    for (name, weight) in zip(Self.columns, weights ?? []) { ranking.weights[name] = weight }
    return try store.read { transaction in
      try transaction["docs"].access.withTokenIndex("text") { reader in
        try RankedSearch(expression, in: [reader], ranking: ranking).top(count).map {
          (try Int.decodeKey($0.key.span), $0.score)
        }
      }
    }
  }

  private static func id(_ document: UInt32, _ reader: TokenIndexReader) throws -> Int {
    guard let key = try reader.key(of: document) else { return -1 }
    return try Int.decodeKey(key.span)
  }

  /// How many of some documents there are of each model.
  func countByModel(_ ids: [Int]) -> [String: Int] {
    ids.reduce(into: [:]) { counts, id in counts[models[id] ?? "?", default: 0] += 1 }
  }
}
