import Foundation
import LodeModels
import Testing

@Suite("Live queries, by the acceptance scenarios", .timeLimit(.minutes(15)))
struct LiveScenarioTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
  }

  /// An iterator after its first element.
  private func begun(
    _ query: Query<Person>
  ) async throws -> LiveSequence<LiveUpdate<Person>>.AsyncIterator {
    var iterator = store.live(query).makeAsyncIterator()
    #expect(try await iterator.next()?.change == .initial)
    return iterator
  }

  @Test func `S3: a subscriber of a cleared collection sees all five rows gone`() async throws {
    try await store.insert(contentsOf: (1...5).map { Person($0, "of people") })
    try await store["others"].put("kept", forKey: 1)
    var people = try await begun(Query())
    try await store.deleteAll(Person.self)
    let update = try #require(try await people.next())
    #expect(update.log == "-0 -1 -2 -3 -4" && update.rows.isEmpty)
    #expect(try await store["others"].get(1, as: String.self) == "kept")
  }

  @Test func `S18: an update that changes nothing is not told, and a change is told with its row`()
    async throws
  {
    fixture.now = Date(timeIntervalSince1970: 1)
    try await store.insert(Person(1, "A"))
    var people = try await begun(Query())
    var one = store.live(Person.self, key: 1).makeAsyncIterator()
    #expect(try await one.next()??.name == "A")

    fixture.now = Date(timeIntervalSince1970: 2)
    let unchanged = try await store.update(Query<Person>("id = 1"), set: ["name": "A"])
    #expect(unchanged.matched == 1 && unchanged.changed == 0)
    fixture.now = Date(timeIntervalSince1970: 3)
    #expect(try await store.update(Query<Person>("id = 1"), set: ["name": "B"]).changed == 1)

    let update = try #require(try await people.next())
    #expect(update.log == "0!" && update.rows.map(\.name) == ["B"])
    #expect(try update.revision == store.revision)
    #expect(try await one.next()??.name == "B")
  }

  @Test func `S32: a row is inserted, updated and deleted under a live query of an empty table`()
    async throws
  {
    var people = try await begun(Query())
    try await store.insert(Person(0, "new"))
    #expect(try await people.next()?.log == "+0")
    try await store.update(Person.self, 0) { $0.name = "changed" }
    #expect(try await people.next()?.log == "0!")
    try await store.delete(Person.self, 0)
    #expect(try await people.next()?.log == "-0")
  }

  @Test func `S33: a window of three rows, and the row that comes into it from behind`()
    async throws
  {
    var people = try await begun(Query<Person>("TRUE ORDER BY id LIMIT 3"))
    var list: [Person] = []
    var log: [String] = []
    func told() async throws {
      let update = try #require(try await people.next())
      update.apply(to: &list)
      #expect(list == update.rows)
      log.append(update.log)
    }
    for id in [1, 0, 2] {
      try await store.insert(Person(id, ""))
      try await told()
    }
    try await store.delete(Person.self, 0)
    try await told()
    for id in [4, 3, 0] {
      try await store.insert(Person(id, ""))
      try await told()
    }
    #expect(log == ["+0", "+0", "+2", "-0", "+2", "-2 +2", "-2 +0"])
    #expect(list.map(\.id) == [0, 1, 2])

    try await store.delete(Person.self, 0)
    try await told()
    #expect(log.last == "-0 +2")
    #expect(list.map(\.id) == [1, 2, 3])
  }

  @Test func `S34: a row whose rank changes moves`() async throws {
    for (id, rank) in [1, 2, 3].enumerated() { try await store.insert(Person(id, "", age: rank)) }
    var people = try await begun(Query<Person>("TRUE ORDER BY age"))
    try await store.update(Person.self, 0) { $0.age = 9 }
    let update = try #require(try await people.next())
    #expect(update.changes?.moves.map(\.old) == [0] && update.changes?.moves.map(\.new) == [2])
    #expect(update.log == "0>2!")
    #expect(update.rows.map(\.id) == [1, 2, 0])
  }

  @Test func `S36: the first rows come once, and a deletion by another task is told once`()
    async throws
  {
    for id in 0..<5 { try await store.insert(Person(id, "")) }
    let reader = Task { [store] in
      var log: [String] = []
      for try await update in store.live(Query<Person>()) {
        log.append("\(update.log): \(update.rows.count)")
        if log.count == 1 { Task { try await store.delete(Person.self, 3) } }
        if log.count == 2 { try await store.insert(Person(9, "")) }
        if log.count == 3 { break }
      }
      return log
    }
    #expect(try await reader.value == ["initial: 5", "-3: 4", "+4: 5"])
  }

  @Test func `S37: a window behind the last row is empty, and one over all rows has them all`()
    async throws
  {
    for id in 0..<10 { try await store.insert(Person(id, "")) }
    var behind = store.live(Query<Person>().offset(20).limit(10)).makeAsyncIterator()
    #expect(try await behind.next()?.rows == [])
    var all = store.live(Query<Person>().limit(20)).makeAsyncIterator()
    #expect(try await all.next()?.rows.count == 10)
  }
}
