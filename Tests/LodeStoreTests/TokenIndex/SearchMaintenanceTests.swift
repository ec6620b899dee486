import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("A search index has the words of each row, and no others")
struct SearchMaintenanceTests {
  private let directory: TemporaryDirectory
  private let store: Store
  private let definition = IndexDefinition(search: ["title", "body"], name: "text")

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
  }

  @Test func `words follow inserts, updates and deletes`() throws {
    try store.createIndex(definition, on: "articles")
    try store.put(
      [1: article("red apple", "an apple a day"), 2: article("green")], in: "articles")
    #expect(
      try store.plainIndex() == [
        "red": [1: [Place(column: 0, offset: 0)]],
        "apple": [1: [Place(column: 0, offset: 1), Place(column: 1, offset: 1)]],
        "an": [1: [Place(column: 1, offset: 0)]], "a": [1: [Place(column: 1, offset: 2)]],
        "day": [1: [Place(column: 1, offset: 3)]], "green": [2: [Place(column: 0, offset: 0)]],
      ])
    try store.put([1: article("blue")], in: "articles")
    try store.write { _ = try $0["articles"].delete(2) }
    #expect(try store.plainIndex() == ["blue": [1: [Place(column: 0, offset: 0)]]])
  }

  @Test func `a write sees the words that it has written`() throws {
    try store.createIndex(definition, on: "articles")
    try store.write { transaction in
      try transaction["articles"].put(article("red"), forKey: 1)
      #expect(Set(try transaction["articles"].access.plainIndex().keys) == ["red"])
      try transaction["articles"].put(article("blue"), forKey: 1)
      try transaction["articles"].put(article("green"), forKey: 2)
      #expect(Set(try transaction["articles"].access.plainIndex().keys) == ["blue", "green"])
    }
    #expect(Set(try store.plainIndex().keys) == ["blue", "green"])
  }
}
