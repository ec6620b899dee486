import LodeModels
import LodeTestSupport
import Testing

@Suite struct `Queries with regular expressions` {
  /// An update with this condition stopped every writer for 43 seconds at 20 letters.
  @Test func `an update with MATCHES ends, and so does the next write`() throws {
    let fixture = try TestStore()
    let store = fixture.store
    try store.insert(contentsOf: [
      Person(1, String(repeating: "a", count: 10_000)), Person(2, "aaab"),
    ])
    let query = try Query<Person>(parsing: "name MATCHES '(a+)+b'")
    #expect(try store.update(query) { $0.age = 1 } == UpdateOutcome(matched: 1, changed: 1))
    try store.insert(Person(3, "Ada"))
    #expect(try store.read { try $0.fetch(Query<Person>(parsing: "age = 1")) }.map(\.id) == [2])
  }
}
