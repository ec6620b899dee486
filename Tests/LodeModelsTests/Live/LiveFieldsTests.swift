import LodeModels
import LodeTestErrors
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Live queries of some fields", .timeLimit(.minutes(15)))
struct LiveFieldsTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
  }

  @Test func `only a change of the fields is told, and membership and order always`() async throws {
    for id in 0..<4 { try await store.insert(Person(id, "n", age: id)) }
    let query = try Query<Person>("age < 9 ORDER BY age")
    var people = store.live(query, fields: ["name"]).makeAsyncIterator()
    _ = try await people.next()
    // Neither the age of the last row nor the tags are told.
    try await store.update(Person.self, 3) { $0.age = 5 }
    try await store.update(Person.self, 0) { $0.tags = ["new"] }
    try await store.update(Person.self, 1) { $0.name = "one" }
    var update = try #require(try await people.next())
    #expect(update.log == "1!")
    #expect(update.rows[0].tags == ["new"] && update.rows[3].age == 5)

    try await store.update(Person.self, 0) { $0.age = 8 }
    #expect(try await people.next()?.log == "0>3")
    try await store.update(Person.self, 2) { $0.age = 10 }
    #expect(try await people.next()?.log == "-1")
    try await store.update(Person.self, 2) { $0.age = 2 }
    update = try #require(try await people.next())
    #expect(update.log == "+1" && update.rows.map(\.id) == [1, 2, 3, 0])
  }

  @Test func `without fields only membership and order are told`() async throws {
    try await store.insert(Person(1, "A"))
    var people = store.live(Query<Person>(), fields: []).makeAsyncIterator()
    _ = try await people.next()
    try await store.update(Person.self, 1) { $0.name = "B" }
    try await store.insert(Person(2, "C"))
    let update = try #require(try await people.next())
    #expect(update.log == "+1" && update.rows.map(\.name) == ["B", "C"])
  }

  @Test func `a field set and set back is not told, even if other fields stay changed`()
    async throws
  {
    try await store.insert(Person(1, "A"))
    var people = store.live(Query<Person>(), fields: ["name", "progress"]).makeAsyncIterator()
    _ = try await people.next()
    try await store.update(Person.self, 1) { $0.name = "B" }
    try await store.update(Person.self, 1) { ($0.name, $0.age) = ("A", 7) }
    try await store.insert(Person(2, "C"))
    #expect(try await people.next()?.log == "+1")
    try await store.update(Person.self, 1) { $0.progress = 1 }
    #expect(try await people.next()?.log == "0!")
  }

  @Test func `an unknown field throws`() async throws {
    var people = store.live(Query<Person>(), fields: ["nmae"]).makeAsyncIterator()
    let error = await #expect(throws: StoreError.self) { _ = try await people.next() }
    #expect((error?.cause as? ConditionError)?.code == .unknownField)
    #expect(try await people.next() == nil)
  }

  @Test(.tags(.slow, .random))
  func `random commits: modifications are the changes of the field`() async throws {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    var compared = 0
    while compared < rounds(2_000) {
      var commits = try RandomCommits(random: random)
      let (store, query) = (commits.store, commits.makeQuery())
      var iterator = store.live(query, fields: ["rank"]).makeAsyncIterator()
      var list = try #require(try await iterator.next()).rows
      for _ in 0..<200 {
        for _ in 0...Int.random(in: 0...9, using: &commits.random) { try await commits.commit() }
        let expected = try await store.fetch(query)
        if expected.map({ [$0.id, $0.rank] }) == list.map({ [$0.id, $0.rank] }) { continue }
        let update = try #require(try await iterator.next())
        let changes = try #require(update.changes)
        let lists = "\(list) to \(expected)"
        let comment: Comment = "seed \(random.seed): \(query), \(changes.log), \(lists)"
        #expect(update.rows == expected && !changes.isEmpty, comment)
        for row in changes.modifications {
          #expect(list[row.old].rank != expected[row.new].rank, comment)
        }
        for row in changes.moves {
          #expect(row.isModified == (list[row.old].rank != expected[row.new].rank), comment)
        }
        update.apply(to: &list)
        #expect(list.map(\.id) == expected.map(\.id), comment)
        #expect(list.map(\.rank) == expected.map(\.rank), comment)
        list = expected
        compared += 1
      }
      random = commits.random
      store.close()
    }
  }
}
