import LodeSearch
import LodeStore
import Testing

@Suite("Queries and tokenizers")
struct TokenizedQueryTests {
  @Test
  func `columns may have different tokenizers: what is searched is made tokens for each`() throws {
    let searched = try SearchedTexts(
      ["title", "body"], tokenizers: [.unicode(), .porter])
    try searched.put([
      1: ["running", "far"], 2: ["far", "he runs"], 3: ["runs", "run, run"], 4: ["run far", ""],
    ])
    #expect(try searched.keys("running") == [1, 2, 3])
    #expect(try searched.keys("title:running") == [1])
    #expect(try searched.keys("runs far") == [2])
    #expect(try searched.keys("\"run far\"") == [4])
    #expect(try searched.keys("-title:runs") == [2, 3])
    #expect(try searched.keys("NEAR(run far)") == [4])
    #expect(try searched.keys("runs-far") == [2])
  }

  @Test
  func `trigrams find parts of words, and short words together with their neighbours`() throws {
    let searched = try SearchedTexts(["title"], tokenizers: [.trigram])
    try searched.put([
      1: ["the end of it"], 2: ["often"], 3: ["a kernel source"], 4: ["source kernel"],
    ])
    #expect(try searched.keys("ERNE") == [3, 4])
    #expect(try searched.keys("kernel source") == [3, 4])
    #expect(try searched.keys("d of") == [1])
    #expect(try searched.keys("of") == [])
    #expect(try searched.keys("ken-sor") == [])
  }

  @Test func `stop words are left out of queries, and leave their places in phrases`() throws {
    let searched = try SearchedTexts(["title"], tokenizers: [.unicode().stopWords(["the", "of"])])
    try searched.put([1: ["the end of the day"], 2: ["end day"], 3: ["day of the end"]])
    #expect(try searched.keys("the end") == [1, 2, 3])
    #expect(try searched.keys("the OR day") == [1, 2, 3])
    #expect(try searched.keys("\"end of the day\"") == [1])
    #expect(try searched.keys("\"end day\"") == [2])
    #expect(try searched.keys("the") == [])
  }

  @Test func `characters of CJK runs stand side by side`() throws {
    let searched = try SearchedTexts(["title"], tokenizers: [.cjk])
    try searched.put([1: ["設定管理の点"], 2: ["管理、設定"], 3: ["PDFファイル"], 4: ["PDF ファイル"]])
    #expect(try searched.keys("設定") == [1, 2])
    #expect(try searched.keys("定管理") == [1])
    #expect(try searched.keys("理") == [1, 2])
    #expect(try searched.keys("PDFファイ") == [3])
    #expect(try searched.keys("pdf ファイ") == [3, 4])
  }

  @Test func `words that are nearly the same are found`() throws {
    let searched = try SearchedTexts(["title"])
    try searched.put([
      1: ["editor"], 2: ["editors"], 3: ["eidtor"], 4: ["auditor"], 5: ["text editor"],
    ])
    #expect(try searched.keys("editor~1") == [1, 2, 3, 5])
    #expect(try searched.keys("editor~2") == [1, 2, 3, 4, 5])
    #expect(try searched.keys(SearchExpression.fuzzy("edtor") && .word("text")) == [5])
    #expect(try searched.top(1, "editor~1").count == 1)
  }

  /// Words at spaces; queries also ask for what else a word is called, at the same place.
  private struct Aliases: Tokenizer {
    var names: [String: [String]]

    func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
      var start = 0
      for place in 0...text.count where place == text.count || text[place] == UInt8(ascii: " ") {
        let word = text.extracting(start..<place)
        tokens.append(word, text: start..<place)
        if use == .query {
          for name in names[String(decoding: word.indices.map { word[$0] }, as: UTF8.self)] ?? [] {
            tokens.append(name, text: start..<place, samePosition: true)
          }
        }
        start = place + 1
      }
    }
  }

  @Test
  func `of several tokens at one place of a query any is enough, whatever is asked of them`() throws
  {
    let aliases = Aliases(names: ["1st": ["first"], "fir": ["tree", "conifer"]])
    let searched = try SearchedTexts(
      ["title"], tokenizers: [.own("aliases", version: 1, aliases)])
    try searched.put([
      1: ["1st place"], 2: ["first place"], 3: ["firstly a place"], 4: ["trees and firs"],
      5: ["place first"], 6: ["conifers"], 7: ["tre first"],
    ])
    #expect(try searched.keys("1st") == [1, 2, 5, 7])
    #expect(try searched.keys("1st place") == [1, 2, 5])
    #expect(try searched.keys("\"1st place\"") == [1, 2])
    #expect(try searched.keys("\"place 1st\"") == [5])
    #expect(try searched.keys("1st*") == [1, 2, 3, 5, 7])
    #expect(try searched.keys("\"place 1st*\"") == [5])
    #expect(try searched.keys("fir*") == [2, 3, 4, 5, 6, 7])
    #expect(try searched.keys("\"fir* and fir*\"") == [4])
    #expect(try searched.keys("fir~1") == [4, 6, 7])
    #expect(try searched.keys("^1st") == [1, 2])
    #expect(try searched.keys("NEAR(1st tre, 0)") == [7])
    #expect(try searched.count("1st* OR fir") == 5)
  }

  @Test func `what several terms have at one place of a text counts once for ranks`() throws {
    let synonyms = TokenizerChoice.unicode().synonyms("short", version: 1) { word in
      ["db": ["database", "dbase"], "database": ["db"]][word] ?? []
    }
    let searched = try SearchedTexts(["title", "body"], tokenizers: [synonyms, synonyms])
    try searched.put([
      1: ["db one", ""], 2: ["data one", ""], 3: ["dbs db", ""], 4: ["", "database two"],
    ])
    for query in ["d*", "db*", "database~2", "d* OR absent"] {
      let found = try searched.top(10, query)
      let scores = Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.score) })
      let first = try #require(scores[1])
      #expect(try #require(scores[4]) == first, "\(query)")
      if let second = scores[2] { #expect(second == first, "\(query)") }
      // Two words of it.
      #expect(try #require(scores[3]) > first || query == "database~2", "\(query)")
    }
  }

  @Test func `all documents are found by what excludes some, also after deletes`() throws {
    let searched = try SearchedTexts(["title"])
    try searched.put([1: ["a"], 2: ["b"], 3: [""], 4: ["b c"]])
    try searched.put([2: .none])
    #expect(try searched.keys(.all) == [1, 3, 4])
    #expect(try searched.keys(!.word("b")) == [1, 3])
    try searched.store.compactSearch()
    #expect(try searched.keys("*:* NOT b") == [1, 3])
    #expect(try searched.count("*:*") == 3)
  }

  @Test func `columns that the index does not have find nothing`() throws {
    let searched = try SearchedTexts(["title"])
    try searched.put([1: ["a"]])
    #expect(try searched.keys(SearchExpression.word("a").in("body")) == [])
    #expect(try searched.keys(SearchExpression.word("a").in("TITLE")) == [1])
  }
}
