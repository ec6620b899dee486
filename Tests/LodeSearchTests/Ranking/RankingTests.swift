import Foundation
import LodeSearch
import LodeStore
import LodeTestSupport
import Testing

@Suite("Ranks")
struct RankingTests {
  private static let texts: [Int: [String]] = [
    1: ["red apple", "an apple a day and a pear"], 2: ["green pear", "red red red"],
    3: ["red", "apple"], 4: ["blue", "nothing of that here"], 5: ["red", "apple"],
  ]

  private func searched(weights: [Double] = []) throws -> SearchedTexts {
    let searched = try SearchedTexts(["title", "body"], weights: weights)
    try searched.put(Self.texts)
    return searched
  }

  /// What BM25 says of a word in a document, calculated from the texts.
  private func score(_ word: String, _ key: Int, weights: [Double] = [1, 1]) -> Double {
    let all = Self.texts.mapValues { $0.map { $0.split(separator: " ").map(String.init) } }
    let lengths = all.mapValues { Double($0.joined().count) }
    let average = lengths.values.reduce(0, +) / Double(all.count)
    let n = Double(all.values.count { $0.joined().contains(word) })
    var f = 0.0
    for (column, weight) in zip(all[key] ?? [], weights) {
      f += weight * Double(column.count { $0 == word })
    }
    let norm = 1.2 * (0.25 + 0.75 * (lengths[key] ?? 0) / average)
    let worth = log(1 + (Double(all.count) - n + 0.5) / (n + 0.5))
    return worth * f * 2.2 / (f + norm)
  }

  @Test func `are those of the formula, the best first, equal ones by their keys`() throws {
    let top = try searched().top(10, "apple")
    // Two of them are the same.
    let order = score("apple", 1) > score("apple", 3) ? [1, 3, 5] : [3, 5, 1]
    #expect(top.map(\.key) == order)
    for entry in top { #expect(abs(entry.score - score("apple", entry.key)) < 1e-12) }
    #expect(try searched().top(1, "title:red body:apple OR blue").count == 1)
  }

  @Test func `follow the weights of columns, those of the index or others`() throws {
    let expected = score("red", 2, weights: [1, 5])
    let byIndex = try searched(weights: [1, 5]).top(1, "red")
    #expect(byIndex.map(\.key) == [2] && abs(byIndex[0].score - expected) < 1e-12)
    let byRanking = try searched().top(1, "red", ranking: SearchRanking(weights: ["Body": 5]))
    #expect(byRanking.map(\.key) == [2] && abs(byRanking[0].score - expected) < 1e-12)
  }

  @Test func `stay numbers with the greatest weights, and are refused with others`() throws {
    let searched = try searched()
    for query in ["red", "red OR apple", "\"red apple\"", "re*", "ret~1"] {
      let heavy = SearchRanking(saturation: 1e12, weights: ["title": 1e12, "body": 1e12])
      let top = try searched.top(10, query, ranking: heavy)
      #expect(top.count == (try searched.count(query)) && top.allSatisfy(\.score.isFinite))
      for wrong in [Double.infinity, -.infinity, .nan, 1e300] {
        for ranking in [
          SearchRanking(weights: ["title": wrong]), SearchRanking(weights: ["absent": wrong]),
          SearchRanking(saturation: wrong), SearchRanking(lengthNormalization: wrong),
        ] {
          #expect {
            _ = try searched.top(10, query, ranking: ranking)
          } throws: {
            ($0 as? StoreError)?.code == .invalidOption
          }
        }
      }
      #expect(try searched.top(10, query, ranking: SearchRanking(weights: ["title": -1])).count > 0)
    }
    for wrong in [Double.infinity, -.infinity, .nan, 1e300] {
      #expect {
        _ = try self.searched(weights: [1, wrong])
      } throws: {
        ($0 as? StoreError)?.code == .invalidIndex
      }
    }
  }

  @Test
  func `are zero nowhere, but with the formula of FTS5 nearly so for words in most documents`()
    throws
  {
    #expect(try searched().top(10, "red").allSatisfy { $0.score > 0.01 })
    #expect(try searched().top(10, "red", ranking: .fts5).allSatisfy { $0.score < 0.00001 })
  }

  @Test
  func `leave out documents that are not wanted, and give none where none are asked for`() throws {
    let searched = try searched()
    try searched.withReader { reader in
      let search = try RankedSearch(try searched.expression("red OR apple"), in: [reader])
      #expect(try search.top(0).isEmpty)
      let wanted = try search.top(3) { _, document in try reader.intKey(of: document) > 2 }
      #expect(try wanted.map { try reader.intKey(of: $0.document) } == [3, 5])
    }
  }

  @Test
  func `that are equal, however many, go by keys, also where later documents have the lower ones`()
    throws
  {
    let searched = try SearchedTexts(["title"])
    for start in [2_000, 1_000, 0] {
      try searched.put(
        Dictionary(uniqueKeysWithValues: (start..<start + 1_000).map { ($0, ["red \($0 % 7)"]) }))
    }
    for query in ["*:*", "red", "red OR blue", "re*", "title:red"] {
      let top = try searched.top(12, query)
      #expect(top.map(\.key) == Array(0..<12), "\(query)")
    }
  }

  @Test func `of a thousand words are the sums of those of each`() throws {
    let searched = try SearchedTexts(["title"])
    let texts = (0..<300).map { key in ["w\(key) w\(key / 2) w\(key / 3)"] }
    try searched.put(Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($0, $1) }))
    let query = (0..<1_000).map { "w\($0)" }.joined(separator: " OR ")
    #expect(try searched.keys(query) == Array(0..<300))
    var sums: [Int: Double] = [:]
    for word in 0..<300 {
      for entry in try searched.top(300, "w\(word)") { sums[entry.key, default: 0] += entry.score }
    }
    let top = try searched.top(300, query)
    #expect(top.count == 300)
    #expect(top.allSatisfy { abs($0.score - (sums[$0.key] ?? 0)) < 1e-9 })
  }

  @Test func `of several collections are those that one collection would have`() throws {
    let both = try SearchedTexts(["title", "body"], collections: ["a", "b"])
    for (key, text) in Self.texts { try both.put([key: text], in: key % 2 == 0 ? "a" : "b") }
    for query in [
      "apple", "red OR pear", "red AND apple", "\"apple a\"", "ap*", "NEAR(red apple, 3)",
    ] {
      let expected = try searched().top(10, query)
      let found = try both.store.read { transaction in
        try transaction["a"].access.withTokenIndex { a in
          try transaction["b"].access.withTokenIndex { b in
            try RankedSearch(try both.expression(query), in: [a, b]).top(10).map {
              (try ($0.index == 0 ? a : b).intKey(of: $0.document), $0.score)
            }
          }
        }
      }
      #expect(found.map(\.0) == expected.map(\.key), "\(query)")
      #expect(zip(found, expected).allSatisfy { abs($0.1 - $1.score) < 1e-12 }, "\(query)")
    }
  }
}
