import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Rows are put, read and deleted by key")
struct RowTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `any bytes are a key`() throws {
    let keys: [[UInt8]] = [[0], [0, 0], [0xFF], Array(0...255), Array("text".utf8)]
    for key in keys { try store["raw"].put(key, forKey: RawKey(key)) }
    for key in keys { #expect(try store["raw"].get(RawKey(key)) == key) }
    #expect(
      try store["raw"].keys().map(\.bytes) == keys.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `any tuple is a key, and keys are in the order of their values`() throws {
    let rows = store["tuples"]
    try rows.put("a", forKey: Key("Oslo", 7))
    try rows.put("b", forKey: Key("Oslo", -7))
    try rows.put("c", forKey: Key("Bergen", Descending(1), UUID()))
    try rows.put("d", forKey: Key(Optional<Int>.none, 1.5, true, Date(timeIntervalSince1970: 0)))
    let values: [String] = try rows.rows().map { try $0.value() }
    #expect(values == ["d", "c", "b", "a"])
    let last = try #require(try rows.keys().last).bytes
    let (city, number) = try Key(encoded: last.span).decode(String.self, Int.self)
    #expect(city == "Oslo" && number == 7)
  }

  @Test func `a collection has keys of one format`() throws {
    try store["a"].put(1, forKey: 1)
    expect(.keyFormatMismatch) { try store["a"].put(1, forKey: RawKey([1])) }
    expect(.keyFormatMismatch) { _ = try store["a"].get(RawKey([1]), as: Int.self) }
    expect(.keyFormatMismatch) { _ = try store["a"].delete(RawKey([1])) }
    #expect(try store["a"].count == 1)
  }

  @Test func `an empty key and one of 65,536 bytes are refused, and absent`() throws {
    expect(.keyEmpty) { try store["a"].put(1, forKey: RawKey([UInt8]())) }
    let long = RawKey([UInt8](repeating: 1, count: 65_536))
    expect(.keyTooLong) { try store["a"].put(1, forKey: long) }
    #expect(try store["a"].get(long, as: Int.self) == nil)
    #expect(try store.revision == 0)
  }

  @Test func `values of every basic type come back as they were`() throws {
    let rows = store["values"]
    let date = Date(timeIntervalSinceReferenceDate: 1234.5)
    let id = UUID()
    try rows.put(Int.min, forKey: "int")
    try rows.put(UInt64.max, forKey: "uint")
    try rows.put(-0.5, forKey: "double")
    try rows.put(Float(1.5), forKey: "float")
    try rows.put(true, forKey: "bool")
    try rows.put("t\u{E9}xt", forKey: "string")
    try rows.put([UInt8](), forKey: "bytes")
    try rows.put(Data([1, 2]), forKey: "data")
    try rows.put(date, forKey: "date")
    try rows.put(id, forKey: "uuid")
    try rows.put(JSONText("{}"), forKey: "json")
    #expect(try rows.get("int") == Int.min)
    #expect(try rows.get("uint") == UInt64.max)
    #expect(try rows.get("double") == -0.5)
    #expect(try rows.get("float") == Float(1.5))
    #expect(try rows.get("bool") == true)
    #expect(try rows.get("string") == "t\u{E9}xt")
    #expect(try rows.get("bytes") == [UInt8]())
    #expect(try rows.get("data") == Data([1, 2]))
    #expect(try rows.get("date") == date)
    #expect(try rows.get("uuid") == id)
    #expect(try rows.get("json") == JSONText("{}"))
    expect(.typeMismatch) { _ = try rows.get("string", as: Int.self) }
    #expect(try store.read { try $0["values"].bytes("string") } == Array("t\u{E9}xt".utf8))
  }

  @Test func `values of a megabyte are kept`() throws {
    let value = [UInt8]((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try store["big"].put(value, forKey: 1, metadata: value)
    #expect(try store["big"].get(1) == value)
    #expect(try store.read { try $0["big"].row(1) }?.metadata == value)
    #expect(try store.verify().isSound)
  }

  @Test func `a put overwrites and says what it did`() throws {
    #expect(try store["a"].put("v", forKey: 1) == .inserted)
    #expect(try store["a"].put("v", forKey: 1) == .unchanged)
    #expect(try store["a"].put("w", forKey: 1) == .updated)
    #expect(try store["a"].put(Array("w".utf8), forKey: 1) == .updated)
    #expect(try store["a"].put(Array("w".utf8), forKey: 1, metadata: []) == .updated)
    #expect(try store.read { try $0["a"].row(1) }?.metadata == [])
  }

  @Test func `an insert throws on a duplicate and changes nothing`() throws {
    try store["a"].insert("v", forKey: 1)
    let error = expect(.duplicateKey) { try store["a"].insert("w", forKey: 1) }
    #expect(error?.collection == "a")
    #expect(error?.context.contains("1") == true)
    #expect(try store["a"].get(1) == "v")
    #expect(try store.revision == 1)
  }

  @Test func `a replace writes only where there is a row`() throws {
    #expect(try !store["a"].update("v", forKey: 1))
    try store["a"].put("v", forKey: 1)
    #expect(try store["a"].update("w", forKey: 1))
    #expect(try store["a"].get(1) == "w")
    #expect(try !store["a"].update("x", forKey: 2))
  }

  @Test func `a conditional put needs the expected revision`() throws {
    func put(_ value: String, if expected: UInt64) throws -> PutOutcome {
      try store.write { try $0["a"].put(value, forKey: 1, ifRevision: expected) }
    }
    expect(.revisionConflict) { _ = try put("v", if: 1) }
    #expect(try put("v", if: 0) == .inserted)
    expect(.revisionConflict) { _ = try put("w", if: 0) }
    let revision = try #require(try store.read { try $0["a"].row(1) }?.revision)
    #expect(try put("w", if: revision) == .updated)
    expect(.revisionConflict) { _ = try put("x", if: revision) }
    #expect(try store["a"].get(1) == "w")
  }

  @Test func `contains and delete tell whether there was a row`() throws {
    try store["a"].put("v", forKey: 1)
    #expect(try store["a"].contains(1))
    #expect(try !store["a"].contains(2))
    #expect(try store["a"].delete(1))
    #expect(try !store["a"].delete(1))
    #expect(try !store["a"].contains(1))
  }

  @Test func `several gets and deletes answer by position`() throws {
    for i in 0..<5 { try store["a"].put(i * i, forKey: i) }
    let found: [Int?] = try store["a"].get([4, 9, 0, 4])
    #expect(found == [16, nil, 0, 16])
    #expect(try store.write { try $0["a"].delete([4, 9, 0, 4]) } == 2)
    #expect(try store["a"].count == 3)
  }

  @Test(.tags(.random)) func `many gets answer by position, for keys of any length`() throws {
    var random = SeededGenerator()
    print("RowTests.manyGets: LODE_SEED=\(random.seed)")
    func randomKey() -> RawKey {
      let count = Int.random(in: 0..<20, using: &random) == 0 ? 700 : 3
      let last = (0..<2).map { _ in UInt8.random(in: 0..<24, using: &random) }
      return RawKey([UInt8](repeating: 7, count: count) + last)
    }
    for collection in ["few rows", "many rows"] {
      try store.write { transaction in
        for _ in 0..<(collection == "few rows" ? 3 : 2_000) {
          let key = randomKey()
          try transaction[collection].put(key.bytes, forKey: key)
        }
      }
      for count in [0, 1, 2, 15, 16, 17, 100] {
        let keys = (0..<count).map { _ in randomKey() }
        let found = try store[collection].get(keys, as: [UInt8].self)
        #expect(try found == keys.map { try store[collection].get($0, as: [UInt8].self) })
        let inWrite = try store.write { try $0[collection].get(keys, as: [UInt8].self) }
        #expect(inWrite == found)
        var lent: [[UInt8]?] = []
        try store.read { transaction in
          try transaction[collection].forEach(keys: keys) { content in
            guard let content else { return lent.append(nil) }
            lent.append(content.bytes.copied())
          }
        }
        #expect(lent == found)
      }
    }
    struct OwnError: Error {}
    #expect(throws: OwnError.self) {
      try store.read { try $0["many rows"].forEach(keys: [randomKey()]) { _ in throw OwnError() } }
    }
    expect(.keyFormatMismatch) { _ = try store["many rows"].get([1, 2], as: [UInt8].self) }
    #expect(try store["none"].get([1, 2], as: String.self) == [nil, nil])
  }

  @Test func `range and prefix deletes take what is in the range`() throws {
    try store.write { transaction in
      for i in 0..<10 { try transaction["n"].put(i, forKey: i) }
      for name in ["ab1", "ab2", "b"] { try transaction["s"].put(1, forKey: name) }
    }
    #expect(try store.write { try $0["n"].delete(KeyRange(3..<7)) } == 4)
    #expect(try store.write { try $0["s"].delete(KeyRange.prefix("ab")) } == 2)
    #expect(try store["n"].keys() == [0, 1, 2, 7, 8, 9].map { key($0) })
    #expect(try store["s"].keys() == [key("b")])
    #expect(try store.write { try $0["n"].delete(KeyRange(50..<70)) } == 0)
  }

  @Test func `sorted rows are appended, others refused`() throws {
    try store.write { transaction in
      for i in 0..<1000 { try transaction["a"].append("v\(i)", forKey: i) }
      expect(.keysOutOfOrder) { try transaction["a"].append("x", forKey: 500) }
      expect(.keysOutOfOrder) { try transaction["a"].append("x", forKey: 999) }
      try transaction["a"].append("v1000", forKey: 1000)
    }
    #expect(try store["a"].count == 1001)
    #expect(try store["a"].get(500) == "v500")
    #expect(try store["a"].get(999) == "v999")
    #expect(try store.verify().isSound)
  }

  // An increment removed the metadata that a program kept beside the counter.
  @Test func `a counter keeps its metadata`() throws {
    try store["a"].put(Int64(1), forKey: "visits", metadata: [7])
    #expect(try store["a"].increment("visits", by: 2) == 3)
    #expect(try store.read { try $0["a"].metadata("visits") } == [7])
  }

  @Test func `a counter counts, and refuses to overflow`() throws {
    #expect(try store["a"].increment("n") == 1)
    #expect(try store["a"].increment("n", by: -5) == -4)
    #expect(try store["a"].increment("big", by: .max) == .max)
    expect(.counterOverflow) { try store["a"].increment("big") }
    try store["a"].put("text", forKey: "t")
    expect(.typeMismatch) { try store["a"].increment("t") }
    #expect(try store["a"].get("big") == Int64.max)
  }

  @Test func `metadata are written and read beside the value, each without the other`() throws {
    try store["a"].put("v", forKey: 1)
    #expect(try store.write { try $0["a"].setMetadata([1, 2], forKey: 1) })
    #expect(try store.read { try $0["a"].metadata(1) } == [1, 2])
    #expect(try store["a"].get(1) == "v")
    #expect(try store.write { try $0["a"].setMetadata(nil, forKey: 1) })
    #expect(try store.read { try $0["a"].metadata(1) } == nil)
    #expect(try store.read { try $0["a"].row(1) }?.type == .string)
    #expect(try store.write { try $0["a"].setMetadata([3], forKey: 1) })
    #expect(try store["a"].update(7, forKey: 1))
    #expect(try store["a"].get(1) == 7)
    #expect(try store.read { try $0["a"].metadata(1) } == [3])
    #expect(try !store.write { try $0["a"].setMetadata([3], forKey: 2) })
    #expect(try store.read { try $0["a"].metadata(2) } == nil)
  }

  @Test func `the bytes of a value that is not compressed are lent without a copy`() throws {
    try store.write { try $0.setCompression(.off, forCollection: "a") }
    try store["a"].put("value", forKey: 1)
    let count = try store.read { try $0["a"].withBytes(1) { $0.count } }
    #expect(count == 5)
    #expect(try store.read { try $0["a"].withBytes(2) { $0.count } } == nil)
    // A long value has pages of its own: behind LMDB's header of 16 bytes and the row's of 8 it is
    // where LMDB has it, and a copy would be anywhere.
    try store["a"].put([UInt8](repeating: 1, count: 10_000), forKey: 3)
    let pageSize = UInt(try store.statistics().pageSize)
    let address: @Sendable (Span<UInt8>) -> UInt = { bytes in
      unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
    try store.read { transaction in
      let lent = try #require(try transaction["a"].withBytes(3) { address($0) })
      #expect(lent % pageSize == 24)
      var scanned: UInt = 0
      try transaction["a"].forEach(KeyRange(3...)) { scanned = address($0.bytes) }
      #expect(scanned == lent)
    }
  }
}
