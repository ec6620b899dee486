import LodeModels
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Many live queries at once", .tags(.slow), .timeLimit(.minutes(15)))
struct LiveManyTests {
  /// The row that every query matches, and that ends each subscriber.
  private static let end = 10_000

  @Test func `P5: a thousand subscribers of 200 queries end with the rows of a fresh query`()
    async throws
  {
    let fixture = try TestStore([Person.self])
    let store = fixture.store
    try await store.insert(contentsOf: (0..<400).map { Person($0, "\($0 % 20)") })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<rounds(1_000) {
        group.addTask { try await Self.follow(number % 200, in: store) }
      }
      for writer in 0..<16 {
        group.addTask {
          for step in 0..<rounds(80) {
            let id = (writer * 37 + step * 11) % 400
            if step % 3 == 0 {
              try await store.delete(Person.self, id)
            } else {
              try await store.put(Person(id, "\((id + step) % 20)"))
            }
          }
        }
      }
      // The group's last tasks to end are the subscribers, which wait for this row.
      group.addTask {
        try await Task.sleep(for: .milliseconds(300))
        try await store.put(Person(Self.end, "end"))
      }
      try await group.waitForAll()
    }
  }

  /// Follows a query, by the changes alone, until the list has the last row and every other row.
  private static func follow(_ number: Int, in store: Store) async throws {
    let limit = number % 7 == 0 ? "" : " LIMIT \(number % 7 * 10 + 1)"
    let query = try Query<Person>(
      "name = '\(number % 20)' OR id = \(end) OR id > \(number * 2) ORDER BY id DESC\(limit)")
    var list: [Person] = []
    var revision: UInt64 = 0
    for try await update in store.live(query) {
      update.apply(to: &list)
      #expect(list == update.rows)
      #expect(update.revision >= revision)
      revision = update.revision
      if list.first?.id == end, try await store.fetch(query) == list { break }
    }
  }
}
