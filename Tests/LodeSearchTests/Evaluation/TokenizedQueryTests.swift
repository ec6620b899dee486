import LodeSearch
import LodeStore
import Testing

@Suite("Queries and tokenizers")
struct TokenizedQueryTests {
  @Test("Columns may have different tokenizers: what is searched is made tokens for each")
  func different() throws {
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

  @Test("Trigrams find parts of words, and short words together with their neighbours")
  func trigrams() throws {
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

  @Test("Stop words are left out of queries, and leave their places in phrases")
  func stopWords() throws {
    let searched = try SearchedTexts(["title"], tokenizers: [.unicode().stopWords(["the", "of"])])
    try searched.put([1: ["the end of the day"], 2: ["end day"], 3: ["day of the end"]])
    #expect(try searched.keys("the end") == [1, 2, 3])
    #expect(try searched.keys("the OR day") == [1, 2, 3])
    #expect(try searched.keys("\"end of the day\"") == [1])
    #expect(try searched.keys("\"end day\"") == [2])
    #expect(try searched.keys("the") == [])
  }

  @Test("Characters of CJK runs stand side by side")
  func cjk() throws {
    let searched = try SearchedTexts(["title"], tokenizers: [.cjk])
    try searched.put([1: ["設定管理の点"], 2: ["管理、設定"], 3: ["PDFファイル"], 4: ["PDF ファイル"]])
    #expect(try searched.keys("設定") == [1, 2])
    #expect(try searched.keys("定管理") == [1])
    #expect(try searched.keys("理") == [1, 2])
    #expect(try searched.keys("PDFファイ") == [3])
    #expect(try searched.keys("pdf ファイ") == [3, 4])
  }

  @Test("Words that are nearly the same are found")
  func fuzzy() throws {
    let searched = try SearchedTexts(["title"])
    try searched.put([
      1: ["editor"], 2: ["editors"], 3: ["eidtor"], 4: ["auditor"], 5: ["text editor"],
    ])
    #expect(try searched.keys("editor~1") == [1, 2, 3, 5])
    #expect(try searched.keys("editor~2") == [1, 2, 3, 4, 5])
    #expect(try searched.keys(SearchExpression.fuzzy("edtor") && .word("text")) == [5])
    #expect(try searched.top(1, "editor~1").count == 1)
  }

  @Test("All documents are found by what excludes some, also after deletes")
  func all() throws {
    let searched = try SearchedTexts(["title"])
    try searched.put([1: ["a"], 2: ["b"], 3: [""], 4: ["b c"]])
    try searched.put([2: .none])
    #expect(try searched.keys(.all) == [1, 3, 4])
    #expect(try searched.keys(!.word("b")) == [1, 3])
    try searched.store.compactSearch()
    #expect(try searched.keys("*:* NOT b") == [1, 3])
    #expect(try searched.count("*:*") == 3)
  }

  @Test("Columns that the index does not have find nothing")
  func unknownColumns() throws {
    let searched = try SearchedTexts(["title"])
    try searched.put([1: ["a"]])
    #expect(try searched.keys(SearchExpression.word("a").in("body")) == [])
    #expect(try searched.keys(SearchExpression.word("a").in("TITLE")) == [1])
  }
}
