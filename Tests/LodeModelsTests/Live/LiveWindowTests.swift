import LodeTestSupport
import Testing

@testable import LodeModels
@testable import LodeStore

@Suite("A live query reads the rows that changed, and few others")
struct LiveWindowTests {
  let fixture: TestStore
  var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore([Person.self])
    try fixture.store.insert(contentsOf: (0..<1_000).map { Person($0, "\($0)") })
  }

  private func list(
    _ query: Query<Person>, slack: Int? = nil
  ) -> LiveRowList<ModelSource<Person>> {
    LiveRowList(ModelSource(query: query, partition: nil), LiveOptions(slack: slack))
  }

  /// Reads the next update of a list, and compares the rows with a fresh query.
  @discardableResult
  private func read(
    _ list: inout LiveRowList<ModelSource<Person>>, _ query: Query<Person>, _ watch: CollectionWatch
  ) throws -> LiveUpdate<Person>? {
    let update = try store.read { try list.next(in: $0, isReopened: false, watch) }
    if let update { #expect(try update.rows == store.fetch(query)) }
    return update
  }

  @Test func `a window of ten rows runs its query once`() throws {
    let query = try Query<Person>("ORDER BY id DESC LIMIT 10")
    let watch = store.watch(Person.collectionName)
    var list = list(query)
    try read(&list, query, watch)
    for id in 1_000..<1_050 {
      try store.insert(Person(id, "new"))
      #expect(try read(&list, query, watch)?.log == "-9 +0")
    }
    try store.update(Person.self, 3) { $0.name = "outside" }
    #expect(try read(&list, query, watch) == nil)
    #expect(list.readCounts.queries == 1 && list.readCounts.refills == 0)
  }

  @Test func `deletions in a window read further rows now and then`() throws {
    let query = try Query<Person>("ORDER BY id LIMIT 100")
    let watch = store.watch(Person.collectionName)
    var list = list(query)
    try read(&list, query, watch)
    for id in 0..<500 {
      try store.delete(Person.self, id)
      #expect(try read(&list, query, watch)?.log == "-0 +99")
    }
    // Half of the window is spare.
    #expect(list.readCounts.queries == 1)
    #expect((9...10).contains(list.readCounts.refills), "\(list.readCounts)")
  }

  @Test func `many changes at once, and commits of unknown keys, run the query again`() throws {
    let query = try Query<Person>("id >= 0 ORDER BY name LIMIT 5")
    let watch = store.watch(Person.collectionName)
    var list = list(query)
    try read(&list, query, watch)
    try store.insert(contentsOf: (2_000..<4_000).map { Person($0, "0") })
    try read(&list, query, watch)
    #expect(list.readCounts.queries == 2)
    try store.insert(contentsOf: (5_000..<17_000).map { Person($0, "z") })
    #expect(try read(&list, query, watch) == nil)
    #expect(list.readCounts.queries == 3)
  }

  @Test func `a cleared collection, a savepoint that failed, and a rename are followed`() throws {
    let query = try Query<Person>("id < 900 ORDER BY id DESC LIMIT 3")
    let watch = store.watch(Person.collectionName)
    var list = list(query, slack: 0)
    try read(&list, query, watch)
    try store.write { transaction in
      try transaction.delete(Person.self, 899)
      _ = try? transaction.savepoint { inner in
        try inner.delete(Person.self, 898)
        throw CancellationError()
      }
    }
    #expect(try read(&list, query, watch)?.log == "-0 +2")
    try store.write { transaction in
      try transaction.deleteAll(Person.self)
      try transaction.insert(Person(7, "only"))
    }
    #expect(try read(&list, query, watch)?.rows.map(\.id) == [7])
    try store.write { try $0.rename(Person.collectionName, to: "gone") }
    #expect(try read(&list, query, watch)?.rows.isEmpty == true)
    try store.write { try $0.rename("gone", to: Person.collectionName) }
    #expect(try read(&list, query, watch)?.rows.map(\.id) == [7])
  }
}
