import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

/// What somebody would have lost: the changes of other processes, and of the time without a
/// subscriber.
@Suite("A snapshot moves to the newest commit and names the changes")
struct SnapshotAdvanceTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  /// The revisions and values of the rows of a snapshot.
  private typealias Rows = [String: [RowKey: StoredRow]]

  private func rows(_ snapshot: Snapshot) throws -> Rows {
    try snapshot.read { transaction in
      var all: Rows = [:]
      for name in try transaction.collections() {
        let rows = try transaction[name].rows()
        if !rows.isEmpty {
          all[name] = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
        }
      }
      return all
    }
  }

  /// The changes between two states, from all of their rows.
  private func differences(_ old: Rows, _ new: Rows) -> [String: CollectionChanges] {
    var all: [String: CollectionChanges] = [:]
    for name in Set(old.keys).union(new.keys) {
      let (before, after) = (old[name] ?? [:], new[name] ?? [:])
      var changes = CollectionChanges()
      changes.inserted = after.keys.filter { before[$0] == nil }.sorted()
      changes.deleted = before.keys.filter { after[$0] == nil }.sorted()
      changes.updated = after.keys.filter {
        before[$0] != nil && before[$0]?.revision != after[$0]?.revision
      }.sorted()
      if !changes.isEmpty { all[name] = changes }
    }
    return all
  }

  /// Changes random rows and collections; returns whether a collection has another table.
  private func change(
    _ random: inout SeededGenerator, _ transaction: inout WriteTransaction
  ) throws -> Bool {
    let names = ["a", "b", "c"]
    var movesTables = false
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let name = names.randomElement(using: &random) ?? "a"
      let other = names.filter { $0 != name }.randomElement(using: &random) ?? "b"
      switch Int.random(in: 0..<14, using: &random) {
      case 0: try transaction[name].deleteAll()
      case 1:
        movesTables = true
        _ = try transaction.drop(name)
      case 2:
        movesTables = true
        if try !transaction.collections().contains(other),
          try transaction.collections().contains(name)
        {
          try transaction.rename(name, to: other)
        }
      case 3:
        let first = Key(Int.random(in: 0..<900, using: &random)).bytes
        _ = try transaction[name].delete(KeyRange(lower: .included(first)))
      case 4...6:
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
          _ = try transaction[name].delete(Int.random(in: 0..<1_000, using: &random))
        }
      case 7: _ = try transaction[name].touch(Int.random(in: 0..<1_000, using: &random))
      case 8:
        let long = String(repeating: "long", count: 150)
        let key = "\(long)\(Int.random(in: 0..<5, using: &random))"
        if Bool.random(using: &random) {
          try transaction[name].put(1, forKey: key)
        } else {
          _ = try transaction[name].delete(key)
        }
      default:
        for _
          in 0..<Int.random(
            in: 0..<[3, 400][Int.random(in: 0...1, using: &random)], using: &random)
        {
          let number = Int.random(in: 0..<1_000, using: &random)
          try transaction[name].put(
            String(repeating: "\(number % 7)", count: number % 300), forKey: number)
        }
      }
    }
    return movesTables
  }

  @Test(.tags(.random)) func `random writes give the changes that all rows give`() throws {
    var random = SeededGenerator()
    let snapshots = try (0..<3).map { try store.snapshot(named: "\($0)") }
    var states = try snapshots.map { try rows($0) }
    var moves = [false, false, false]
    for round in 0..<rounds(400) {
      let fails = Int.random(in: 0..<6, using: &random) == 0
      do {
        let moved = try store.write { transaction in
          var trial = random
          let moved = try change(&trial, &transaction)
          random = trial
          if fails { throw Stop() }
          return moved
        }
        if moved { moves = [true, true, true] }
      } catch is Stop {}
      if round % 40 == 39 { _ = try store.recompress() }
      let index = Int.random(in: 0..<5, using: &random)
      guard index < snapshots.count else { continue }
      let changes = try snapshots[index].advance()
      let new = try rows(snapshots[index])
      let expected = differences(states[index], new)
      for name in Set(expected.keys).union(changes.collections.keys) {
        let wanted = expected[name] ?? CollectionChanges()
        let found = changes[name] ?? CollectionChanges()
        let place = Comment("seed \(random.seed), round \(round), \(name)")
        #expect(found.inserted == wanted.inserted, place)
        #expect(found.deleted == wanted.deleted, place)
        // Rows of another table count as updated.
        let extra = Set(found.updated).subtracting(wanted.updated)
        let missing = Set(wanted.updated).subtracting(found.updated)
        #expect(missing.isEmpty && (moves[index] || extra.isEmpty), place)
        #expect(found.updated == found.updated.sorted(), place)
      }
      #expect(try changes.revision == store.revision)
      (states[index], moves[index]) = (new, false)
    }
  }

  @Test func `the changes are the net effect of all writes`() throws {
    try store.write { transaction in
      for number in 0..<5 { try transaction["a"].put(number, forKey: number) }
      try transaction["same"].put(1, forKey: 1)
    }
    let snapshot = try store.snapshot()
    try store["a"].put(9, forKey: 0)
    try store["a"].delete(1)
    try store["a"].put(1, forKey: 1)
    try store["a"].delete(2)
    try store["a"].put(7, forKey: 7)
    try store["a"].put(8, forKey: 8)
    try store["a"].delete(8)
    _ = try store.write { try $0["a"].touch(3) }
    // Written again without a change, and undone.
    try store["a"].put(4, forKey: 4)
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["a"].delete(4)
        throw Stop()
      }
    }
    let changes = try snapshot.advance()
    #expect(try changes.revision == store.revision)
    #expect(try snapshot.revision == store.revision)
    #expect(changes.collections.keys.sorted() == ["a"])
    #expect(changes["a"]?.inserted == [key(7)])
    // A touch does not change the row.
    #expect(changes["a"]?.updated == [key(0), key(1)])
    #expect(changes["a"]?.deleted == [key(2)])
    #expect(changes["a"]?.cleared == false)
  }

  @Test func `without a commit, nothing has changed`() throws {
    try store["a"].put(1, forKey: 1)
    let snapshot = try store.snapshot()
    let changes = try snapshot.advance()
    #expect(changes.collections.isEmpty)
    #expect(changes.revision == 1)
    #expect(try snapshot.advance() == changes)
  }

  @Test func `created, dropped, renamed, and exchanged collections`() throws {
    try store.write { transaction in
      for name in ["a", "b", "dropped", "renamed"] { try transaction[name].put(1, forKey: name) }
      try transaction["a"].put(1, forKey: "both")
      try transaction["b"].put(2, forKey: "both")
    }
    let snapshot = try store.snapshot()
    try store.drop("dropped")
    try store["created"].put(1, forKey: "created")
    try store.rename("renamed", to: "name")
    // The rows of both collections keep their revisions.
    try store.rename("a", to: "c")
    try store.rename("b", to: "a")
    try store.rename("c", to: "b")
    let changes = try snapshot.advance()
    #expect(
      changes.collections.keys.sorted() == ["a", "b", "created", "dropped", "name", "renamed"])
    #expect(changes["dropped"]?.deleted == [key("dropped")])
    #expect(changes["created"]?.inserted == [key("created")])
    #expect(changes["renamed"]?.deleted == [key("renamed")])
    #expect(changes["name"]?.inserted == [key("renamed")])
    #expect(changes["a"]?.deleted == [key("a")])
    #expect(changes["a"]?.inserted == [key("b")])
    #expect(changes["a"]?.updated == [key("both")])
    #expect(changes["b"]?.updated == [key("both")])
  }

  @Test func `a collection that was dropped and created again has updated rows`() throws {
    try store["a"].put(1, forKey: 1)
    try store["a"].put(1, forKey: 2)
    let snapshot = try store.snapshot()
    try store.drop("a")
    try store["other"].put(1, forKey: 1)
    try store["a"].put(1, forKey: 1)
    let changes = try snapshot.advance()
    #expect(changes["a"]?.updated == [key(1)])
    #expect(changes["a"]?.deleted == [key(2)])
    #expect(changes["other"]?.inserted == [key(1)])
  }

  private func sharesTable(_ collection: String, _ snapshot: Snapshot) throws -> Bool? {
    try snapshot.read { $0.catalog.catalog.collections[collection]?.record.sharesTable }
  }

  @Test func `small collections in the shared table, and one that leaves the table`() throws {
    try store.write { transaction in
      for number in 0..<SharedTable.leastOwnTables { try transaction.declare("own \(number)") }
      for number in 0..<50 { try transaction["grows"].put(number, forKey: number) }
      for name in ["x", "y", "gone", "z"] { try transaction[name].put(1, forKey: 1) }
    }
    let snapshot = try store.snapshot()
    #expect(try sharesTable("grows", snapshot) == true)
    try store["x"].put(2, forKey: 1)
    try store["y"].put(2, forKey: 2)
    try store.drop("gone")
    try store["new"].put(1, forKey: 1)
    try store.write { transaction in
      for number in 50..<200 { try transaction["grows"].put(number, forKey: number) }
    }
    let changes = try snapshot.advance()
    #expect(try sharesTable("grows", snapshot) == false)
    #expect(changes.collections.keys.sorted() == ["gone", "grows", "new", "x", "y"])
    #expect(changes["x"]?.updated == [key(1)])
    #expect(changes["y"]?.inserted == [key(2)])
    #expect(changes["gone"]?.deleted == [key(1)])
    #expect(changes["new"]?.inserted == [key(1)])
    #expect(changes["grows"]?.inserted == (50..<200).map { key($0) })
    #expect(changes["grows"]?.updated == [])
  }

  @Test func `rows in another form, and settings, are no changes`() throws {
    try store.write { transaction in
      for number in 0..<500 {
        try transaction["a"].put(String(repeating: "\(number)", count: 100), forKey: number)
      }
    }
    let snapshot = try store.snapshot()
    try store.write { try $0.setCompression(.off, forCollection: "a") }
    #expect(try store.recompress("a").rewritten == 500)
    #expect(try snapshot.advance().collections.isEmpty)
    #expect(try snapshot.revision == store.revision)
  }

  @Test func `after a failure, the snapshot has the old state, and can move later`() throws {
    try store["a"].put(1, forKey: 1)
    let snapshot = try store.snapshot()
    try store["a"].put(2, forKey: 1)
    expect(.timeLimitExceeded) {
      _ = try Store.withTimeLimit(.zero) { try snapshot.advance() }
    }
    #expect(try snapshot.revision == 1)
    #expect(try snapshot.read { try $0["a"].get(1, as: Int.self) } == 1)
    #expect(throws: Stop.self) {
      try snapshot.advance(in: "a") { old, new, changes in
        #expect(try old["a"].get(1, as: Int.self) == 1)
        #expect(try new["a"].get(1, as: Int.self) == 2)
        #expect(changes.updated == [key(1)])
        throw Stop()
      }
    }
    #expect(try snapshot.revision == 1)
    #expect(try snapshot.advance()["a"]?.updated == [key(1)])
    snapshot.close()
    expect(.closed) { _ = try snapshot.advance() }
    try snapshot.refresh()
    #expect(try snapshot.advance().collections.isEmpty)
  }

  @Test func `a snapshot moves on only if a collection has no changes`() throws {
    try store["a"].put(1, forKey: 1)
    let snapshot = try store.snapshot()
    #expect(try snapshot.advance(unlessChanged: "a") == 0)
    try store["b"].put(1, forKey: 1)
    #expect(try snapshot.advance(unlessChanged: "a") == 0)
    #expect(try snapshot.revision == 2)
    try store["a"].put(2, forKey: 1)
    try store["b"].put(2, forKey: 1)
    #expect(try snapshot.advance(unlessChanged: "a") == 2)
    #expect(try snapshot.revision == 2)
  }

  /// The checksum of the changed row is verified, and another snapshot can still be refreshed.
  @Test func `a damaged changed row is an error`() throws {
    let text = "damage in this text"
    try store["a"].put("sound", forKey: 1)
    let snapshot = try store.snapshot()
    try store["a"].put(text, forKey: 2)
    let path = URL(fileURLWithPath: fixture.path + "/data.mdb")
    let bytes = try Data(contentsOf: path)
    let place = try #require(bytes.range(of: Data(text.utf8)))
    let file = try FileHandle(forWritingTo: path)
    try file.seek(toOffset: UInt64(place.lowerBound))
    try file.write(contentsOf: Data("D".utf8))
    try file.close()
    expect(.damaged) { _ = try snapshot.advance() }
    #expect(try snapshot.revision == 1)
    try snapshot.refresh()
    #expect(try snapshot.revision == 2)
  }
}
