#if Macros
  import Foundation
  import Lode
  import LodeCoding
  import LodeLMDB
  import LodeTestSupport
  import LodeTestTags
  import Testing

  @testable import LodeModels
  @testable import LodeStore

  @Model("reading") private struct Reading {
    @Key var id: Int
    var number: Int
    var weight: Double
    var isOn: Bool
    var day: Date?
    var level: Int32?
    var size: Float?
    var note: String
    var tags: [String]
    var title: String?
  }

  /// What somebody would have lost: rows that a query excluded, or found, because of the bytes of
  /// another field.
  @Suite("A query gives the same rows whether or not scans decompress them", .tags(.random))
  struct FixedPartQueryTests {
    static let seed = SeededGenerator().seed
    private let plain: TestStore
    private let compressed: TestStore
    private static let count = 300

    init() throws {
      plain = try TestStore([Reading.self]) { $0.compression = .off }
      compressed = try TestStore([Reading.self]) { $0.compression = .small }
      var random = SeededGenerator(seed: Self.seed)
      let readings = (0..<Self.count).map { Self.reading($0, &random) }
      try plain.store.insert(readings)
      try compressed.store.insert(readings)
    }

    private static func reading(_ id: Int, _ random: inout SeededGenerator) -> Reading {
      func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      return Reading(
        id: id, number: number(40) - 20, weight: Double(number(80)) / 4, isOn: number(2) == 0,
        day: number(3) == 0
          ? nil : Date(timeIntervalSinceReferenceDate: Double(number(9) * 86_400)),
        level: number(3) == 0 ? nil : Int32(number(10)), size: number(2) == 0 ? nil : 0.1,
        note: String(repeating: "note \(number(5)) ", count: 10 + number(30)),
        tags: (0..<number(4)).map { "tag \($0)" }, title: number(2) == 0 ? nil : "t\(number(4))")
    }

    private static let conditions = [
      "number < 3", "number = 7 OR number = -7", "NOT number > 0", "weight BETWEEN 3 AND 9.5",
      "isOn = TRUE", "level IS NULL", "level IS NOT NULL AND level < 4",
      "level IN (1, 2)", "day > '2001-01-04'", "size = 0.1", "size IS NULL OR number < 0",
      "number < 5 AND note BEGINSWITH 'note 1'", "note BEGINSWITH 'note 1' AND number < 5",
      "number < 5 OR note BEGINSWITH 'note 1'", "title IS NULL AND isOn = FALSE",
      "title = 't1'", "tags CONTAINS 'tag 2' AND weight < 8", "number + level > 9",
      "level < 5 AND NOT (number < 0)", "number = level", "$key < 40 AND number > 0",
      "title IS NULL",
      "isOn = FALSE AND level > 3 AND size IS NOT NULL AND note LIKE '*3*'",
    ]

    @Test(arguments: conditions)
    func `in the rows, their number, and their order`(text: String) throws {
      var query = try Query(Reading.self, parsing: text)
      let expected = try plain.store.fetch(query).map(\.id)
      #expect(try compressed.store.fetch(query).map(\.id) == expected, "LODE_SEED=\(Self.seed)")
      #expect(try compressed.store.count(query) == expected.count, "LODE_SEED=\(Self.seed)")
      query.selection.orders = [.descending("weight")]
      query.selection.limit = 20
      let sorted = try plain.store.fetch(query).map(\.id)
      #expect(try compressed.store.fetch(query).map(\.id) == sorted, "LODE_SEED=\(Self.seed)")
    }

    /// The row has a sound checksum and a body that zstd refuses, so decompressing the row throws.
    @Test func `and rows that a number excludes are not decompressed`() throws {
      let store = compressed.store
      let key = Key(7).bytes
      var block: [UInt8] = []
      try store.read { transaction in
        try transaction["reading"].access.scan(as: .stored) { row in
          if row.keyBytes.copied() == key { block = row.content.bytes.copied() }
          return .next
        }
      }
      try #require(try BlockHeader(block.span).plainCount > 0)
      block[block.count - 4] ^= 0xFF
      try plant(block, at: key)
      let number = try #require(try plain.store.get(Reading.self, 7)?.number)
      let others = try plain.store.fetch(Reading.where { $0.number != number }).map(\.id)
      #expect(try store.fetch(Reading.where { $0.number != number }).map(\.id) == others)
      #expect(throws: StoreError.self) { try store.fetch(Reading.where { $0.number == number }) }
    }

    /// Plants a row with a sound checksum over any block.
    private func plant(_ block: [UInt8], at key: [UInt8]) throws {
      let store = compressed.store
      let info = try #require(try store.read { $0["reading"].access.info })
      let encoder = RecordEncoder(
        RecordHead(table: info.id, type: .archive, revision: 1), key: key.span, value: block.span,
        block: block.span, .exactly(.none))
      let record = [UInt8](capacity: encoder.count) { _ = encoder.write(into: &$0) }
      let handle = try store.core.environment.beginWrite()
      _ = try handle.put(record.span, forKey: key.span, in: info.table, mode: .overwrite)
      try store.core.environment.commitWrite(handle)
    }

    @Test func `in the entries of indexes that were built from them`() throws {
      for fixture in [plain, compressed] {
        for index in [
          IndexDefinition("number"), IndexDefinition("level", "weight"), IndexDefinition("note"),
          IndexDefinition("isOn", name: "counts").counting("weight"),
          IndexDefinition("size", name: "some")
            .only(where: .comparison(.path("level"), .less, .value(.int(5)))),
        ] {
          try fixture.store.createIndex(index, on: "reading")
        }
        try fixture.store.buildIndexes(of: "reading")
        for id in stride(from: 0, to: Self.count, by: 7) {
          try fixture.store.update(Reading.self, id) { $0.number = id % 5 }
          try fixture.store.delete(Reading.self, id + 1)
        }
        #expect(try fixture.store.verify().isSound)
      }
      for text in Self.conditions {
        let query = try Query(Reading.self, parsing: text)
        let expected = try plain.store.fetch(query).map(\.id)
        #expect(
          try compressed.store.fetch(query).map(\.id) == expected,
          "\(text), LODE_SEED=\(Self.seed)")
      }
    }
  }
#endif
