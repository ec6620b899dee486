import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Live searches", .timeLimit(.minutes(15)))
struct LiveSearchTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
    try store.createIndex(IndexDefinition(search: ["name"]), on: "person")
  }

  @Test func `hits come with the changes of the list`() async throws {
    try await store.insert(Person(1, "bread and butter"))
    try await store.insert(Person(2, "cake"))
    var hits = store.liveSearch(Person.self, "bread OR cake", limit: 2).makeAsyncIterator()
    var list: [SearchHit<Person>] = []
    func told() async throws -> String {
      let update = try #require(try await hits.next())
      update.apply(to: &list)
      let fresh = try await store.search(Person.self, "bread OR cake", limit: 2)
      #expect(update.rows.map(\.object) == fresh.map(\.object))
      #expect(update.rows.map(\.score) == fresh.map(\.score))
      #expect(list.map(\.object) == fresh.map(\.object))
      #expect(
        try list.map { try $0.highlighted("name", "[", "]") }
          == fresh.map { try $0.highlighted("name", "[", "]") })
      return update.log
    }
    #expect(try await told() == "initial")
    #expect(list.map(\.object.id) == [2, 1])
    try await store.insert(Person(3, "bread cake"))
    #expect(try await told() == "-1 +0")
    try await store.update(Person.self, 3) { $0.tags = ["new"] }
    #expect(try await told() == "0!")
    try await store.delete(Person.self, 3)
    #expect(try await told() == "-0 +1")
    // A prefix of a term matches no hit, and the commit is no element.
    try await store.insert(Person(4, "breadcrumbs"))
    try await store.delete(Person.self, 2)
    #expect(try await told() == "-0")
  }

  @Test func `a query with an order and a condition`() async throws {
    for id in 0..<6 { try await store.insert(Person(id, "bread \(id)", age: 9 - id)) }
    let query = try Query<Person>("age > 4 ORDER BY age").matching("bread")
    var hits = store.liveSearch(query).makeAsyncIterator()
    #expect(try await hits.next()?.rows.map(\.object.id) == [4, 3, 2, 1, 0])
    try await store.update(Person.self, 4) { $0.age = 20 }
    #expect(try await hits.next()?.log == "0>4!")
  }

  @Test func `another score alone is no change`() async throws {
    try await store.insert(Person(1, "bread"))
    var hits = store.liveSearch(Person.self, "bread", throttle: .zero).makeAsyncIterator()
    let first = try #require(try await hits.next()?.rows.first?.score)
    for id in 2..<9 { try await store.insert(Person(id, "cake of many words")) }
    try await store.insert(Person(10, "bread bread"))
    let update = try #require(try await hits.next())
    let kept = try #require(update.rows.first { $0.object.id == 1 })
    #expect(update.changes?.modifications.isEmpty == true && kept.score != first)
  }

  /// Otherwise, each commit that changes no hit would run the search.
  @Test func `searches keep their interval, also after a search without an element`() async throws {
    let interval = Duration.milliseconds(300)
    var hits = store.liveSearch(Person.self, "bread", throttle: interval).makeAsyncIterator()
    let start = ContinuousClock.now
    _ = try await hits.next()
    let writer = Task { [store] in
      try await store.insert(Person(1, "cake"))
      try await Task.sleep(for: interval * 4 / 3)
      // The second search has found no difference.
      try await store.insert(Person(2, "bread"))
    }
    #expect(try await hits.next()?.log == "+0")
    #expect(ContinuousClock.now - start >= interval * 2)
    try await writer.value
  }

  @Test func `a model without a full-text index throws`() async throws {
    var hits = store.liveSearch(Note.self, "bread").makeAsyncIterator()
    await expect(.indexNotFound) { _ = try await hits.next() }
    #expect(try await hits.next() == nil)
  }

  @Test(.tags(.slow, .random))
  func `random commits: the changes give the hits of a fresh search`() async throws {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    var compared = 0
    while compared < rounds(1_000) {
      var commits = try RandomCommits(random: random)
      let store = commits.store
      try store.createIndex(IndexDefinition(search: ["group"]), on: "item")
      var query = commits.makeQuery().matching("a OR b")
      if Bool.random(using: &commits.random) { query.selection.orders = [] }
      var hits = store.liveSearch(query, throttle: .zero).makeAsyncIterator()
      var list = try #require(try await hits.next()).rows.map(\.object)
      for _ in 0..<200 {
        for _ in 0...Int.random(in: 0...4, using: &commits.random) { try await commits.commit() }
        let fresh = try await store.search(query)
        if fresh.map(\.object) == list { continue }
        let update = try #require(try await hits.next())
        let changes = try #require(update.changes)
        let comment: Comment = "seed \(random.seed): \(query), \(changes.log)"
        #expect(update.rows.map(\.object) == fresh.map(\.object), comment)
        #expect(update.rows.map(\.score) == fresh.map(\.score), comment)
        changes.check(from: list, to: fresh.map(\.object), comment)
        changes.apply(to: &list) { update.rows[$0].object }
        #expect(list == fresh.map(\.object), comment)
        compared += 1
      }
      random = commits.random
      store.close()
    }
  }
}
