import LodeModels
import LodeTestSupport
import LodeTestTags
import Testing

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
}
