import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Live queries of documents", .timeLimit(.minutes(15)))
struct LiveDocumentsTests {
  let fixture: TestStore
  let store: Store
  let pets: StoreDocuments

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    pets = store.documents("pets")
  }

  @Test func `documents come with the changes of the list`() async throws {
    let old = try Selection(parsing: "age > 9 ORDER BY age").lenient()
    var iterator = pets.live(old).makeAsyncIterator()
    var list: [Document] = []
    func told() async throws -> String {
      let update = try #require(try await iterator.next())
      update.apply(to: &list)
      #expect(try await list == pets.fetch(old))
      #expect(list == update.rows)
      return update.log
    }
    #expect(try await told() == "initial")
    try await pets.insert(["name": "Rex", "age": 10], forKey: "rex")
    try await pets.insert(["name": "Tom", "age": 3], forKey: "tom")
    #expect(try await told() == "+0")
    try await pets.update("tom", set: ["age": 30])
    #expect(try await told() == "+1")
    try await pets.update("rex", set: ["age": 40])
    #expect(try await told() == "1>0 1!")
    try await pets.delete("tom")
    #expect(try await told() == "-0")
  }

  @Test func `timestamps alone are no change, and rows have the current ones`() async throws {
    fixture.now = Date(timeIntervalSince1970: 1)
    try await pets.insert(["name": "Rex"], forKey: "rex")
    var all = pets.live().makeAsyncIterator()
    var names = pets.live(fields: ["name"]).makeAsyncIterator()
    _ = try await (all.next(), names.next())
    fixture.now = Date(timeIntervalSince1970: 2)
    try await pets.update("rex", set: ["name": "Max"])
    try await pets.update("rex", set: ["name": "Rex"])
    try await pets.insert(["name": "Tom"], forKey: "tom")
    let update = try #require(try await all.next())
    #expect(update.log == "+1" && update.rows[0].times.updated == fixture.now)
    #expect(try await update.rows == pets.fetch(Selection()))
    #expect(try await names.next()?.log == "+1")
    try await pets.update("rex", set: ["age": 3])
    try await pets.delete("tom")
    #expect(try await names.next()?.log == "-1")
    #expect(try await all.next()?.log == "-1 0!")
  }

  @Test func `one document, and a count`() async throws {
    var rex = pets.live(key: "rex").makeAsyncIterator()
    var count = pets.liveCount().makeAsyncIterator()
    #expect(try await rex.next() == .some(nil))
    #expect(try await count.next() == 0)
    try await pets.insert(["age": 1], forKey: "tom")
    try await pets.insert(["age": 10], forKey: "rex")
    #expect(try await rex.next()??["age"] == 10)
    #expect(try await count.next() == 2)
    try await pets.update("rex", set: ["age": 11])
    #expect(try await rex.next()??["age"] == 11)
    try await pets.delete("rex")
    #expect(try await rex.next() == .some(nil))
    #expect(try await count.next() == 1)
  }

  @Test func `a partition has its own documents`() async throws {
    let mine = store.partition("mine").documents("pets")
    var iterator = mine.live().makeAsyncIterator()
    var rex = mine.live(key: "rex").makeAsyncIterator()
    _ = try await (iterator.next(), rex.next())
    try await pets.insert(["age": 1], forKey: "rex")
    try await mine.insert(["age": 2], forKey: "rex")
    let update = try #require(try await iterator.next())
    #expect(update.log == "+0" && update.rows[0]["age"] == 2)
    #expect(try await update.rows == mine.fetch(Selection()))
    #expect(try await rex.next()??["age"] == 2)
  }

  @Test func `an unknown field throws at the first element`() async throws {
    try await pets.insert(["name": "Rex"], forKey: "rex")
    var iterator = pets.live(try Selection(parsing: "nmae = 'Rex'")).makeAsyncIterator()
    let error = await #expect(throws: StoreError.self) { _ = try await iterator.next() }
    #expect((error?.cause as? ConditionError)?.code == .unknownField)
    var missing = store.documents("none").live(try Selection(parsing: "a = 1")).makeAsyncIterator()
    await expect(.collectionNotFound) { _ = try await missing.next() }
    var raw = pets.live(key: RawKey([1])).makeAsyncIterator()
    await expect(.keyFormatMismatch) { _ = try await raw.next() }
  }

  /// Without the rule, one commit could end every loop over a field with an error.
  @Test func `the last document with a field may go`() async throws {
    try await pets.insert(["name": "Rex"], forKey: "rex")
    try await pets.insert(["age": 10], forKey: "tom")
    let old = try Selection(parsing: "age > 9")
    var iterator = pets.live(old).makeAsyncIterator()
    var count = pets.liveCount(old).makeAsyncIterator()
    _ = try await (iterator.next(), count.next())
    try store.drop("pets")
    try await pets.insert(["name": "Rex"], forKey: "rex")
    #expect(throws: StoreError.self) { try pets.fetch(old) }
    #expect(try await iterator.next()?.log == "-0")
    #expect(try await count.next() == 0)
    try await pets.insert(["age": 12], forKey: "kim")
    #expect(try await iterator.next()?.log == "+0")
    #expect(try await count.next() == 1)
  }
}
