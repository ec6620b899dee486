import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeSearch

@Suite("Random queries over random texts", .tags(.random))
struct RandomSearchTests {
  private let seed: UInt64
  private var random: RandomQueries
  private var texts: [Int: SlowText] = [:]
  private let searched: SearchedTexts

  init() throws {
    let generator = SeededGenerator()
    seed = generator.seed
    random = RandomQueries(generator: generator)
    let weights = Bool.random(using: &random.generator) ? [1.0, 1, 1] : [3, 1, 0.5]
    searched = try SearchedTexts(RandomQueries.columns, weights: weights)
    for key in 0..<900 { texts[key] = random.text() }
    try searched.put(texts.mapValues { $0.map { $0.joined(separator: " ") } })
  }

  private mutating func change() throws {
    var changes: [Int: [String]?] = [:]
    for _ in 0..<150 {
      let key = Int.random(in: 0..<950, using: &random.generator)
      let text = Bool.random(using: &random.generator) ? random.text() : nil
      texts[key] = text
      changes[key] = .some(text?.map { $0.joined(separator: " ") })
    }
    try searched.put(changes)
  }

  @Test(.tags(.slow))
  mutating func `find what looking at every text finds, also after changes`() throws {
    for round in 0..<3 {
      if round > 0 { try change() }
      for _ in 0..<rounds(150) {
        let query = random.query()
        let text = query.text(RandomQueries.columns)
        let expected = texts.filter { query.matches($0.value) }.map(\.key).sorted()
        #expect(try searched.keys(text).sorted() == expected, "\(text), seed \(seed)")
        #expect(try searched.count(text) == expected.count, "the count of \(text), seed \(seed)")
      }
    }
  }

  @Test
  mutating func `have the same best documents as all documents sorted by their scores`() throws {
    try change()
    for ranking in [SearchRanking.bm25, .fts5] {
      for _ in 0..<rounds(100) {
        let query = random.query(depth: 2)
        let text = query.text(RandomQueries.columns)
        let count = Int.random(in: 1...20, using: &random.generator)
        try compareBest(text, count, ranking)
      }
      for words in ["a", "rare", "a OR rare", "a OR b OR abc OR rare OR c", "ab*", "\"a b\""] {
        try compareBest(words, 10, ranking)
      }
    }
  }

  private func compareBest(_ text: String, _ count: Int, _ ranking: SearchRanking) throws {
    let all = try searched.withReader { reader in
      var all: [(key: Int, score: Double)] = []
      let search = try RankedSearch(searched.expression(text), in: [reader], ranking: ranking)
      try search.parts[0].forEach(search.formula) {
        all.append((try reader.intKey(of: $0), $1))
      }
      return all.sorted { $0.score != $1.score ? $0.score > $1.score : $0.key < $1.key }
    }
    let top = try searched.top(count, text, ranking: ranking)
    #expect(
      top.map(\.key) == all.prefix(count).map(\.key), "\(text), \(count) best, seed \(seed)")
    #expect(zip(top, all).allSatisfy { abs($0.score - $1.score) < 1e-9 }, "\(text), seed \(seed)")
  }

  @Test mutating func `tell where their phrases are in each document`() throws {
    for _ in 0..<rounds(60) {
      let query = random.query(depth: 0)
      guard case .phrase(let phrase) = query else { continue }
      let text = query.text(RandomQueries.columns)
      try searched.withReader { reader in
        let run = try SearchRun(try searched.expression(text), in: reader)
        while let document = try run.next() {
          let key = try reader.intKey(of: document)
          let expected = phrase.places(texts[key] ?? [], in: nil).map {
            PhraseInstance(
              phrase: 0, column: $0.column, position: $0.start, length: phrase.words.count)
          }
          #expect(try run.instances(in: document) == expected, "\(text) in \(key), seed \(seed)")
        }
      }
    }
  }
}
