import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Searches of documents find what the older libraries' searches found")
struct SearchScenarioTests {
  private let directory: TemporaryDirectory
  private let store: Store
  private let documents: StoreDocuments

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    documents = store.documents("tweets")
    try store.createIndex(IndexDefinition(search: ["text", "author"]), on: "tweets")
  }

  private func put(_ texts: [String]) throws {
    for (key, text) in texts.enumerated() {
      try documents.put(["text": .string(text)], forKey: key)
    }
  }

  /// The keys of the documents that a query finds, in their order.
  private func find(_ query: String) throws -> [Int] {
    let found = try documents.search(query).map { try $0.object.key.decode(Int.self) }
    #expect(try documents.count(Selection().matching(query)) == found.count)
    return found.sorted()
  }

  @Test
  func `S38: A word is found where it stands alone, a phrase where its words follow each other`()
    throws
  {
    try put(["this is a tweet about yap database", "this is a tweet about yapdatabase"])
    #expect(try find("yapdatabase") == [1])
    try put(["this is a tweet about yap", "this is a tweet storm about yap"])
    #expect(try find("\"tweet about\"") == [0])
    #expect(try find("tweet about") == [0, 1])
  }

  @Test func `S39: A word can be asked for in one field, and at the beginning of any`() throws {
    try documents.put(["text": "draconisNZ yapdatabase", "author": "twitter"], forKey: 1)
    try documents.put(
      ["text": "this is a tweet about yapdatabase", "author": "draconisNZ"], forKey: 2)
    try documents.put(["text": "something draconisNZ something"], forKey: 3)
    #expect(try find("^draconisNZ") == [1, 2])
    #expect(try find("author:draconisNZ") == [2])
    #expect(try find("^yap") == [])
    #expect(try find("^yap*") == [])
    #expect(try find("^dra*") == [1, 2])
  }

  @Test func `S40: Operators are written in capitals; in small letters they are words`() throws {
    try put(["yapdatabse", "yapdatabase"])
    #expect(try find("yap*") == [0, 1])
    #expect(try find("yapdatabase OR yapdatabse") == [0, 1])
    #expect(try find("yapdatabase or yapdatabse") == [])
    try put(["tweet storm", "tweet yapdatabase"])
    #expect(try find("tweet NOT storm") == [1])
    #expect(try find("tweet AND yapdatabase") == [1])
    try put(["this or that", "this that"])
    #expect(try find("this or that") == [0])
  }

  @Test func `S41: NEAR counts the words between, in either order; ten without a number`() throws {
    try put(["tweet a b c d e storm", "tweet a storm", "tweet storm"])
    #expect(try find("tweet NEAR/2 storm") == [1, 2])
    #expect(try find("tweet NEAR/0 storm") == [2])
    #expect(try find("storm NEAR/2 tweet") == [1, 2])
    #expect(try find("tweet NEAR storm") == [0, 1, 2])
    #expect(try find("NEAR(tweet storm, 2)") == [1, 2])
  }

  @Test
  func `S42: What is found follows changes; odd queries find nothing, or say what is wrong`() throws
  {
    try put(["hello world", "hello coffee shop", "hello laptop", "hello work"])
    #expect(try find("hello wor*") == [0, 3])
    try documents.put(["text": "hello distraction"], forKey: 3)
    #expect(try find("hello wor*") == [0])
    #expect(try find("quack") == [])
    // The name of no field is a word.
    #expect(try find("foo:hello") == [])
    #expect(try find("") == [])
    #expect(try find("!?") == [])
    let error = expectCause(SearchSyntaxError.self) { _ = try find("hello \"world") }
    #expect(error?.problem == .unterminatedQuote)
    #expect(error?.offset == 6)
    #expect(try find("'hello'") == [0, 1, 2, 3])
  }

  @Test
  func
    `S43: Chinese is found inside of sentences, letters without their marks, and a snippet marks what was found`()
    throws
  {
    try store.createIndex(
      IndexDefinition(search: [SearchField("text", tokenizer: .cjk)]), on: "notes")
    let notes = store.documents("notes")
    try notes.put(["text": "极客学伟在北京"], forKey: 1)
    try notes.put(["text": "Ärger"], forKey: 2)
    try notes.put(["text": "hello coffee shop"], forKey: 3)
    #expect(try notes.search("学伟").map { try $0.object.key.decode(Int.self) } == [1])
    #expect(try notes.search("北").count == 1)
    #expect(try notes.search("arger").map { try $0.object.key.decode(Int.self) } == [2])
    let hit = try #require(try notes.search("coffee").first)
    #expect(try hit.snippet("text", "[[", "]]", tokens: 2)?.contains("[[coffee]]") == true)
    #expect(try hit.highlighted("text", "[[", "]]") == "hello [[coffee]] shop")
  }
}
