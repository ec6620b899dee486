import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("Damage is a typed error, never wrong data")
struct DamageTests {
  let directory: TemporaryDirectory
  let path: String
  let long = RawKey(Array(repeating: 0x6B, count: 600) + Array("TAIL".utf8))

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let store = try Store(path)
    try store.write { transaction in
      try transaction["a"].put("VALUE-ONE-IS-HERE", forKey: 1, metadata: Array("META-ONE".utf8))
      try transaction["a"].put("VALUE-TWO-IS-HERE", forKey: 2, metadata: Array("META-TWO".utf8))
      try transaction["b"].put("VALUE-THREE-IS-IT", forKey: 1)
      try transaction["long"].put("LONG-VALUE", forKey: long)
    }
    store.close()
  }

  /// Replaces every occurrence of some bytes in the data file.
  private func replace(_ old: String, _ new: String) throws {
    var data = try contents(of: path + "/data.mdb")
    var found = 0
    while let range = data.range(of: Data(old.utf8)) {
      data.replaceSubrange(range, with: Data(new.utf8))
      found += 1
    }
    #expect(found > 0)
    try write(data, to: path + "/data.mdb")
  }

  @Test func `a changed value`() throws {
    try replace("VALUE-ONE-IS-HERE", "VALUE-0NE-IS-HERE")
    let store = try Store(path)
    let error = expect(.damaged) { _ = try store["a"].get(1, as: String.self) }
    #expect(error?.collection == "a")
    expect(.damaged) { _ = try store["a"].rows() }
    expect(.damaged) { _ = try store.read { try $0["a"].row(1) } }
    expect(.damaged) { _ = try store["a"].update("x", forKey: 1) }
    #expect(try store["a"].get(2) == "VALUE-TWO-IS-HERE")
    let report = try store.verify()
    #expect(report.problemCount == 1)
    #expect(report.problems.first?.contains("\"a\"") == true)
    #expect(report.rows == 3)
    // What is put now is what counts.
    try store["a"].put("new", forKey: 1)
    #expect(try store["a"].get(1) == "new")
    #expect(try store.verify().isSound)
  }

  /// After a repair, one damaged row still made every scan fail.
  @Test func `repair moves a damaged row to a quarantine, with the bytes that are left`() throws {
    try replace("VALUE-ONE-IS-HERE", "VALUE-0NE-IS-HERE")
    let store = try Store(path)
    #expect(try !store.repair().isSound)
    expect(.damaged) { _ = try store["a"].rows() }
    let report = try store.repair(quarantining: true)
    #expect(report.isSound, "\(report.remaining.problems)")
    #expect(report.quarantined.map(\.row.collection) == ["a"])
    #expect(try store["a"].rows().count == 1)
    let kept = try #require(try store.read { try $0["quarantine.a"].bytes(1) })
    #expect(String(decoding: kept, as: UTF8.self).contains("VALUE-0NE-IS-HERE"))
  }

  @Test func `every way to read a row verifies its checksum`() throws {
    try replace("VALUE-ONE-IS-HERE", "VALUE-0NE-IS-HERE")
    let store = try Store(path)
    try store.read { transaction in
      let rows = transaction["a"]
      expect(.damaged) { _ = try rows.get(1, as: String.self) }
      expect(.damaged) { _ = try rows.get([2, 1], as: String.self) }
      expect(.damaged) { _ = try rows.bytes(1) }
      expect(.damaged) { _ = try rows.withBytes(1) { $0.count } }
      expect(.damaged) { _ = try rows.row(1) }
      expect(.damaged) { _ = try rows.metadata(1) }
      expect(.damaged) { _ = try rows.revision(1) }
      expect(.damaged) { _ = try rows.contains(1) }
      expect(.damaged) { _ = try rows.first() }
      expect(.damaged) { try rows.scan { _ in .next } }
      expect(.damaged) { try rows.forEach(reversed: true) { _ in } }
      expect(.damaged) { _ = try rows.keys() }
    }
    #expect(try store["a"].get(2) == "VALUE-TWO-IS-HERE")
    expect(.damaged) { try store["a"].increment(1) }
    expect(.damaged) { try store.write { _ = try $0["a"].setMetadata(nil, forKey: 1) } }
    expect(.damaged) { try store.write { _ = try $0["a"].put("x", forKey: 1, ifRevision: 1) } }
    expect(.damaged) { try store.write { try $0["a"].enumerate { _ in .next } } }
    #expect(try store.revision == 1)
  }

  @Test func `changed metadata`() throws {
    try replace("META-ONE", "META-0NE")
    let store = try Store(path)
    expect(.damaged) { _ = try store.read { try $0["a"].metadata(1) } }
    #expect(try store.verify().problemCount == 1)
  }

  @Test func `two values that changed places in one collection`() throws {
    try swapValues("VALUE-ONE-IS-HERE", "VALUE-TWO-IS-HERE")
    let store = try Store(path)
    expect(.damaged) { _ = try store["a"].get(1, as: String.self) }
    expect(.damaged) { _ = try store["a"].get(2, as: String.self) }
    #expect(try store.verify().problemCount == 2)
  }

  @Test func `two values of one key that changed collections`() throws {
    try swapValues("VALUE-TWO-IS-HERE", "VALUE-THREE-IS-IT")
    let store = try Store(path)
    expect(.damaged) { _ = try store["b"].get(1, as: String.self) }
    #expect(try store.verify().problemCount == 2)
  }

  /// Swaps two values with their checksums, of 8 bytes behind each.
  private func swapValues(_ first: String, _ second: String) throws {
    var data = try contents(of: path + "/data.mdb")
    let one = try #require(data.range(of: Data(first.utf8)))
    let two = try #require(data.range(of: Data(second.utf8)))
    let (left, right) = (one.lowerBound..<one.upperBound + 8, two.lowerBound..<two.upperBound + 8)
    let bytes = (Data(data[left]), Data(data[right]))
    data.replaceSubrange(left, with: bytes.1)
    data.replaceSubrange(right, with: bytes.0)
    try write(data, to: path + "/data.mdb")
  }

  @Test(arguments: [0, 600]) func `a changed whole key of a long row`(offset: Int) throws {
    var data = try contents(of: path + "/data.mdb")
    // The whole key lies behind the value; the table's own key has only its head.
    let tail = try #require(data.range(of: Data("kkkkTAIL".utf8)))
    data[tail.upperBound - long.bytes.count + offset] ^= 0x01
    try write(data, to: path + "/data.mdb")
    let store = try Store(path)
    expect(.damaged) { _ = try store["long"].get(long, as: String.self) }
    expect(.damaged) { _ = try store["long"].delete(long) }
    expect(.damaged) { _ = try store["long"].rows() }
    expect(.damaged) { _ = try store["long"].rows(KeyRange(...long)) }
    #expect(try store.verify().problemCount == 1)
  }

  @Test func `a changed catalog`() throws {
    var data = try contents(of: path + "/data.mdb")
    // The row of a collection: kind 2 and its name, then the table's number.
    while let range = data.range(of: Data([2] + "long".utf8 + [3, 0, 0, 0])) {
      data[range.upperBound - 4] ^= 0x04
    }
    try write(data, to: path + "/data.mdb")
    expect(.damaged) { _ = try Store(path) }
  }
}
