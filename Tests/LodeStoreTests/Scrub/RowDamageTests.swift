import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeLMDB
@testable import LodeStore

/// Damage that leaves each page and each remaining row sound.
@Suite("Missing and outdated rows are errors for those who would miss them")
struct RowDamageTests {
  let test: ScrubbedStore

  init() throws { test = try ScrubbedStore(rows: 100) }

  /// Changes the table of a collection behind the store's back.
  private func changeRows(
    of collection: String, in store: Store, _ body: (TransactionHandle, Table) throws -> Void
  ) throws {
    let info = try store.read { try #require($0[collection].access.info) }
    let handle = try store.core.environment.beginWrite()
    try body(handle, info.table)
    try store.core.environment.commitWrite(handle)
  }

  /// A query by the index passed the row over.
  @Test func `an index entry of a missing row is an error for a read`() throws {
    let store = try test.open()
    defer { store.close() }
    let key = Key(7)
    try changeRows(of: "people", in: store) { handle, table in
      _ = try handle.delete(key.bytes.span, in: table)
    }
    var missing = KeyList()
    missing.append(key.bytes.span)
    let error = expect(.damaged) {
      _ = try store.read {
        try missing.scanFoundRows(in: $0["people"].access) { _, _ in .next }
      }
    }
    #expect(error?.collection == "people")
    expect(.damaged) {
      try store.read { try $0["people"].access.withFoundRow(key.bytes.span) { _ in } }
    }
    // A write may have deleted the row after the index was read.
    try store.write { try $0["people"].access.withFoundRow(key.bytes.span) { _ in } }
    #expect(try store["people"].get(7, as: [UInt8].self) == nil)
  }

  /// After the scrubber had found the row under the changed key, the former key still read as
  /// missing.
  @Test func `a missing key among damaged rows is an error, and other rows are read`()
    throws
  {
    let store = try test.open()
    let keys = (10..<50).map { "key \(2 * $0)" }
    for key in keys { try store["texts"].put("value of \(key)", forKey: key) }
    store.close()
    try test.replaceEverywhere("key 44", "key 45")
    let damaged = try test.open()
    defer { damaged.close() }
    #expect(try damaged["texts"].get("key 44", as: String.self) == nil)
    damaged.scrub()
    #expect(damaged.health.damage.map(\.kind) == [.rows])
    #expect(damaged.health.damage.map(\.rows) == [1])
    expect(.damaged) { _ = try damaged["texts"].get("key 44", as: String.self) }
    expect(.damaged) { _ = try damaged["texts"].get(["key 46", "key 44"], as: String.self) }
    expect(.damaged) { _ = try damaged["texts"].contains("key 44") }
    #expect(try damaged["texts"].get("key 46", as: String.self) == "value of key 46")
    #expect(try damaged["people"].get(1_000, as: [UInt8].self) == nil)
  }

  /// A put of the row threw `keyCollision`, and the advice to change the key did not help.
  @Test func `a row with a damaged long key can be replaced, and updates say that it is damaged`()
    throws
  {
    let key = String(repeating: "k", count: 600) + "the end of the key"
    let store = try test.open()
    try store["texts"].put("value", forKey: key)
    store.close()
    try test.replaceEverywhere("the end of the key", "the end of the kex")
    let damaged = try test.open()
    defer { damaged.close() }
    expect(.damaged) { _ = try damaged["texts"].get(key, as: String.self) }
    expect(.damaged) { try damaged["texts"].update("other", forKey: key) }
    #expect(try damaged["texts"].put("value", forKey: key) == .updated)
    #expect(try damaged["texts"].get(key, as: String.self) == "value")
    #expect(try damaged.verify().isSound)
  }

  /// The scrubber had noticed the older row, and reads returned it.
  @Test func `a collection with an outdated row throws after the scrubber has found it`() throws {
    let store = try test.open()
    defer { store.close() }
    let key = Key(3)
    func stored() throws -> [UInt8] {
      try store.read { transaction in
        let info = try #require(transaction["notes"].access.info)
        let bytes = [UInt8](copying: try transaction.handle.get(key.bytes.span, in: info.table))
        return try #require(bytes)
      }
    }
    for number in 0..<10 { try store["notes"].put("first \(number)", forKey: number) }
    let older = try stored()
    try store["notes"].put("second", forKey: 3)
    try changeRows(of: "notes", in: store) { handle, table in
      _ = try handle.put(older.span, forKey: key.bytes.span, in: table, mode: .overwrite)
    }
    #expect(try store["notes"].get(3, as: String.self) == "first 3")
    store.scrub()
    #expect(store.health.damage.map(\.kind) == [.rows])
    for number in [3, 4, 99] {
      expect(.damaged) { _ = try store["notes"].get(number, as: String.self) }
    }
    expect(.damaged) { _ = try store["notes"].get([3, 4], as: String.self) }
    expect(.damaged) { _ = try store["notes"].rows() }
    #expect(try store["notes"].count == 10)
    #expect(try store["people"].count == 100)
  }
}
