import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Searches of models go together with everything that is asked of queries")
struct SearchQueryTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"), models: [Essay.self])
    try store.insert(contentsOf: [
      Essay(id: 1, title: "Bread", body: "flour and water", folder: "food", stars: 5),
      Essay(id: 2, title: "Water", body: "bread needs water, water and water", folder: "food"),
      Essay(id: 3, title: "Boats", body: "water everywhere", folder: "travel", stars: 3),
      Essay(id: 4, title: "Trains", body: "no such thing", folder: "travel", stars: 9),
    ])
  }

  @Test func `the best come first; a word in a title counts what the title weighs`() throws {
    let hits = try store.search(Essay.self, "water")
    #expect(hits.map(\.object.id) == [2, 3, 1])
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.score >= $1.score })
    #expect(hits.allSatisfy { $0.score > 0 })
    let light = SearchTerms("water OR boats").weighing(["title": 0])
    #expect(try store.search(Essay.matching(light)).count == 3)
    #expect(try store.search(Essay.self, "water", limit: 1).map(\.object.id) == [2])
    #expect(try store.fetch(Essay.matching("water").offset(1).limit(1)).map(\.id) == [3])
  }

  @Test func `conditions choose among what matches, whatever finds them`() throws {
    for index in [nil, IndexDefinition("stars"), IndexDefinition("folder")] {
      if let index { try store.createIndex(index, on: "essays") }
      let query = try Query<Essay>(parsing: "stars > 2").matching("water")
      #expect(try store.fetch(query).map(\.id).sorted() == [1, 3])
      #expect(try store.count(query) == 2)
      #expect(try store.exists(query))
      #expect(try store.first(query)?.id == 3)
      #expect(try store.read { try $0.keys(of: query.limit(1)) } == [3])
    }
    #expect(try !store.exists(Query<Essay>(parsing: "stars = 9").matching("water")))
  }

  @Test func `another order is that of fields, or of a function of score and object`() throws {
    let byStars = Essay.matching("water").order(by: .descending("stars"))
    #expect(try store.fetch(byStars).map(\.id) == [1, 3, 2])
    let hits = try store.search(byStars)
    #expect(hits.map(\.object.id) == [1, 3, 2])
    #expect(hits.allSatisfy { $0.score > 0 })
    let own = try store.read { transaction in
      try transaction.search(Essay.matching("water").limit(2)) { score, essay in
        essay.id == 1 ? 100 : score
      }
    }
    #expect(own.map(\.object.id) == [1, 2])
  }

  @Test func `groups, values, updates and deletes are of what matches`() throws {
    let groups = try store.read { try $0.groups(by: ["folder"], [.count], Essay.matching("water")) }
    #expect(groups.map { $0.values[0].string } == ["food", "travel"])
    #expect(groups.map { $0.results[0]?.int } == [2, 1])
    #expect(try store.read { try $0.aggregate(.sum("stars"), Essay.matching("water")) }?.int == 8)
    #expect(try store.update(Essay.matching("bread")) { $0.stars = 1 }.matched == 2)
    #expect(try store.delete(Essay.matching("water NOT bread")) == 1)
    #expect(try store.count(Query(Essay.self)) == 3)
  }

  @Test func `pages in the order of scores go on behind the last one`() throws {
    try store.insert(
      contentsOf: (10..<60).map { id in
        Essay(
          id: id, title: "Sea \(id)",
          body: Array(repeating: "water", count: id % 7).joined(separator: " "))
      })
    let query = Essay.matching("water OR sea")
    let all = try store.fetch(query).map(\.id)
    #expect(all.count == 53)
    var found: [Int] = []
    var token: PageToken?
    repeat {
      let page = try store.read { try $0.fetchPage(query, limit: 7, after: token) }
      found += page.rows.map(\.id)
      token = page.next
    } while token != nil
    #expect(found == all)
    let first = try store.read { try $0.fetchPage(query, limit: 7) }.next
    expectCause(QueryError.self) {
      _ = try store.read { try $0.fetchPage(Essay.matching("water"), limit: 7, after: first) }
    }
  }

  @Test func `a search inside of a write sees what the write has done`() throws {
    try store.write { transaction in
      try transaction.put(Essay(id: 3, title: "Boats", body: "sails"))
      #expect(try transaction.count(Essay.matching("water")) == 2)
      #expect(try transaction.search(Essay.self, "sails").map(\.object.id) == [3])
      #expect(try transaction.delete(Essay.self, 1))
      #expect(try transaction.keys(of: Essay.matching("bread")) == [2])
    }
    #expect(try store.count(Essay.matching("bread")) == 1)
  }

  @Test func `a partition's search finds its own rows only`() throws {
    let mine = store.partition("ada")
    try mine.insert(Essay(id: 1, title: "Water", body: "mine"))
    #expect(try mine.search(Essay.self, "water").map(\.object.body) == ["mine"])
    #expect(try mine.count(Essay.matching("water")) == 1)
    #expect(try store.count(Essay.matching("water")) == 3)
    #expect(try store.fetch(Essay.matching("water").limit(3)).count == 3)
  }

  @Test
  func `plain words mean nothing else; the last word of a text that is being typed is a beginning`()
    throws
  {
    #expect(try store.count(Essay.matching("bread OR", .plain)) == 0)
    #expect(try store.count(Essay.matching("water \"bre", .typing)) == 2)
    expectCause(SearchSyntaxError.self) { _ = try store.count(Essay.matching("bread OR")) }
    let built = SearchTerms(.word("bread") && !.phrase("flour and water"))
    #expect(try store.read { try $0.keys(of: Essay.matching(built)) } == [2])
  }

  @Test func `of several types the best come first, ranked together`() throws {
    let store = try Store(directory.file("two"), models: [Essay.self, Remark.self])
    try store.insert(Essay(id: 1, title: "Long", body: "water and many other words to read"))
    try store.insert(Remark(id: "a", text: "water"))
    try store.insert(Remark(id: "b", text: "fire"))
    let hits = try store.searchAll([Essay.self, Remark.self], "water")
    #expect(
      hits.map { ($0.object as? Remark)?.id ?? "\(($0.object as? Essay)?.id ?? 0)" } == ["a", "1"])
    #expect(
      try hits.map { try $0.snippet(nil, "[", "]", tokens: 3) } == ["[water]", "[water] and many…"])
    #expect(try store.searchAll([Essay.self, Remark.self], "water", limit: 1).count == 1)
  }

  @Test func `words that nothing has are exchanged for those that were meant`() throws {
    #expect(try store.read { try $0.didYouMean(Essay.self, "watr AND bred") } == "water AND bread")
    #expect(try store.read { try $0.didYouMean(Essay.self, "water") } == nil)
    #expect(try store.read { try $0.didYouMean(Essay.self, "wat* qqqqqq") } == nil)
    #expect(
      try store.read { try $0.documents("essays").didYouMean("title:trians") } == "title:trains")
  }

  @Test func `marks, snippets and places are of what was found, in each text of a field`() throws {
    let hit = try #require(try store.search(Essay.self, "\"flour and\"").first)
    #expect(try hit.highlighted("body", "<", ">") == "<flour and> water")
    #expect(try hit.highlighted("folder") == nil)
    #expect(try hit.matches(in: "body") == [0..<9])
    #expect(try hit.matches(in: "title") == [])
    try store.createIndex(IndexDefinition(search: ["lines"]), on: "poems")
    let poems = store.documents("poems")
    try poems.put(["lines": ["The boy stood", "on the burning deck", "the boy"]], forKey: 1)
    let poem = try #require(try poems.search("boy OR burning").first)
    #expect(
      try poem.highlighted("lines", "<", ">") == "The <boy> stood\non the <burning> deck\nthe <boy>"
    )
    #expect(try poems.search("\"stood on\"").isEmpty)
  }

  @Test func `the calls of tasks do the same`() async throws {
    let ids = try await store.search(Essay.self, "water", limit: 2).map(\.object.id)
    #expect(ids == [2, 3])
    #expect(try await store.read { try $0.keys(of: Essay.matching("bread")) }.sorted() == [1, 2])
    #expect(try await store.count(Essay.matching("bread")) == 2)
  }

  @Test func `a model without a search index is refused, by its name`() throws {
    expect(.indexNotFound) { _ = try store.search(Person.self, "x") }
  }

  @Test func `how rows were found is told`() throws {
    let plain = try store.read { try $0.explain(Essay.matching("water")) }
    #expect(!plain.isScan)
    #expect(plain.plan == "search for water")
    #expect(plain.rowsChosen == 3)
  }
}

