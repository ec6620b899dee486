import LodeModels
import LodeStore
import LodeTestSupport
import Testing

/// A Chinese, Japanese or Korean text has no spaces, so whole runs as words hide every word within
/// a sentence.
@Suite("The default tokenizer")
struct DefaultTokenizerTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
  }

  private func highlights(_ query: String) throws -> [String] {
    try store.documents("notes").search(query).map { try $0.highlighted("text", "[", "]") ?? "" }
  }

  private func createIndex(_ field: SearchField = "text") throws {
    try store.createIndex(IndexDefinition(search: [field]), on: "notes")
  }

  @Test(arguments: ["我爱北京天安门", "ファイル管理システム", "데이터저장소를", "𠀀𠀁𠀂北"])
  func `every part of a CJK run is found and marked exactly`(text: String) throws {
    try createIndex()
    let notes = store.documents("notes")
    try notes.put(["text": .string("a \(text), b")], forKey: 1)
    try notes.put(["text": "other words 中国"], forKey: 2)
    let characters = Array(text)
    for start in characters.indices {
      for end in start + 1...characters.count {
        let part = String(characters[start..<end])
        let marked =
          "a " + String(characters[..<start]) + "[\(part)]" + String(characters[end...]) + ", b"
        #expect(try highlights(part) == [marked])
        #expect(try highlights("\"\(part)\"") == [marked])
        let hit = try #require(try notes.search(part).first)
        #expect(try hit.snippet("text", "[", "]", tokens: 20) == marked)
      }
    }
  }

  @Test func `characters of a query must stand side by side, as in a phrase`() throws {
    try createIndex()
    let notes = store.documents("notes")
    try notes.put(["text": "北京天 京安"], forKey: 1)
    #expect(try highlights("北京安") == [])
    #expect(try highlights("北天") == [])
    #expect(try highlights("北京 京安") == ["[北京]天 [京安]"])
    #expect(try highlights("PDF北京") == [])
  }

  @Test func `an index without CJK keeps its tokenizer when the store is opened again`() throws {
    try createIndex(SearchField("text", tokenizer: .unicode()))
    try store.documents("notes").put(["text": "我爱北京天安门 two"], forKey: 1)
    store.close()
    let again = try Store(directory.file("s"))
    let index = try #require(try again.indexes(of: "notes").first)
    #expect(index.definition.search.map(\.tokenizer) == [.unicode()])
    #expect(try again.documents("notes").search("北京").isEmpty)
    #expect(try again.documents("notes").search("two 我爱北京天安门").count == 1)
  }
}
