import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("Rows are visited in key order, both ways")
struct IterationTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    try store.write { transaction in
      for i in 0..<100 { try transaction["n"].put("v\(i)", forKey: i) }
      for city in ["Bergen", "Oslo"] {
        for i in 0..<3 { try transaction["c"].put(i, forKey: Key(city, i)) }
      }
    }
  }

  private func numbers(
    _ range: KeyRange = .all, reversed: Bool = false, limit: Int? = nil
  ) throws -> [Int] {
    try store["n"].keys(range, reversed: reversed, limit: limit).map { try $0.decode(Int.self) }
  }

  @Test func `forward and reverse, whole and limited`() throws {
    #expect(try numbers() == Array(0..<100))
    #expect(try numbers(reversed: true) == Array((0..<100).reversed()))
    #expect(try numbers(limit: 3) == [0, 1, 2])
    #expect(try numbers(reversed: true, limit: 2) == [99, 98])
    #expect(try numbers(limit: 0) == [])
  }

  @Test func `a negative limit of a raw collection is an error`() {
    for name in ["n", "nothing"] {
      #expect { try store[name].keys(limit: -1) } throws: {
        ($0 as? StoreError)?.code == .invalidLimit
      }
      #expect { try store[name].rows(limit: .min) } throws: {
        ($0 as? StoreError)?.code == .invalidLimit
      }
    }
  }

  @Test func `ranges with both kinds of bounds`() throws {
    #expect(try numbers(KeyRange(10..<13)) == [10, 11, 12])
    #expect(try numbers(KeyRange(10...13)) == [10, 11, 12, 13])
    #expect(try numbers(KeyRange(10..<13), reversed: true) == [12, 11, 10])
    #expect(try numbers(KeyRange(10...13), reversed: true, limit: 2) == [13, 12])
    #expect(try numbers(KeyRange(98...)) == [98, 99])
    #expect(try numbers(KeyRange(..<2), reversed: true) == [1, 0])
    let above = KeyRange(lower: .excluded(Key(97).bytes))
    #expect(try numbers(above) == [98, 99])
    let empty = KeyRange(lower: .included(Key(9).bytes), upper: .excluded(Key(5).bytes))
    #expect(try numbers(empty) == [])
    #expect(try numbers(empty, reversed: true) == [])
    #expect(try numbers(KeyRange(200..<300)) == [])
  }

  // `.prefix("19")` gave the row at "19" alone, and nobody saw the rows of 1984.
  @Test func `a prefix finds all string keys that begin with it`() throws {
    try store.write { transaction in
      for key in ["18", "19", "1984", "1999-12", "20"] { try transaction["y"].put(1, forKey: key) }
      try transaction["y"].put(1, forKey: Key("19", 5))
      try transaction["y"].put(1, forKey: Key("1984", 5))
      try transaction["y"].put(1, forKey: 19)
    }
    let found = try store["y"].keys(.prefix("19")).map(\.description)
    #expect(found == [#""19""#, #"["19",5]"#, #""1984""#, #"["1984",5]"#, #""1999-12""#])
    #expect(try store["y"].keys(.under("19")).map(\.description) == [#""19""#, #"["19",5]"#])
    #expect(try store["y"].keys(.under("19", 5)).count == 1)
  }

  @Test func `prefixes of tuples and strings`() throws {
    let oslo = try store["c"].rows(.under("Oslo"))
    #expect(try oslo.map { try $0.value(as: Int.self) } == [0, 1, 2])
    let reversed = try store["c"].rows(.under("Bergen"), reversed: true)
    #expect(try reversed.map { try $0.value(as: Int.self) } == [2, 1, 0])
    #expect(try store["c"].rows(.prefix("Os")).count == 3)
    #expect(try store["c"].rows(.prefix("X")).isEmpty)
  }

  @Test func `tuple keys are read as the keys that they were written as`() throws {
    let keys = try store["c"].keys(.under("Oslo"))
    #expect(try keys.map { try $0.decode(Key.self) } == (0..<3).map { Key("Oslo", $0) })
  }

  @Test func `first and last`() throws {
    let ends = try store.read { transaction in
      (try transaction["n"].first(), try transaction["n"].last(), try transaction["x"].first())
    }
    #expect(try ends.0?.key.decode(Int.self) == 0)
    #expect(try ends.1?.value(as: String.self) == "v99")
    #expect(ends.2 == nil)
  }

  @Test func `a scan stops when its body says so or throws`() throws {
    var visited = 0
    try store.read { transaction in
      try transaction["n"].scan { row in
        visited += 1
        return visited == 5 ? .stop : .next
      }
    }
    #expect(visited == 5)
    #expect(throws: Stop.self) {
      try store.read { try $0["n"].forEach { _ in throw Stop() } }
    }
  }

  @Test func `a write sees its own rows when it iterates`() throws {
    let seen = try store.write { transaction in
      try transaction["n"].put("new", forKey: -1)
      try transaction["n"].delete(0)
      return try transaction["n"].keys(limit: 2)
    }
    #expect(seen == [key(-1), key(1)])
  }
}
