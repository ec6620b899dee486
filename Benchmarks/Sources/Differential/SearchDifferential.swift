internal import BenchHarness
internal import LodeCoding
internal import LodeModels
internal import LodeSearch
internal import LodeStore

/// Random queries in Lode's language, and the same in FTS5's, about the same texts.
///
/// Outside and inside of writes, before and after random changes and compaction; then scores too.
public final class SearchDifferential {
  private let seed: UInt64
  private var random: RandomSearches
  private let table: SQLiteTexts
  private let store: Store
  private var count = 0
  /// How many answers were compared.
  public private(set) var compared = 0
  /// How many of them had some documents, but not all.
  public private(set) var telling = 0

  /// Creates empty tables.
  public init(directory: String, seed: UInt64) throws {
    self.seed = seed
    random = RandomSearches(seed: seed)
    table = try SQLiteTexts(tokenizer: "unicode61 remove_diacritics 1")
    store = try Store(directory + "/texts.lode")
    let fields = ["title", "body"].map {
      SearchField(ArchivePath(parsing: $0), tokenizer: .unicode())
    }
    try store.createIndex(IndexDefinition(search: fields), on: "texts")
  }

  /// Runs a number of queries, and changes documents in between.
  ///
  /// - Throws: `BenchFailure` at the first difference, with the seed.
  public func run(queries: Int) throws {
    for number in 0..<queries {
      if number % 40 == 0 { try change() }
      if number % 40 == 20 { try compact() }
      try compare(random.search(), withScores: number % 40 >= 20, inWrite: number % 10 == 0)
    }
  }

  private func change() throws {
    try store.write { transaction in
      for _ in 0..<random.number(10..<60) {
        let key = random.number(1..<120)
        let texts = random.number(0..<5) == 0 ? nil : (title: random.text(), body: random.text())
        try table.set(key, texts)
        let documents = transaction.documents("texts")
        if let texts {
          _ = try documents.put(
            ["title": .string(texts.title), "body": .string(texts.body)], forKey: key)
        } else {
          _ = try documents.delete(key)
        }
      }
    }
    count = try store.documents("texts").count
  }

  private func compact() throws {
    try store.compactSearch(of: "texts")
    if try !store.verify().isSound { throw BenchFailure("seed \(seed): verify found damage") }
  }

  private func compare(_ search: WrittenSearch, withScores: Bool, inWrite: Bool) throws {
    let expected = try table.matches(search.sqlite)
    let found = try matches(search.text, inWrite: inWrite)
    guard found.count == expected.count, found.keys.allSatisfy({ expected[$0] != nil }) else {
      throw BenchFailure(
        """
        seed \(seed): \(search.text) found \(found.keys.sorted()); SQLite, asked \(search.sqlite), found \
        \(expected.keys.sorted())
        """)
    }
    compared += 1
    if !expected.isEmpty && expected.count < count { telling += 1 }
    guard withScores, search.hasScore else { return }
    for (key, score) in expected where abs(score - (found[key] ?? 0)) > 1e-6 * max(1, score) {
      throw BenchFailure(
        """
        seed \(seed): \(search.text) gave \(key) the score \(found[key] ?? 0); SQLite, asked \(search.sqlite), \
        gave \(score)
        """)
    }
  }

  private func matches(_ text: String, inWrite: Bool) throws -> [Int: Double] {
    let search = SearchSelection(SearchTerms(text).ranked(by: .fts5))
    let hits: [SearchHit<Document>]
    if inWrite {
      hits = try store.write { try $0.documents("texts").search(search) }
    } else {
      hits = try store.documents("texts").search(search)
    }
    if try store.documents("texts").count(search) != hits.count {
      throw BenchFailure("seed \(seed): \(text) is counted otherwise than found")
    }
    var matches: [Int: Double] = [:]
    for hit in hits { matches[try hit.object.key.decode(Int.self)] = hit.score }
    return matches
  }
}
