import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

import class LodeLMDB.Environment

@testable import LodeStore

/// What somebody would have lost: an hour, because each new collection cost more than the one
/// before it.
@Suite("A store with many collections keeps the small ones in one table")
struct SharedTableTests {
  /// Makes as many collections as have tables of their own.
  private func crowded(_ options: StoreOptions = .init()) throws -> TestStore {
    let fixture = try TestStore(options)
    try fixture.store.write { transaction in
      for number in 0..<SharedTable.leastOwnTables { try transaction.declare("own \(number)") }
    }
    return fixture
  }

  private func keys(_ store: Store, _ name: String) throws -> [Int] {
    try store[name].keys().map { try $0.decode(Int.self) }
  }

  private func tableCount(_ store: Store) throws -> Int {
    try store.core.environment.tableNames().count
  }

  @Test func `100,000 collections are made in one write, and only the first 1,000 have tables`()
    throws
  {
    let fixture = try TestStore()
    let store = fixture.store
    let count = rounds(100_000)
    let making = try ContinuousClock().measure {
      try store.write { transaction in
        for number in 0..<count { try transaction["c\(number)"].put(number, forKey: 1) }
      }
    }
    print("\(count) collections: \(making)")
    // Those, the catalog's and the shared one.
    #expect(try tableCount(store) == SharedTable.leastOwnTables + 2)
    #expect(try store.collections().count == count)
    for number in stride(from: 0, to: count, by: 97) {
      #expect(try store["c\(number)"].get(1) == number)
    }
    #expect(try store["c\(count)"].get(1, as: Int.self) == nil)
    store.close()
    let again = try Store(fixture.path)
    #expect(try again.collections().count == count)
    #expect(try again["c\(count - 1)"].get(1) == count - 1)
    try again.write { transaction in _ = try transaction.drop("c\(count - 1)") }
    #expect(try again.collections().count == count - 1)
    #expect(try again.verify().isSound)
  }

  /// Time is not measured here, but what it grows with: the tables and the pages.
  @Test func `more collections cost no more tables, and no more pages each`() throws {
    let fixture = try crowded()
    let store = fixture.store
    let count = rounds(20_000)
    var used = [try store.statistics().usedSize]
    for half in ["first", "second"] {
      try store.write { transaction in
        for number in 0..<count { try transaction["\(half) \(number)"].put(number, forKey: 1) }
      }
      used.append(try store.statistics().usedSize)
      #expect(try tableCount(store) == SharedTable.leastOwnTables + 2)
    }
    #expect(used[1] > used[0] && used[2] - used[1] <= 2 * (used[1] - used[0]), "\(used)")
  }

  @Test func `a collection with many rows, or a long key, gets a table of its own`() throws {
    let fixture = try crowded()
    let store = fixture.store
    let before = try tableCount(store)
    try store["small"].put("x", forKey: 1)
    #expect(try tableCount(store) == before + 1)
    try store.write { transaction in
      for key in 0..<1_000 { try transaction["large"].put(key, forKey: key) }
      let middle = try transaction["large"].get(500, as: Int.self)
      #expect(middle == 500)
    }
    #expect(try tableCount(store) == before + 2)
    #expect(try store["large"].count == 1_000)
    for key in 0..<200 { try store["grows"].put(key, forKey: key) }
    #expect(try tableCount(store) == before + 3)
    #expect(try keys(store, "grows") == Array(0..<200))
    let long = String(repeating: "k", count: 600)
    try store["long"].put(1, forKey: "short")
    try store["long"].put(2, forKey: long)
    try store["longer"].put(3, forKey: long)
    #expect(try tableCount(store) == before + 5)
    #expect(try store["long"].get("short") == 1 && store["long"].get(long) == 2)
    #expect(try store["longer"].get(long) == 3)
    #expect(try store["small"].get(1) == "x" && store["small"].get(long, as: Int.self) == nil)
    #expect(try store.verify().isSound)
  }

