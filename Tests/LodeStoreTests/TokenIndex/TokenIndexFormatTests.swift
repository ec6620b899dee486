import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("The bytes of a token index are those of its format's page")
struct TokenIndexFormatTests {
  @Test
  func `an index of two rows, and of one when the other is deleted, is as the page's examples say`()
    throws
  {
    let directory = try TemporaryDirectory()
    let store = try Store(directory.file("s"))
    try store.createIndex(IndexDefinition(search: ["title", "body"], name: "text"), on: "articles")
    try store.write { transaction in
      try transaction["articles"].put(article("red apple", "an apple"), forKey: 1)
      try transaction["articles"].put(article("Red"), forKey: 2)
    }
    var expected: [[UInt8]: [UInt8]] = [:]
    let examples = try goldenRows(page: "TokenIndex.md", columns: 3)
    #expect(examples.count == 9)
    for example in examples where !example[0].hasPrefix("deleted") {
      expected[try #require(golden(example[1]))] = golden(example[2])
    }
    #expect(try store.tokenRows() == expected)
    try store.write { _ = try $0["articles"].delete(2) }
    for example in examples where example[0].hasPrefix("deleted") {
      expected[try #require(golden(example[1]))] = golden(example[2])
    }
    #expect(try store.tokenRows() == expected)
  }

  @Test func `a store with a search index has format 8`() throws {
    let directory = try TemporaryDirectory()
    let store = try Store(directory.file("s"))
    try store.createIndex(IndexDefinition(search: ["title"], name: "text"), on: "articles")
    let version = try store.read { transaction in
      try CatalogTable(transaction: transaction.handle, table: store.core.catalogTable)
        .formatVersion()
    }
    #expect(version == 8)
  }

  @Test func `a definition comes back from its bytes`() throws {
    let fields = [
      SearchField("a.b", weight: 0.25, tokenizer: .trigram),
      SearchField("title", tokenizer: .unicode(.all).stopWords(["the", "a"])),
    ]
    var definition = IndexDefinition(search: fields)
    definition.condition = try Condition(parsing: "draft = false")
    #expect(definition.name == "search:a.b,title")
    let copy = IndexDefinition(name: definition.name, encoded: definition.encoded.span)
    #expect(copy == definition)
  }

  @Test
  func `the code of a length stands for that or less, and never for more than an eighth less`() {
    for shift in 0..<32 {
      for offset in [-1, 0, 1, 5] {
        guard let length = UInt32(exactly: (1 << shift) + offset) else { continue }
        let bound = LengthCode.length(LengthCode.code(length))
        #expect(bound <= length && length - bound <= length / 8)
      }
    }
  }
}
