import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("A block that is not what a writer makes is a typed error")
struct HostileBlockTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    try store["a"].put("good", forKey: 1)
  }

  /// Plants a row with a sound checksum over any block.
  private func plant(_ block: [UInt8], at number: Int) throws {
    let bytes = key(number).bytes
    let encoder = RecordEncoder(
      RecordHead(table: 1, type: .bytes, revision: 1), key: bytes.span, value: block.span,
      block: block.span, .exactly(.none))
    try store.plant(
      [UInt8](capacity: encoder.count) { _ = encoder.write(into: &$0) }, at: bytes, in: "a")
  }

  private func expectDamage(_ part: String, at number: Int) throws {
    for read in [
      { _ = try store.read { try $0["a"].bytes(number) } },
      { _ = try store.read { try $0["a"].row(number) } },
      { _ = try store["a"].rows() },
    ] as [() throws -> Void] {
      let error = expect(.damaged) { try read() }
      #expect(error?.collection == "a")
      #expect(error?.context.contains("key \(number)") == true, "\(error?.context ?? "")")
      #expect(error?.context.contains(part) == true, "\(error?.context ?? "")")
    }
    let report = try store.verify()
    #expect(report.problemCount == 1)
    #expect(report.problems.first?.contains(part) == true)
    // What is put now is what counts.
    #expect(try store["a"].put([1, 2], forKey: number) == .updated)
    #expect(try store["a"].get(number) == [1, 2] as [UInt8])
    #expect(try store.verify().isSound)
  }

  @Test func `a bomb is refused before there is room for it`() throws {
    // 4 GiB from three bytes of body, 1 GiB from 52 KB that are no zstd blocks, and 2 GiB from
    // 64 KiB of blocks that repeat one byte.
    try plant([1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x19, 0, 0], at: 2)
    try expectDamage("cannot hold", at: 2)
    try plant([1, 0x80, 0x80, 0x80, 0x80, 0x04] + [UInt8](repeating: 1, count: 52_000), at: 3)
    try expectDamage("cannot hold", at: 3)
    let blocks = [[UInt8]](repeating: [2, 0, 0x10, 0], count: 16_383) + [[3, 0, 0x10, 0]]
    try plant([1, 0x80, 0x80, 0x80, 0x80, 0x08] + blocks.joined(), at: 4)
    try expectDamage("the limit is", at: 4)
  }

  @Test func `damaged bodies, headers and kinds`() throws {
    try plant([1, 0xAC, 0x02, 0x63, 0x09, 0x00, 0x61, 0x61], at: 2)
    try expectDamage("cannot hold", at: 2)
    try plant([1, 0xAB, 0x02, 0x63, 0x09, 0x00, 0x61], at: 3)
    try expectDamage("zstd says", at: 3)
    try plant([7, 1, 2], at: 4)
    try expectDamage("kind 7", at: 4)
    try plant([0, 1, 2], at: 5)
    try expectDamage("a compressed block is expected", at: 5)
    try plant([], at: 6)
    try expectDamage("empty", at: 6)
  }

  @Test func `a dictionary that is not there`() throws {
    try plant([2, 3, 0xAC, 0x02, 0x19, 0, 0, 0x61, 0x62, 0x63], at: 2)
    try expectDamage("dictionary 300", at: 2)
  }

  @Test func `a row whose checksum is wrong is never decompressed`() throws {
    try store["a"].put(String(repeating: "abc", count: 100), forKey: 2)
    var record = try #require(try store.record(at: key(2).bytes, in: "a"))
    for index in record.indices {
      record[index] ^= 0x10
      let handle = try store.core.environment.beginWrite()
      let info = try #require(try store.read { $0["a"].access.info })
      let bytes = key(2).bytes
      _ = try handle.put(record.span, forKey: bytes.span, in: info.table, mode: .overwrite)
      try store.core.environment.commitWrite(handle)
      expect(.damaged) { _ = try store.read { try $0["a"].bytes(2) } }
      expect(.damaged) { _ = try store["a"].rows() }
      record[index] ^= 0x10
    }
  }

  @Test func `a damaged dictionary makes its rows damaged, and leaves the others alone`() throws {
    try store.fillAndTrain("b")
    let number = try #require(try store.settings(of: "b")?.dictionary)
    let old = try #require(try store["b"].get(5, as: String.self))
    try store["b"].put(sampleRecord(9999), forKey: 9999)
    let core = store.core
    let info = try #require(try store.read { $0["b"].access.info })
    let handle = try core.environment.beginWrite()
    let name = CatalogRecord.dictionaryKey(number, of: info.id)
    let bad = [UInt8](repeating: 7, count: 100)
    _ = try handle.put(bad.span, forKey: name.span, in: core.catalogTable, mode: .overwrite)
    try core.environment.commitWrite(handle)
    store.close()
    let again = try Store(fixture.path)
    expect(.damaged) { _ = try again["b"].get(9999, as: String.self) }
    #expect(try again["b"].get(5) == old)
    #expect(try again["a"].get(1) == "good")
    #expect(try !again.verify().isSound)
  }
}
