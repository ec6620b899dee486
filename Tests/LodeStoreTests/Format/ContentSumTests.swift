import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

/// What the checksums of rows cannot know: whether these are the rows that were written last.
///
/// Rows are put back or taken away below the store, as a disk does that loses a write.
@Suite("verify notices rows that are missing or older than what was written last")
struct ContentSumTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
  }

  /// Changes tables of the closed store without the store's knowledge.
  private func tamper<R>(_ body: (Environment) throws -> R) throws -> R {
    let environment = try Environment(path: path)
    defer { environment.close() }
    return try body(environment)
  }

  /// The record of the only row in a table.
  private func record(in table: String) throws -> (key: [UInt8], value: [UInt8]) {
    try tamper { environment in
      let table = try environment.table(table, create: false)
      return try environment.read { transaction in
        var found: (key: [UInt8], value: [UInt8]) = ([], [])
        try transaction.forEach(in: table) { entry in
          found = (Array(copying: entry.key), Array(copying: entry.value))
          return true
        }
        return found
      }
    }
  }

  @Test func `an older row in the place of a newer one`() throws {
    let store = try Store(path)
    try store["a"].put("the balance was 100", forKey: 1)
    store.close()
    let old = try record(in: "c1")
    let later = try Store(path)
    try later["a"].put("the balance is 3", forKey: 1)
    #expect(try later.verify().isSound)
    later.close()
    try tamper { environment in
      let table = try environment.table("c1", create: false)
      try environment.write { try $0.put(old.value.span, forKey: old.key.span, in: table) }
    }
    let damaged = try Store(path)
    // The row itself is genuine; nothing in it tells that another one came after it.
    #expect(try damaged["a"].get(1) == "the balance was 100")
    let report = try damaged.verify()
    #expect(report.problems == ["a: rows are missing, or older than the last write"])
  }

  @Test(arguments: [1, 2])
  func `rows that are gone, be it the only one of its collection`(rows: Int) throws {
    let store = try Store(path)
    for number in 0..<rows { try store["a"].put("here", forKey: number) }
    try store["b"].put("here", forKey: 1)
    store.close()
    try tamper { environment in
      let table = try environment.table("c1", create: false)
      let first = Key(0).bytes
      try environment.write { _ = try $0.delete(first.span, in: table) }
    }
    let report = try Store(path).verify()
    #expect(report.problems == ["a: rows are missing, or older than the last write"])
    #expect(report.rows == rows)
  }

  @Test func `a damaged sum is said to be damaged`() throws {
    let store = try Store(path)
    try store["a"].put("here", forKey: 1)
    store.close()
    try tamper { environment in
      let other = try environment.table("c1", create: false)
      let main = Table.main(ofEnvironment: other.place.environment)
      let key = CatalogRecord.sumKey(1)
      try environment.write { try $0.put([1, 2, 3].span, forKey: key.span, in: main) }
    }
    let report = try Store(path).verify()
    #expect(report.problemCount == 1)
    #expect(report.problems.first?.hasPrefix("a: ") == true)
  }

  @Test func `the sum follows every kind of change, also those that are undone`() throws {
    let store = try Store(path)
    let long = String(repeating: "k", count: 600)
    try store.write { transaction in
      try transaction["a"].append("one", forKey: "a")
      try transaction["a"].append("two", forKey: long)
      try transaction["a"].put("three", forKey: "z", metadata: [1, 2])
      try transaction["a"].put("three again", forKey: "z")
      #expect(try transaction["a"].update("two again", forKey: long))
      try transaction["a"].setMetadata([9], forKey: "a")
      #expect(try transaction["a"].delete("a"))
      try transaction["gone"].put("x", forKey: 1)
      _ = try transaction.drop("gone")
      // The dropped collection's table, in the same write.
      try transaction["next"].put("y", forKey: 2)
      try transaction["emptied"].put("x", forKey: 1)
      try transaction["emptied"].deleteAll()
      try transaction["emptied"].put("z", forKey: 3)
    }
    #expect(try store.verify().problems == [])
    try store.write { transaction in
      try transaction["a"].put("before", forKey: "b")
      try? transaction.savepoint { inner in
        try inner["a"].put("undone", forKey: "c")
        try inner["a"].deleteAll()
        throw Stop()
      }
      try transaction.savepoint { inner in _ = try inner["a"].put("kept", forKey: "d") }
      try transaction["a"].put("after", forKey: "e")
      try transaction.rename("next", to: "renamed")
      try transaction["renamed"].put("more", forKey: 4)
    }
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction["a"].deleteAll()
        throw Stop()
      }
    }
    #expect(try store.verify().problems == [])
    try store["a"].deleteAll()
    #expect(try store.verify().problems == [])
  }

  @Test func `the sum is right after batches in which some writes fail`() async throws {
    let store = try Store(path)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          try? await store.write { transaction in
            try transaction["a"].put("value \(number)", forKey: number % 50)
            if number % 3 == 0 { throw Stop() }
          }
        }
      }
    }
    #expect(try store["a"].count > 0)
    #expect(try store.verify().problems == [])
  }
}