  @Test func `a write that fails takes the move to a table back`() throws {
    let fixture = try crowded()
    let store = fixture.store
    for key in 0..<60 { try store["a"].put(key, forKey: key) }
    let before = try tableCount(store)
    #expect(throws: CancellationError.self) {
      try store.write { transaction in
        for key in 60..<300 { try transaction["a"].put(key, forKey: key) }
        throw CancellationError()
      }
    }
    try store.write { transaction in
      try? transaction.savepoint { inner in
        for key in 60..<300 { try inner["a"].put(key, forKey: key) }
        throw CancellationError()
      }
      try transaction["a"].put(-1, forKey: 0)
      let count = try transaction["a"].count
      #expect(count == 60)
    }
    #expect(try tableCount(store) == before)
    #expect(try keys(store, "a") == Array(0..<60) && store["a"].get(0) == -1)
    #expect(try store.verify().isSound)
  }

  @Test func `only a store with so many collections has a later format`() throws {
    let fixture = try TestStore()
    try fixture.store["a"].put(1, forKey: 1)
    #expect(try format(fixture.store) == CatalogRecord.firstFormat)
    let crowded = try crowded()
    #expect(try format(crowded.store) == CatalogRecord.firstFormat)
    try crowded.store["one more"].put(1, forKey: 1)
    #expect(try format(crowded.store) == CatalogRecord.sharedFormat)
  }

  private func format(_ store: Store) throws -> UInt32? {
    try store.read { transaction in
      try CatalogTable(transaction: transaction.handle, table: store.core.catalogTable)
        .formatVersion()
    }
  }

  @Test(.tags(.random))
  func `random changes of such collections equal those of a dictionary`() throws {
    var generator = SeededGenerator()
    let seed = generator.seed
    let fixture = try crowded()
    var store = fixture.store
    var model: [String: [Int: String]] = [:]
    for round in 0..<rounds(240) {
      var next = model
      let isKept = Int.random(in: 0..<6, using: &generator) > 0
      do {
        try store.write { transaction in
          for _ in 0..<Int.random(in: 1...5, using: &generator) {
            let before = next
            if Bool.random(using: &generator) {
              try change(&transaction, &next, &generator)
              continue
            }
            do {
              try transaction.savepoint { inner in
                try change(&inner, &next, &generator)
                try change(&inner, &next, &generator)
                if Int.random(in: 0..<3, using: &generator) == 0 { throw CancellationError() }
              }
            } catch is CancellationError {
              next = before
            }
          }
          if !isKept { throw CancellationError() }
        }
        model = next
      } catch is CancellationError {}
      if Int.random(in: 0..<10, using: &generator) == 0 {
        store.close()
        store = try Store(fixture.path)
      }
      for name in Self.names {
        let rows = try store[name].rows().map { row -> (Int, String) in
          (try row.key.decode(), try row.value())
        }
        let expected = (model[name] ?? [:]).sorted { $0.key < $1.key }
        #expect(rows.map(\.0) == expected.map(\.key), "seed \(seed), round \(round), \(name)")
        #expect(rows.map(\.1) == expected.map(\.value), "seed \(seed), round \(round), \(name)")
        let last = try store[name].keys(reversed: true, limit: 1).first?.decode(Int.self)
        #expect(last == expected.last?.key)
      }
      if round % 8 == 0 { #expect(try store.verify().isSound, "seed \(seed), round \(round)") }
    }
    #expect(try store.verify().isSound, "seed \(seed)")
  }

  private static let names = ["a", "b", "c", "d"]

  private func change(
    _ transaction: inout WriteTransaction, _ model: inout [String: [Int: String]],
    _ generator: inout SeededGenerator
  ) throws {
    let name = Self.names.randomElement(using: &generator) ?? "a"
    let key = Int.random(in: 0..<100, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0:
      _ = try transaction.drop(name)
      model[name] = nil
    case 1:
      _ = try transaction[name].deleteAll()
      model[name] = nil
    case 2:
      let other = Self.names.randomElement(using: &generator) ?? "a"
      guard model[name]?.isEmpty == false, model[other] ?? [:] == [:], other != name else { return }
      try transaction.rename(name, to: other)
      (model[other], model[name]) = (model[name], nil)
    case 3:
      for key in key..<key + 70 {
        try transaction[name].put("many", forKey: key)
        model[name, default: [:]][key] = "many"
      }
    case 4:
      _ = try transaction[name].delete(key)
      model[name]?[key] = nil
    default:
      let value = "\(Int.random(in: 0..<1_000, using: &generator))"
      try transaction[name].put(value, forKey: key)
      model[name, default: [:]][key] = value
    }
  }
}
