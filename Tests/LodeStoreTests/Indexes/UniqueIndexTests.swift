import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("A unique index lets values in once")
struct UniqueIndexTests {
  private let directory: TemporaryDirectory
  private let store: Store

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
  }

  @Test func `a second row with the same value is refused, and nothing has changed`() throws {
    try store.createIndex(IndexDefinition("name").unique(), on: "people")
    try store.put([1: person("a"), 2: person("b")])
    let revision = try store.read { try $0.revision }
    let error = expect(.uniqueViolation) { try store.put([3: person("a")]) }
    #expect(error?.context.contains("index name, taken by key 1") == true)
    expect(.uniqueViolation) { try store.put([2: person("a")]) }
    #expect(try store.keys(in: "name") == [1, 2])
    #expect(try store.read { try $0["people"].count } == 2)
    #expect(try store.read { try $0.revision } == revision)
    #expect(try store.verify().isSound)
  }

  @Test func `a refused row leaves the write usable`() throws {
    try store.createIndex(IndexDefinition("name").unique(), on: "people")
    try store.write { transaction in
      try transaction["people"].put(person("a"), forKey: 1)
      expect(.uniqueViolation) { try transaction["people"].put(person("a"), forKey: 2) }
      expect(.uniqueViolation) { try transaction["people"].append(person("a"), forKey: 3) }
      try transaction["people"].put(person("b"), forKey: 4)
    }
    #expect(try store.keys(in: "name") == [1, 4])
    #expect(try store.verify().isSound)
  }

  @Test func `a value that was given up can be taken, in the same write too`() throws {
    try store.createIndex(IndexDefinition("name").unique(), on: "people")
    try store.put([1: person("a")])
    try store.write { transaction in
      let people = transaction["people"]
      try people.put(person("b"), forKey: 1)
      try people.put(person("a"), forKey: 2)
      _ = try people.delete(1)
      try people.put(person("b"), forKey: 3)
    }
    #expect(try store.keys(in: "name") == [2, 3])
  }

  @Test func `nil is let in as often as it comes, in every part`() throws {
    try store.createIndex(IndexDefinition("age", "city", name: "u").unique(), on: "people")
    try store.put([1: person("a"), 2: person("b"), 3: person("c", age: 1), 4: person("d", age: 1)])
    try store.put([5: person("e", age: 1, city: "x")])
    expect(.uniqueViolation) { try store.put([6: person("f", age: 1, city: "x")]) }
    #expect(try store.read { try $0["people"].count } == 5)
  }

  @Test
  func `numbers that are worth the same are the same, and fractions are not their integers`() throws
  {
    try store.createIndex(IndexDefinition("x").unique(), on: "people")
    try store.put([1: ["x": .double(2.5)]])
    try store.put([2: ["x": .int(2)]])
    expect(.uniqueViolation) { try store.put([3: ["x": .double(2)]]) }
    try store.put([3: ["x": .double(2.25)]])
  }

  @Test func `texts and bytes that go on behind a zero byte are other ones`() throws {
    try store.createIndex(IndexDefinition("x").unique(), on: "people")
    try store.put([1: ["x": .data(Data([1, 0]))], 2: ["x": "a\0b"]])
    try store.put([3: ["x": .data(Data([1]))], 4: ["x": "a"]])
    #expect(try store.read { try $0["people"].count } == 4)
  }

  @Test func `long texts with the same head are told apart`() throws {
    try store.createIndex(IndexDefinition("name").unique(), on: "people")
    let head = String(repeating: "n", count: 600)
    try store.put([1: person(head + "a"), 2: person(head + "b"), 3: person(head + "c")])
    for end in ["a", "b", "c"] {
      expect(.uniqueViolation) { try store.put([9: person(head + end)]) }
    }
    try store.put([9: person(head + "d")])
    #expect(try store.verify().isSound)
  }

  @Test func `a value is taken once in each partition`() throws {
    try store.createIndex(IndexDefinition("name").unique(), on: "people")
    try store.write { transaction in
      let people = transaction["people"]
      try people.put(person("a"), forKey: Key(Partition("x"), 1))
      try people.put(person("a"), forKey: Key(Partition("y"), 1))
      try people.put(person("a"), forKey: Key(1))
    }
    expect(.uniqueViolation) {
      try store.write { _ = try $0["people"].put(person("a"), forKey: Key(Partition("y"), 2)) }
    }
    #expect(try store.verify().isSound)
  }

  @Test
  func `rows from before with the same value leave it with duplicates, until these are gone`()
    throws
  {
    try store.put([1: person("a"), 2: person("a"), 3: person("b")])
    let unique = IndexDefinition("name").unique()
    #expect(try store.createIndex(unique, on: "people") == .hasDuplicates)
    #expect(try store.duplicates(in: "name", of: "people").map(\.count) == [2])
    expect(.uniqueViolation) { try store.put([4: person("b")]) }
    try store.put([2: person("c")])
    #expect(try store.duplicates(in: "name", of: "people").isEmpty)
    try store.buildIndexes()
    #expect(try store.indexes(of: "people").map(\.state) == [.ready])
  }

  // The postings of a full-text index were reported as rows with the same value, or as damage.
  @Test func `a counting or a full-text index has no duplicates`() throws {
    try store.put([1: person("a"), 2: person("a"), 3: person("a b")])
    try store.createIndex(IndexDefinition(search: ["name"], name: "text"), on: "people")
    try store.createIndex(IndexDefinition("name", name: "count").counting(), on: "people")
    try store.createIndex(IndexDefinition("name", name: "ordered"), on: "people")
    for name in try store.indexes(of: "people").map(\.definition.name) {
      let groups = try store.duplicates(in: name, of: "people")
      #expect(groups.map(\.count) == (name == "ordered" ? [2] : []), "\(name)")
    }
  }
}
