import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("The compaction of search indexes")
struct SearchCompactionTests {
  private struct TooLong: Error {}

  @Test
  func `ends although rows are changed after each of its parts, and reaches every index`() throws {
    let directory = try TemporaryDirectory()
    let store = try Store(directory.file("s"))
    for name in ["one", "two"] {
      try store.createIndex(IndexDefinition(search: ["title", "body"], name: name), on: "articles")
    }
    for round in 0..<3 {
      try store.put(
        Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, article("a \($0)", "b \(round)")) }),
        in: "articles")
    }
    var parts = 0
    var compacted: Set<String> = []
    try store.compactSearch(of: "articles", blocks: 10) { part in
      parts += 1
      if parts > 1000 { throw TooLong() }
      compacted.insert(part.index)
      try store.put([parts % 50: article("changed \(parts)", "c")], in: "articles")
    }
    #expect(compacted == ["one", "two"])
    #expect(try store.verify().isSound)
    // Each goes over the documents that died meanwhile, and only these.
    try store.compactSearch()
    for name in ["one", "two"] {
      #expect(try store.read { try $0["articles"].access.withTokenIndex(name) { !$0.hasDead } })
    }
  }

  @Test
  func `takes out what died before it was asked for, also where another one was under way`() throws
  {
    let directory = try TemporaryDirectory()
    let store = try Store(directory.file("s"))
    try store.createIndex(IndexDefinition(search: ["title"], name: "text"), on: "articles")
    let rows = (0..<50).map { ($0, article("old \($0)")) }
    try store.put(Dictionary(uniqueKeysWithValues: rows), in: "articles")
    try store.write { _ = try $0["articles"].delete(1) }
    #expect(throws: TooLong.self) {
      try store.compactSearch(blocks: 3) { _ in throw TooLong() }
    }
    try store.write { for key in 2..<9 { _ = try $0["articles"].delete(key) } }
    try store.compactSearch(blocks: 3)
    #expect(try store.read { try $0["articles"].access.withTokenIndex { !$0.hasDead } })
    #expect(try store.verify().isSound)
  }
}
