import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("A counting index knows how many rows have each value, and their sums")
struct CountingIndexTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
  }

  private func counts(_ city: ArchiveValue) throws -> (rows: Int, ages: Int128?) {
    try store.read { transaction in
      let access = transaction["people"].access
      let index = try #require(try IndexSummary.usable(in: access).first)
      var buffer = KeyBuffer()
      buffer.appendIndexed(city)
      let group = buffer.bytes.copied()
      var found: (rows: Int, ages: Int128?) = (0, nil)
      let range = KeyRange(lower: .included(group), upper: .excluded(group + [0xFE]))
      _ = try index.forEachGroup(range, in: access) { counted in
        found = (counted.rows, counted.integers(0)?.sum)
        return .next
      }
      return found
    }
  }

  private func expectCounts(
    _ city: ArchiveValue, _ rows: Int, _ ages: Int128?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try counts(city)
    #expect(found.rows == rows && found.ages == ages, sourceLocation: sourceLocation)
  }

  @Test func `counts and sums follow inserts, updates, deletes and failures`() throws {
    try store.put([1: person("a", age: 3, city: "x"), 2: person("b", age: 4, city: "x")])
    try store.createIndex(IndexDefinition("city").counting("age"), on: "people")
    try expectCounts("x", 2, 7)
    try store.put([3: person("c", age: 5, city: "y"), 2: person("b", age: 10, city: "x")])
    try expectCounts("x", 2, 13)
    try store.put([1: person("a", age: 3, city: "y"), 4: person("d", age: 1)])
    try expectCounts("x", 1, 10)
    try expectCounts("y", 2, 8)
    try expectCounts(.null, 1, 1)
    #expect(throws: Stop.self) {
      try store.write { transaction in
        _ = try transaction["people"].delete(3)
        throw Stop()
      }
    }
    try store.write { _ = try $0["people"].delete(2) }
    try expectCounts("x", 0, nil)
    try expectCounts("y", 2, 8)
    #expect(try store.verify().isSound)
    try store.write { _ = try $0["people"].deleteAll() }
    #expect(try store.indexes(of: "people").map(\.entries) == [0])
    #expect(try store.verify().isSound)
  }

  @Test func `it has as many fields as one byte can number`() throws {
    var definition = IndexDefinition("city").counting()
    definition.carried = (0...256).map { ArchivePath(["f\($0)"]) }
    #expect(throws: StoreError.self) { try store.createIndex(definition, on: "people") }
    definition.carried.removeLast()
    try store.createIndex(definition, on: "people")
    try store["people"].put(["f255": 3] as [String: ArchiveValue], forKey: 1)
    #expect(try store.verify().isSound)
  }

  @Test
  func `of numbers that are no integers no sum is kept; when they are gone there is one again`()
    throws
  {
    try store.createIndex(IndexDefinition("city").counting("age"), on: "people")
    try store.put([1: person("a", age: 3, city: "x"), 2: ["city": "x", "age": 1.5]])
    try expectCounts("x", 2, nil)
    try store.put([2: ["city": "x", "age": .int(.max)]])
    try expectCounts("x", 2, Int128(Int64.max) + 3)
    #expect(try store.verify().isSound)
  }
}
