import LodeStore
import Testing

@Suite("Of a run of CJK characters any part is found")
struct CJKTests {
  @Test func `a document has a pair at each character, and the last one alone`() {
    #expect(placed(.cjk, "管理器") == ["管理@0", "理器@1", "器@2"])
    #expect(placed(.cjk, "字") == ["字@0"])
    #expect(placed(.cjk, "데이터") == ["데이@0", "이터@1", "터@2"])
    #expect(placed(.cjk, "ファイル") == ["ファ@0", "ァイ@1", "イル@2", "ル@3"])
  }

  @Test func `a query is a prefix, a pair, or a phrase of pairs`() {
    #expect(placed(.cjk, "器", for: .query) == ["器*@0"])
    #expect(placed(.cjk, "管理", for: .query) == ["管理@0"])
    #expect(placed(.cjk, "管理器", for: .query) == ["管理@0", "+理器@1"])
  }

  @Test func `words and runs that touch are neighbours`() {
    #expect(placed(.cjk, "PDFファイルv2") == ["pdf@0", "ファ@1", "ァイ@2", "イル@3", "ル@4", "v2@5"])
    #expect(placed(.cjk, "PDFファ", for: .query) == ["pdf@0", "+ファ@1"])
    #expect(placed(.cjk, "PDFフ", for: .query) == ["pdf@0", "+フ*@1"])
    // The last character must be followed by the word, so no pair begins with it.
    #expect(placed(.cjk, "ファv2", for: .query) == ["ファ@0", "+ァ@1", "+v2@2"])
    #expect(placed(.cjk, "フv2", for: .query) == ["フ@0", "+v2@1"])
  }

  @Test func `a position is left out where something stands between them, and between runs`() {
    #expect(placed(.cjk, "PDF 管理、器 go on") == ["pdf@0", "管理@2", "理@3", "器@5", "go@7", "on@8"])
    #expect(placed(.cjk, "管理 go", for: .query) == ["管理@0", "go@3"])
  }

  @Test func `words of other scripts are as they are without`() {
    let text = "Straße foo-bar Ёлка"
    #expect(placed(.cjk, text) == placed(.unicode(), text))
  }

  @Test func `a pair's text is both characters`() {
    let ranges = tokens(.cjk, Array("a 管理器".utf8)).map(\.token.text)
    #expect(ranges == [0..<1, 2..<8, 5..<11, 8..<11])
  }

  @Test func `trigrams of a query are one phrase`() {
    #expect(placed(.trigram, "管理器x", for: .query) == ["管理器@0", "+理器x@1"])
    #expect(placed(.trigram, "管理器x") == ["管理器@0", "理器x@1"])
  }
}
