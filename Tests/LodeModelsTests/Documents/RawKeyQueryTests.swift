import LodeModels
import LodeTestSupport
import Testing

/// What somebody would have lost: a query left out every row whose raw key begins with a byte from
/// 0x50, the letter P, on, because these bytes mark partitions in other collections.
@Suite("Queries of a collection with raw keys")
struct RawKeyQueryTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try store.write { transaction in
      for (name, age) in [("Adam", 1), ("Paul", 2), ("adam", 3), ("paul", 4)] {
        let document: [String: ArchiveValue] = ["age": .int(Int64(age))]
        try transaction["pets"].put(document, forKey: RawKey(Array(name.utf8)))
      }
    }
  }

  @Test func `a query finds every row`() throws {
    let pets = store.documents("pets")
    #expect(try pets.count(Selection()) == 4)
    #expect(try pets.fetch(Selection()).map { $0["age"]?.int } == [1, 2, 3, 4])
    #expect(try pets.fetch(Selection(parsing: "age > 1")).count == 3)
    let last = try pets.fetch(Selection(parsing: "ORDER BY age DESC LIMIT 2"))
    #expect(last.map { $0["age"]?.int } == [4, 3])
    #expect(try pets.count(Selection(parsing: "age < 4")) == 3)
  }

  @Test func `a change by query is refused, and all rows stay`() throws {
    let pets = store.documents("pets")
    #expect(throws: StoreError.self) { try pets.delete(Selection(parsing: "age > 3")) }
    #expect(try store["pets"].count == 4)
  }
}
