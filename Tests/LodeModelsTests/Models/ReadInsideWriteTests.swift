import LodeModels
import LodeTestSupport
import Testing

@Suite("Reads of a store inside one of its writes")
struct ReadInsideWriteTests {
  let directory: TemporaryDirectory
  let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try store.insert(Person(1, "Ada"))
  }

  private func expectRefused(_ body: () throws -> Void) {
    let error = #expect(throws: StoreError.self, performing: body)
    #expect(error?.code == .readInsideWrite)
    #expect(error.map { "\($0)".contains("transaction.get(") } == true)
  }

  /// What somebody would have lost: the change that a read of old data then overwrote.
  @Test func `throw and point to the transaction`() throws {
    try store.write { transaction in
      try transaction.update(Person.self, 1) { $0.name = "Bob" }
      expectRefused { _ = try store.get(Person.self, 1) }
      expectRefused { _ = try store.fetch(Person.self) }
      expectRefused { _ = try store.count(Query<Person>()) }
      expectRefused { _ = try store["person"].count }
      expectRefused { _ = try store.documents("x").get(1) }
      expectRefused { try store.read { _ in } }
      #expect(try transaction.get(Person.self, 1)?.name == "Bob")
    }
    #expect(try store.get(Person.self, 1)?.name == "Bob")
  }

  @Test func `throw in a write of a task too`() async throws {
    let store = store
    let code = try await store.write { _ -> StoreError.Code? in
      do {
        _ = try store.get(Person.self, 1)
        return nil
      } catch let error as StoreError {
        return error.code
      }
    }
    #expect(code == .readInsideWrite)
  }

  @Test func `are possible by a snapshot, by another store and after the write has failed`() throws
  {
    let snapshot = try store.snapshot()
    let other = try Store(directory.file("other"))
    try store.write { transaction in
      try transaction.update(Person.self, 1) { $0.name = "Bob" }
      #expect(try snapshot.read { try $0.get(Person.self, 1)?.name } == "Ada")
      #expect(try store.snapshot().read { try $0.get(Person.self, 1)?.name } == "Ada")
      #expect(try other.collections() == [])
    }
    struct Failure: Error {}
    #expect(throws: Failure.self) { try store.write { _ in throw Failure() } }
    #expect(try store.get(Person.self, 1)?.name == "Bob")
  }
}
