import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Searches of several types take conditions, counts and pages as those of one do")
struct MixedSearchTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"), models: [Essay.self, Remark.self])
    try store.insert(contentsOf: [
      Essay(id: 1, title: "Bread", body: "flour and water", folder: "food", stars: 5),
      Essay(id: 2, title: "Water", body: "bread needs water, water and water", folder: "food"),
      Essay(id: 3, title: "Boats", body: "water everywhere", folder: "travel", stars: 3),
    ])
    try store.insert(contentsOf: [
      Remark(id: "a", text: "water"), Remark(id: "b", text: "fire"),
      Remark(id: "c", text: "title of a water colour"),
    ])
  }

  private func name(_ hit: SearchHit<any Model>) -> String {
    (hit.object as? Remark)?.id ?? "\((hit.object as? Essay)?.id ?? 0)"
  }

  private func all(_ text: String) throws -> MixedSearch {
    MixedSearch(text, in: Query(Essay.self), Query(Remark.self))
  }

  @Test func `each type has its own condition, and ranks stay those of all`() throws {
    let everything = try store.searchAll([Essay.self, Remark.self], "water")
    #expect(Set(everything.map(name)) == ["1", "2", "3", "a", "c"])
    let scores = Dictionary(uniqueKeysWithValues: everything.map { (name($0), $0.score) })
    for index in [nil, IndexDefinition("stars")] {
      if let index { try store.createIndex(index, on: "essays") }
      let search = MixedSearch(
        "water", in: try Query<Essay>(parsing: "stars > 2"),
        try Query<Remark>(parsing: "id != 'a'"))
      let hits = try store.searchAll(search)
      #expect(hits.map(name) == everything.map(name).filter(["1", "3", "c"].contains))
      #expect(hits.allSatisfy { $0.score == scores[name($0)] })
      #expect(try store.count(search) == 3)
      #expect(try store.searchAll(search.limit(1)).map(name) == hits.prefix(1).map(name))
      #expect(try store.searchAll(search.offset(1).limit(1)).map(name) == [name(hits[1])])
      #expect(try store.count(search.offset(1)) == 2)
      #expect(try store.count(search.limit(0)) == 0)
      #expect(try store.searchAll(search.limit(0)).isEmpty)
      for wrong in [search.limit(-1), search.offset(-1)] {
        #expect(throws: StoreError.self) { _ = try store.count(wrong) }
        #expect(throws: StoreError.self) { _ = try store.searchAll(wrong) }
      }
    }
  }

  @Test func `orders, limits and words of the queries are not asked for`() throws {
    let query = try Query<Essay>(parsing: "folder = 'food' ORDER BY id LIMIT 1").matching("boats")
    #expect(try store.searchAll(MixedSearch("water", in: query)).map(name) == ["2", "1"])
  }

  @Test
  func `a type without models, and a search of no type, find nothing; what is malformed is told`()
    throws
  {
    try store.write { _ = try $0.deleteAll(Remark.self) }
    #expect(try store.searchAll(all("fire")).isEmpty)
    #expect(try store.count(MixedSearch("water")) == 0)
    expectCause(SearchSyntaxError.self) { _ = try store.searchAll(MixedSearch("(water")) }
    expectCause(SearchSyntaxError.self) { _ = try store.count(all("\"water")) }
  }

  @Test func `a column's name is one for all types, also where rows are only counted`() throws {
    // Alone, remarks have no titles: there the words "title" and "water" are looked for.
    #expect(try store.count(Remark.matching("title:water")) == 1)
    #expect(try store.searchAll(all("title:water")).map(name) == ["2"])
    #expect(try store.count(all("title:water")) == 1)
  }

  @Test
  func `pages go on behind the last model, also among those of equal scores and keys`() throws {
    try store.write { transaction in
      for id in 10..<40 {
        try transaction.insert(Essay(id: id, title: "", body: "sea"))
        try transaction.insert(Remark(id: "\(id)", text: "sea"))
      }
    }
    let search = try all("sea OR water")
    let everything = try store.searchAll(search).map(name)
    #expect(everything.count == 65)
    for limit in [1, 7, 65, 100] {
      var (found, token): ([String], PageToken?) = ([], nil)
      repeat {
        let page = try store.read { try $0.searchPage(search, limit: limit, after: token) }
        #expect(page.rows.count <= limit)
        found += page.rows.map(name)
        token = try page.next.map { try PageToken($0.description) }
      } while token != nil && found.count <= everything.count
      #expect(found == everything)
    }
    let first = try #require(try store.read { try $0.searchPage(search, limit: 7) }.next)
    let second = try store.read { try $0.searchPage(search.offset(2), limit: 7) }.rows.map(name)
    #expect(second == Array(everything[2..<9]))
    #expect(try store.read { try $0.searchPage(search, limit: 0, after: first) }.next == first)
    let others = [
      try all("sea"), MixedSearch("sea OR water", in: Query(Essay.self)),
      MixedSearch(
        "sea OR water", in: try Query<Essay>(parsing: "id > 3"), Query(Remark.self)),
    ]
    for other in others {
      expectCause(QueryError.self) {
        _ = try store.read { try $0.searchPage(other, limit: 7, after: first) }
      }
    }
    expectCause(QueryError.self) {
      _ = try store.read {
        try $0.searchPage(
          search, limit: 7,
          after: store.read { try $0.fetchPage(Essay.matching("sea"), limit: 7) }.next)
      }
    }
  }

  @Test func `a write sees what it has written, a partition its own rows`() throws {
    let search = try all("fire")
    try store.write { transaction in
      try transaction.insert(Essay(id: 9, title: "Fire", body: ""))
      #expect(try transaction.searchAll(search).map(name) == ["9", "b"])
      #expect(try transaction.count(search) == 2)
    }
    let mine = store.partition("ada")
    try mine.insert(Remark(id: "mine", text: "fire"))
    #expect(try mine.searchAll(search).map(name) == ["mine"])
    #expect(try mine.count(search) == 1)
    #expect(try store.count(search) == 2)
  }

  @Test
  func `the calls of tasks do the same, for models that tasks do not share as well`() async throws {
    let search = try all("water").limit(2)
    let expected = try searched(search)
    #expect(try await store.searchAll(search).map(name) == expected)
    #expect(
      try await store.searchAll([Essay.self, Remark.self], "water", limit: 2).map(name) == expected)
    #expect(try await store.count(search) == 2)
    let page = try await store.searchPage(search, limit: 2)
    #expect(page.rows.map(name) == expected && page.next != nil)
    #expect(try await store.read { try $0.didYouMean(Essay.self, "watr") } == "water")
    let scores = try await store.read { try $0.scores(of: Essay.matching("water")) }
    #expect(scores.map(\.key) == [2, 3, 1] && scores.allSatisfy { $0.score > 0 })
    #expect(try await store.read { try $0.documents("essays").didYouMean("watr") } == "water")
    let few = Selection().matching("water")
    #expect(try await store.read { try $0.documents("essays").keys(of: few) }.count == 3)
    #expect(
      try await store.read { try $0.documents("essays").groups(by: ["folder"], [.count], few) }
        .count == 2)
  }

  private func searched(_ search: MixedSearch) throws -> [String] {
    try store.searchAll(search).map(name)
  }
}
