import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

/// A predicate on a number that had to decompress each row took five times as long.
@Suite("A compressed row keeps the numbers of its archive uncompressed")
struct FixedPartTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    var options = StoreOptions()
    options.compression = .small
    options.trainsDictionaries = false
    fixture = try TestStore(options)
    store = fixture.store
  }

  private static let text = String(repeating: "a text that repeats itself, ", count: 20)

  /// Puts a structure with some fields, and returns the header of its block.
  private func header(_ fields: [ArchivedObject.Field]) throws -> BlockHeader {
    let object = ArchivedObject("S\(fields.count)", fields: fields)
    try put(.object(object), forKey: 1)
    return try header(of: 1)
  }

  private func put(_ value: ArchiveValue, forKey key: Int) throws {
    let archive = try Archive(value).forStore()
    try store.write { try $0["a"].putArchive(archive, forKey: key) }
  }

  private func value(of key: Int) throws -> ArchiveValue? {
    try store.read { try $0["a"].archive(key)?.root }
  }

  private func block(of number: Int) throws -> [UInt8] {
    let record = try #require(try store.record(at: key(number).bytes, in: "a"))
    // Flag 4 marks a compressed value; a row without metadata is header, value, and checksum.
    #expect(record[0] & 4 != 0)
    return Array(record[8..<record.count - 8])
  }

  private func header(of number: Int) throws -> BlockHeader {
    let block = try block(of: number)
    return try BlockHeader(block.span)
  }

  private func numbers(_ count: Int) -> [ArchivedObject.Field] {
    (0..<count).map { .init("n\($0)", .int(Int64($0))) }
  }

  @Test func `the plain bytes end before the ends of texts`() throws {
    let found = try header(numbers(2) + [.init("text", .string(Self.text)), .init("more", "x")])
    // Head, count and number of the schema, type, number of the object's schema, flags.
    #expect(found.kind == .plainThenZstd && found.plainCount == 6 + 2 * 8)
  }

  @Test func `a structure of many numbers is compressed as a whole`() throws {
    #expect(try header(numbers(15) + [.init("text", .string(Self.text))]).plainCount == 126)
    #expect(try header(numbers(16) + [.init("text", .string(Self.text))]).kind == .zstd)
    let short = ArchiveValue.string(String(repeating: "a", count: 60))
    #expect(try header(numbers(12) + [.init("text", short)]).kind == .zstd)
  }

  @Test func `other values are compressed as a whole`() throws {
    try put(.string(Self.text), forKey: 1)
    #expect(try header(of: 1).kind == .zstd)
    try store["a"].put(Self.text, forKey: 2)
    #expect(try header(of: 2).kind == .zstd)
    try put(["text": .string(Self.text)], forKey: 3)
    #expect(try header(of: 3).kind == .zstd)
  }

  @Test func `prepared, appended, and recompressed rows keep them too`() throws {
    let fields = numbers(2) + [.init("text", .string(Self.text))]
    let archive = try Archive(.object(ArchivedObject("S", fields: fields))).forStore()
    try put(.object(ArchivedObject("S", fields: fields)), forKey: 0)
    let before = try value(of: 0)
    let prepared = store["a"].prepare(archive)
    try store.write { transaction in
      try transaction["a"].put(prepared, forKey: 1)
      try transaction["a"].appendArchive(archive, forKey: 2)
      try transaction.setCompression(.off, forCollection: "a")
      try transaction["a"].putArchive(archive, forKey: 3)
      try transaction.setCompression(.small, forCollection: "a")
    }
    #expect(try store.recompress("a").rewritten == 1)
    for number in 0...3 {
      #expect(try header(of: number).plainCount == 22, "\(number)")
      #expect(try value(of: number) == before)
    }
  }

  /// Rows that a trial found worth compressing, and the rewrite did not, were rewritten at each
  /// call.
  @Test(.tags(.random), arguments: [Compression.small, .automatic])
  func `recompression of any structure ends`(_ policy: Compression) throws {
    var random = SeededGenerator()
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    try store.write { try $0.setCompression(.off, forCollection: "a") }
    for key in 0..<400 {
      let isNil = number(2) == 0
      let fields = (0..<number(16)).map { index in
        ArchivedObject.Field(
          "n\(index)", type: .optional(.int64),
          isNil ? .null : .int(Int64.random(in: .min ... .max, using: &random)))
      }
      let noise = (0..<number(300)).map { _ in
        Character(Unicode.Scalar(UInt8.random(in: 33..<127, using: &random)))
      }
      let text = String(noise) + Self.text.prefix(number(80))
      let object = ArchivedObject(
        "S\(fields.count)", fields: fields + [.init("text", .string(text))])
      try put(.object(object), forKey: key)
    }
    let before = try store["a"].rows()
    try store.write { try $0.setCompression(policy, forCollection: "a") }
    let first = try store.recompress("a").rewritten
    #expect(first > 0, "LODE_SEED=\(random.seed)")
    #expect(try store.recompress("a").rewritten == 0, "LODE_SEED=\(random.seed)")
    #expect(try store["a"].rows() == before, "LODE_SEED=\(random.seed)")
    #expect(try store.verify().isSound)
  }
}