/// A model by hand that is searched.
struct Essay: Archivable, Model, Equatable {
  var id: Int
  var title: String
  var body: String
  var folder = ""
  var stars: Int?

  init(id: Int, title: String, body: String, folder: String = "", stars: Int? = nil) {
    (self.id, self.title, self.body) = (id, title, body)
    (self.folder, self.stars) = (folder, stars)
  }

  static let collectionName = "essays"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition(search: [SearchField("title", weight: 2), "body"])]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Essay",
    fields: [
      .init("id", Int.self), .init("title", String.self), .init("body", String.self),
      .init("folder", String.self), .init("stars", Int?.self),
    ])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(title)
    try archive.encode(body)
    try archive.encode(folder)
    try archive.encode(stars)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    title = try archive.decode(1)
    body = try archive.decode(2)
    folder = try archive.decode(3)
    stars = try archive.decode(4)
  }
}

/// Another one, of one field.
struct Remark: Archivable, Model {
  var id: String
  var text: String

  init(id: String, text: String) { (self.id, self.text) = (id, text) }

  static let collectionName = "remarks"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition(search: ["text"])]
  var primaryKey: String { id }
  static let archiveSchema = ArchiveSchema(
    "Remark", fields: [.init("id", String.self), .init("text", String.self)])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(text)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    text = try archive.decode(1)
  }
}
