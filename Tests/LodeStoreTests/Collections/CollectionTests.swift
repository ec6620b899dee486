import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("Collections come and go by name")
struct CollectionTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `a collection is made by its first row and gone with its last`() throws {
    #expect(try store["a"].put(1, forKey: 1) == .inserted)
    #expect(try store.collections() == ["a"])
    #expect(try store["a"].delete(1))
    #expect(try store.collections() == [])
  }

  @Test func `a declared collection is listed without rows, and after reopening`() throws {
    #expect(try store.declare("d"))
    #expect(try !store.declare("d"))
    #expect(try store.collections() == ["d"])
    #expect(try store["d"].count == 0)
    store.close()
    let again = try Store(fixture.path)
    #expect(try again.collections() == ["d"])
    try again["d"].put(1, forKey: 1)
    #expect(try again["d"].deleteAll() == 1)
    #expect(try again.collections() == ["d"])
  }

  @Test func `collections are listed in byte order and counted`() throws {
    for (index, name) in ["b", "a", "", "Z", "\u{E9}"].enumerated() {
      try store.write { transaction in
        for i in 0...index { try transaction[name].put(i, forKey: i) }
      }
    }
    #expect(try store.collections() == ["", "Z", "a", "b", "\u{E9}"])
    let counts = try store.statistics().collections.map(\.rows)
    #expect(counts == [3, 4, 2, 1, 5])
  }

  @Test func `a rename keeps the rows, under another name`() throws {
    try store["old"].put("v", forKey: 1, metadata: [9])
    try store.rename("old", to: "new")
    #expect(try store.collections() == ["new"])
    #expect(try store.read { try $0["new"].row(1) }?.metadata == [9])
    #expect(try store["old"].get(1, as: String.self) == nil)
    try store["old"].put("other", forKey: 1)
    #expect(try store["new"].get(1) == "v")
    store.close()
    let again = try Store(fixture.path)
    #expect(try again["new"].get(1) == "v")
    #expect(try again["old"].get(1) == "other")
  }

  @Test func `a rename needs a collection that is there and a name that is free`() throws {
    try store["a"].put(1, forKey: 1)
    try store["b"].put(2, forKey: 1)
    expect(.collectionNotFound) { try store.rename("none", to: "c") }
    expect(.collectionExists) { try store.rename("a", to: "b") }
    let long = String(repeating: "x", count: 481)
    expect(.invalidName) { try store.rename("a", to: long) }
    #expect(try store.collections() == ["a", "b"])
    // A collection without rows is none.
    try store["b"].delete(1)
    try store.rename("a", to: "b")
    #expect(try store["b"].get(1) == 1)
    expect(.collectionNotFound) { try store.rename("a", to: "c") }
  }

  @Test func `a drop removes a collection, and on request those below it`() throws {
    for name in ["a", "a.b", "a.b.c", "ab"] { try store[name].put(1, forKey: 1) }
    #expect(try store.drop("a") == 1)
    #expect(try store.collections() == ["a.b", "a.b.c", "ab"])
    #expect(try store.drop("a", nested: true) == 2)
    #expect(try store.collections() == ["ab"])
    let revision = try store.revision
    #expect(try store.drop("a", nested: true) == 0)
    #expect(try store.revision == revision)
  }

  @Test func `a collection made anew after a drop is empty and takes keys of any format`() throws {
    try store["a"].put(1, forKey: 1)
    try store.drop("a")
    try store["a"].put("raw", forKey: RawKey([1]))
    #expect(try store["a"].count == 1)
    #expect(try store["a"].get(RawKey([1])) == "raw")
    try store["b"].put(2, forKey: 2)
    #expect(try store["b"].keys() == [key(2)])
  }

  @Test func `a clear empties one collection and counts what it took`() throws {
    try store.write { transaction in
      for i in 0..<100 { try transaction["a"].put(i, forKey: i) }
    }
    #expect(try store["a"].deleteAll() == 100)
    #expect(try store["a"].deleteAll() == 0)
    #expect(try store["a"].count == 0)
  }

  @Test func `nested names are a tree`() throws {
    for name in ["a", "a.b", "a.b.c", "x.y"] { try store[name].put(1, forKey: 1) }
    let tree = try store.collectionTree()
    #expect(tree.map(\.name) == ["a", "x"])
    #expect(tree.map(\.exists) == [true, false])
    #expect(tree.first?.children.map(\.name) == ["a.b"])
    #expect(tree.first?.children.first?.children.map(\.part) == ["c"])
    #expect(tree.last?.children.map(\.name) == ["x.y"])
    #expect(try store.collections(below: "a") == ["a.b", "a.b.c"])
  }

  @Test func `changes of collections are undone with their write`() throws {
    try store["a"].put(1, forKey: 1)
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.rename("a", to: "b")
        try transaction["c"].put(1, forKey: 1)
        try transaction.drop("b")
        throw Stop()
      }
    }
    #expect(try store.collections() == ["a"])
    try store.write { transaction in
      #expect(throws: Stop.self) {
        try transaction.savepoint { inner in
          try inner.drop("a")
          try inner["new"].put(1, forKey: 1)
          throw Stop()
        }
      }
      try transaction["other"].put("x", forKey: RawKey([2]))
    }
    #expect(try store["a"].get(1) == 1)
    #expect(try store.collections() == ["a", "other"])
  }
}
