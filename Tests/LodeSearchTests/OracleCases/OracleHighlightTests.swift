import LodeSearch
import LodeStore
import LodeTestSupport
import Testing

/// The marked texts that SQLite's FTS5 gives for the same queries and documents.
@Suite(
  "Marked texts are those of SQLite",
  .enabled(if: OracleFiles.found != nil, "the cases are not there"))
struct OracleHighlightTests {
  private let files: OracleFiles
  private let documents: [Int: OracleDocument]

  init() throws {
    files = try #require(OracleFiles.found)
    let all = try #require(try files.documents(), "the program zstd is needed")
    documents = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
  }

  @Test func `in whole columns`() throws {
    let cases = try files.lines("highlight.jsonl", as: OracleHighlight.self)
    let store = try OracleStore(try cases.map { try document($0.doc) }, mode: "unicode61")
    for item in cases {
      let number = try #require(OracleStore.columns.firstIndex(of: item.column))
      let text = try #require(try texts(item.doc)[number])
      let instances = try store.instances(item.query, in: item.doc).filter { $0.column == number }
      let marked = text.highlight(instances, SearchMarks(open: item.open, close: item.close))
      #expect(marked == item.text, "\(item.case) \(item.query) in \(item.doc)")
    }
  }

  @Test func `in snippets`() throws {
    let cases = try files.lines("snippet.jsonl", as: OracleSnippet.self)
    let store = try OracleStore(try cases.map { try document($0.doc) }, mode: "unicode61")
    for item in cases {
      let texts = try texts(item.doc)
      let instances = try store.instances(item.query, in: item.doc)
      let snippet = Snippet(texts, instances, length: item.tokens)
      let marked = snippet.text(of: texts, instances, SearchMarks(open: "[", close: "]"))
      #expect(marked == item.fts5Snippet, "\(item.case) \(item.query) in \(item.doc)")
    }
  }

  private func document(_ id: Int) throws -> OracleDocument { try #require(documents[id]) }

  private func texts(_ id: Int) throws -> [ColumnText?] {
    let document = try document(id)
    let tokenizer = try #require(TokenizerChoice.unicode().makeTokenizer())
    return [document.title, document.body, document.tags].map { ColumnText($0, tokenizer) }
  }
}

struct OracleHighlight: Decodable {
  var `case`: String
  var query: String
  var doc: Int
  var column: String
  var open: String
  var close: String
  var text: String
}

struct OracleSnippet: Decodable {
  var `case`: String
  var query: String
  var doc: Int
  var tokens: Int
  var fts5Snippet: String
}
