import LodeModels
import LodeTestSupport
import Testing

@Suite("Hits of an index with functions of the program")
struct OwnTokenizerHitTests {
  @Test func `are marked and cut also after the store was opened anew`() throws {
    let directory = try TemporaryDirectory()
    let choice = TokenizerChoice.unicode().synonyms("abbreviations", version: 1) { word in
      word == "db" ? ["database"] : []
    }
    let definition = IndexDefinition(search: [SearchField("text", tokenizer: choice)], name: "text")
    for isFirst in [true, false] {
      let store = try Store(directory.file("s"))
      defer { store.close() }
      try store.createIndex(definition, on: "notes")
      let notes = store.documents("notes")
      if isFirst { try notes.put(["text": "a small db here"], forKey: 1) }
      let hits = try notes.search("database")
      #expect(hits.count == 1)
      #expect(try hits.first?.highlighted("text") == "a small **db** here")
      #expect(try hits.first?.snippet() == "a small **db** here")
    }
  }
}
