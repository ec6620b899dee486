import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels

@Suite("Live queries and other processes", .tags(.process), .timeLimit(.minutes(15)))
struct LiveProcessTests {
  @Test func `a write of another process comes without a write of this process`() async throws {
    let fixture = try TestStore([Person.self])
    let store = fixture.store
    try await store.insert(contentsOf: (0..<5).map { Person($0, "") })
    var people = store.live(Query<Person>()).makeAsyncIterator()
    var count = store.liveCount(Query<Person>()).makeAsyncIterator()
    var one = store.live(Person.self, key: 3).makeAsyncIterator()
    _ = try await (people.next(), count.next(), one.next())

    let child = try ChildProcess(
      program: "migration-child", ["delete", store.path, "person", "3"])
    #expect(child.finish() == ["deleted"])
    #expect(try await people.next()?.log == "-3")
    #expect(try await count.next() == 4)
    #expect(try await one.next() == .some(nil))
  }

  /// The writer takes the commit's number for the next number that it knows.
  @Test func `a write of another process just before a write of this process is not missed`()
    async throws
  {
    let fixture = try TestStore([Person.self])
    let store = fixture.store
    try await store.insert(contentsOf: (0..<5).map { Person($0, "") })
    var people = store.live(Query<Person>()).makeAsyncIterator()
    _ = try await people.next()
    let child = try ChildProcess(
      program: "migration-child", ["delete", store.path, "person", "3"])
    #expect(child.finish() == ["deleted"])
    try await store["another"].put(1, forKey: 1)
    #expect(try await people.next()?.log == "-3")
  }

  @Test func `with a change log, a commit of another process changes only its rows`() throws {
    let fixture = try TestStore([Person.self]) { $0.history = .keep() }
    let store = fixture.store
    try store.insert(contentsOf: (0..<50).map { Person($0, "") })
    let query = try Query<Person>("ORDER BY id LIMIT 5")
    let watch = store.watch(Person.collectionName)
    var list = LiveRowList(ModelSource(query: query, partition: nil))
    _ = try store.read { try list.next(in: $0, isReopened: false, watch) }
    let child = try ChildProcess(
      program: "migration-child", ["delete", store.path, "person", "3"])
    #expect(child.finish() == ["deleted"])
    let update = try store.read { try list.next(in: $0, isReopened: false, watch) }
    #expect(update?.log == "-3 +4")
    #expect(list.readCounts.queries == 1)
  }

  @Test(.tags(.slow))
  func `P6: two processes write, and one of them is killed again and again`() async throws {
    let fixture = try TestStore([Person.self])
    let store = fixture.store
    let items = store.documents("items")
    var random = SeededGenerator()
    print("seed \(random.seed)")
    let selection = try Selection(parsing: "rank > 1 ORDER BY rank, id DESC LIMIT 6")
    var live = items.live(selection).makeAsyncIterator()
    var list: [Document] = []
    var revision: UInt64 = 0
    for _ in 0..<max(2, rounds(20)) {
      let child = try ChildProcess(
        program: "migration-child", ["scatter", store.path, "items"])
      for _ in 0..<Int.random(in: 1..<20, using: &random) {
        // The child has written.
        #expect(child.line() == "written")
        let id = Int.random(in: 0..<20, using: &random)
        try await items.put(["id": .int(Int64(id)), "rank": .int(2)], forKey: id)
        let update = try #require(try await live.next())
        update.apply(to: &list)
        #expect(contents(list) == contents(update.rows))
        #expect(update.revision >= revision)
        revision = update.revision
      }
      child.kill()
      // Nothing that the child has committed is missing.
      while try await contents(items.fetch(selection)) != contents(list) {
        let update = try #require(try await live.next())
        update.apply(to: &list)
        #expect(contents(list) == contents(update.rows))
      }
    }
  }

  /// The keys and fields of documents, without their timestamps.
  private func contents(_ documents: [Document]) -> [[RowKey: [String: ArchiveValue]]] {
    documents.map { [$0.key: $0.fields] }
  }
}
