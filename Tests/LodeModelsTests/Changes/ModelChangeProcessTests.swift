import LodeModels
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Changes of models and other processes", .tags(.process), .timeLimit(.minutes(15)))
struct ModelChangeProcessTests {
  @Test func `a commit of another process is told with the old values`() async throws {
    let fixture = try TestStore([Person.self])
    let store = fixture.store
    try await store.insert(contentsOf: (0..<5).map { Person($0, "\($0)") })
    var changes = store.changes(of: Person.self).makeAsyncIterator()
    let child = try ChildProcess(
      program: "migration-child", ["delete", store.path, "person", "3"])
    #expect(child.finish() == ["deleted"])
    #expect(try await changes.next()?.log == "-3 3")
  }

  @Test func `a commit of another process is in the changes of a snapshot`() throws {
    let fixture = try TestStore([Person.self])
    let store = fixture.store
    try store.insert(contentsOf: (0..<5).map { Person($0, "\($0)") })
    let snapshot = try store.snapshot()
    let child = try ChildProcess(
      program: "migration-child", ["delete", store.path, "person", "3"])
    #expect(child.finish() == ["deleted"])
    try store.insert(Person(7, ""))
    let changes = try snapshot.advance()
    #expect(try changes["person"]?.deleted.map { try $0.decode(Int.self) } == [3])
    #expect(try changes["person"]?.inserted.map { try $0.decode(Int.self) } == [7])
  }
}
