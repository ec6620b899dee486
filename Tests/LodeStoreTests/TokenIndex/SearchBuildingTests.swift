import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("A search index is built beside other work, and anew when its words are others")
struct SearchBuildingTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open() throws -> Store { try Store(directory.file("s")) }

  @Test(.tags(.slow))
  func `a build that was stopped goes on where it was, and changes meanwhile are in it`() throws {
    struct Stop: Error {}
    do {
      let store = try open()
      try store.write { transaction in
        for key in 0..<25_000 {
          try transaction["articles"].append(article("t\(key % 50)", "w\(key)"), forKey: key)
        }
      }
      // Beside an index of values, whose parts are smaller.
      try store.createIndex(IndexDefinition("title"), on: "articles")
      let text = IndexDefinition(search: ["title", "body"], name: "text")
      #expect(try store.createIndex(text, on: "articles") == .building)
      let build = IndexBuild(queue: store.queue, firstBatch: .smallest)
      #expect(throws: Stop.self) { try build.run(of: nil) { _ in throw Stop() } }
    }
    let store = try open()
    try store.put([3: article("changed"), 24_000: article("changed later")], in: "articles")
    try store.write { transaction in
      for key in [4, 24_001] { _ = try transaction["articles"].delete(key) }
    }
    #expect(try store.verify().isSound)
    try store.buildIndexes()
    #expect(try store.verify().problems == [])
    let index = try store.plainIndex()
    #expect(index["changed"].map { Set($0.keys) } == [3, 24_000])
    #expect(index["w4"] == nil && index["w24001"] == nil && index["t5"]?.count == 500)
  }

  @Test func `other fields or another tokenizer make it anew; other weights do not`() throws {
    let store = try open()
    try store.createIndex(IndexDefinition(search: ["title"], name: "text"), on: "articles")
    try store.put([1: article("red", "blue green")], in: "articles")
    let weighed = IndexDefinition(search: [SearchField("title", weight: 3)], name: "text")
    let rows = try store.tokenRows()
    try store.createIndex(weighed, on: "articles")
    #expect(try store.tokenRows() == rows)
    #expect(try store.indexes(of: "articles").map(\.definition) == [weighed])
    try store.createIndex(IndexDefinition(search: ["body"], name: "text"), on: "articles")
    #expect(Set(try store.plainIndex().keys) == ["blue", "green"])
    let parts = IndexDefinition(
      search: [SearchField("body", tokenizer: .trigram)], name: "text")
    try store.createIndex(parts, on: "articles")
    #expect(try store.plainIndex()["gre"] != nil)
  }

  @Test
  func
    `whoever does not know a tokenizer leaves the index disabled, and it is made anew by one who does`()
    throws
  {
    let lines = TokenizerChoice.own("whole", version: 1, WholeText())
    let definition = IndexDefinition(
      search: [SearchField("title", tokenizer: lines)], name: "text")
    do {
      let store = try open()
      try store.createIndex(definition, on: "articles")
      try store.put([1: article("red apple")], in: "articles")
      #expect(Set(try store.plainIndex().keys) == ["red apple"])
    }
    do {
      let store = try open()
      #expect(throws: StoreError.self) { try store.plainIndex() }
      #expect(try store.verify().uncheckedIndexes.count == 1)
      try store.put([2: article("blue")], in: "articles")
      #expect(try store.indexes(of: "articles").map(\.state) == [.disabled])
    }
    let store = try open()
    try store.createIndex(definition, on: "articles")
    try store.buildIndexes()
    #expect(Set(try store.plainIndex().keys) == ["red apple", "blue"])
    #expect(try store.verify().isSound)
  }

  @Test func `dead documents go by themselves once they are many`() throws {
    let store = try open()
    try store.createIndex(IndexDefinition(search: ["title"], name: "text"), on: "articles")
    try store.put(
      Dictionary(uniqueKeysWithValues: (0..<1500).map { ($0, article("old w\($0)")) }),
      in: "articles")
    try store.put(
      Dictionary(uniqueKeysWithValues: (0..<1500).map { ($0, article("new w\($0)")) }),
      in: "articles")
    let ended = Worker { [store] in
      while try store.hasDead { Thread.sleep(forTimeInterval: 0.02) }
    }.ends(within: 300)
    #expect(ended)
    #expect(try store.plainIndex()["old"] == nil)
    #expect(try store.verify().isSound)
  }
}

extension Store {
  /// Whether the index has deleted documents.
  fileprivate var hasDead: Bool {
    get throws {
      try tokenRows().keys.contains { $0[0] == TokenKey.dead || $0[0] == TokenKey.removed }
    }
  }
}

private struct WholeText: Tokenizer {
  func tokenize(_ text: Span<UInt8>, for use: TokenizerUse, into tokens: inout TokenBuffer) {
    tokens.append(text, text: 0..<text.count)
  }
}
