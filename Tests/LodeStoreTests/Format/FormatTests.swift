import LodeCoding
import LodeLMDB
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("The bytes of a store are those of its format's pages")
struct FormatTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  private struct Example: StoredValue {
    static var valueType: ValueType { .string }
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(valueBytes: Span<UInt8>) throws(ValueError) { bytes = valueBytes.copied() }

    func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
      try body(bytes.span)
    }
  }

  @Test func `rows are written as the page's examples say, and read back`() throws {
    let rows = try goldenRows(page: "Row.md", columns: 6)
    #expect(rows.count == 6)
    for (index, cells) in rows.enumerated() {
      let key = RawKey(try #require(golden(cells[0])))
      let value = try #require(golden(cells[3]))
      #expect(Int(cells[2]) == index + 1)
      if cells[1] == "0" {
        try store["rows"].put(value, forKey: key, metadata: golden(cells[4]))
      } else {
        try store["rows"].put(Example(value), forKey: key, metadata: golden(cells[4]))
      }
      #expect(try record(key, in: "rows") == golden(cells[5]))
      let row = try #require(try store.read { try $0["rows"].row(key) })
      #expect(row.bytes == value && row.metadata == golden(cells[4]))
      #expect(row.revision == UInt64(index + 1) && "\(row.type.rawValue)" == cells[1])
    }
  }

  @Test func `compressed rows are read as the page's examples say`() throws {
    let rows = try goldenRows(page: "Row.md", columns: 7)
    #expect(rows.count == 2)
    try store["rows"].put("", forKey: RawKey([0x19]))
    for cells in rows {
      let key = RawKey(try #require(golden(cells[0])))
      let record = try #require(golden(cells[6]))
      let (type, revision) = (try #require(UInt8(cells[1])), try #require(UInt64(cells[2])))
      let (value, block) = (try #require(golden(cells[3])), try #require(golden(cells[4])))
      let encoder = RecordEncoder(
        RecordHead(table: 1, type: ValueType(rawValue: type), revision: revision),
        key: key.bytes.span, value: value.span, block: block.span,
        .exactly(RowExtras(metadata: golden(cells[5]))))
      #expect([UInt8](capacity: encoder.count) { _ = encoder.write(into: &$0) } == record)
      try store.plant(record, at: key.bytes, in: "rows")
      let row = try #require(try store.read { try $0["rows"].row(key) })
      #expect(row.bytes == value && row.metadata == golden(cells[5]))
      #expect(row.revision == revision && row.type.rawValue == type)
    }
  }

  @Test func `structured metadata are written and read as the page's examples say`() throws {
    let rows = try goldenRows(page: "Row.md", columns: 8)
    #expect(rows.count == 3)
    try store["rows"].put("", forKey: RawKey([0x19]))
    for cells in rows {
      let key = RawKey(try #require(golden(cells[0])))
      let (type, revision) = (try #require(UInt8(cells[1])), try #require(UInt64(cells[2])))
      let value = try #require(golden(cells[3]))
      var extras = RowExtras(metadata: golden(cells[6]))
      if let created = Int64(cells[4]), let updated = Int64(cells[5]) {
        extras.stamp = RowStamp(created: created, updated: updated)
      }
      let encoder = RecordEncoder(
        RecordHead(table: 1, type: ValueType(rawValue: type), revision: revision),
        key: key.bytes.span, value: value.span, block: nil, .exactly(extras))
      let record = [UInt8](capacity: encoder.count) { _ = encoder.write(into: &$0) }
      #expect(record == golden(cells[7]), "\(record.map { String($0, radix: 16) })")
      try store.plant(record, at: key.bytes, in: "rows")
      let row = try #require(try store.read { try $0["rows"].row(key) })
      #expect(row.bytes == value && row.extras == extras && row.metadata == extras.metadata)
    }
  }

  @Test func `structured metadata that do not fit are damage`() throws {
    for part in [
      [], [0], [1], [3] + [UInt8](repeating: 0, count: 15), [4],
      [1] + [UInt8](repeating: 0, count: 17),
    ] {
      let bytes: [UInt8] = part
      let isValid = ExtrasLayout.isValid(bytes.span)
      #expect(!isValid)
    }
  }

  /// The sum that the page's example rows have together.
  private func sumOfGoldenRows() throws -> UInt64 {
    var sum: UInt64 = 0
    for cells in try goldenRows(page: "Row.md", columns: 6) {
      let bytes = try #require(golden(cells[5]))
      if let record = RowRecord(bytes.span) { sum &+= record.sum }
    }
    return sum
  }

  /// The record as it lies in LMDB.
  private func record(_ key: RawKey, in name: String) throws -> [UInt8]? {
    try store.read { transaction in
      guard let info = transaction[name].access.info else { return nil }
      let stored =
        TableKey.isShortened(key.bytes.span) ? TableKey.shorten(key.bytes.span) : key.bytes
      guard let bytes = try transaction.handle.get(stored.span, in: info.table) else { return nil }
      return Array(copying: bytes)
    }
  }

  @Test func `catalog rows are as the page's examples say`() throws {
    let rows = try goldenRows(page: "Catalog.md", columns: 3)
    #expect(rows.count == 19)
    let users = CollectionRecord(name: "users", id: 1, keyFormat: .tuple)
    let unnamed = CollectionRecord(name: "", id: 2, isDeclared: true)
    let small = CollectionRecord(name: "s", id: 5, sharesTable: true, keyFormat: .tuple)
    let settings = CompressionSettings(
      policy: Compression(level: 9, threshold: 100, encodesLiterals: true), dictionary: 2,
      dictionarySize: 16_384, triedAtRows: 5000)
    let fast = CompressionSettings(policy: Compression(level: 3, threshold: 64))
    let never = CompressionSettings(policy: .off)
    let head = StoreHead(revision: 7, generation: 3, transaction: 9, nonce: 5)
    let schema = ArchiveSchema("P", fields: [.init("x", Int.self)])
    let added = try AddedFields.Entry(
      enumCase: nil, AddedField(names: ["y", "z"], archive: Archiver.archive(7)))
    let expected: [([UInt8], [UInt8])] = [
      (CatalogRecord.formatKey, CatalogRecord.encode(number: CatalogRecord.firstFormat)),
      (CatalogRecord.headKey, CatalogRecord.encode(head)),
      (CatalogRecord.collectionKey("users"), CatalogRecord.encode(users)),
      (CatalogRecord.collectionKey(""), CatalogRecord.encode(unnamed)),
      (CatalogRecord.collectionKey("s"), CatalogRecord.encode(small)),
      (CatalogRecord.sharedTableKey, CatalogRecord.encode(number: 4)),
      ([CatalogRecord.shapesKind] + "P".utf8, CatalogRecord.encode(["": schema.digest])),
      (CatalogRecord.freeTableKey(258), []),
      (CatalogRecord.nextTableKey, CatalogRecord.encode(number: 3)),
      (CatalogRecord.schemaKey(1), schema.definition),
      ([CatalogRecord.addedFieldsKind] + "P".utf8, CatalogRecord.encode([added])),
      (CatalogRecord.nextDictionaryKey, CatalogRecord.encode(number: 3)),
      (CatalogRecord.compressionKey(1), CatalogRecord.encode(settings)),
      (CatalogRecord.compressionKey(2), CatalogRecord.encode(never)),
      (CatalogRecord.compressionKey(3), CatalogRecord.encode(fast)),
      (CatalogRecord.dictionaryKey(2, of: 1), Array("dict".utf8)),
      (CatalogRecord.sequenceKey(1), CatalogRecord.encode(sum: 5)),
      (CatalogRecord.sumKey(1), CatalogRecord.encode(sum: try sumOfGoldenRows())),
      (CatalogRecord.key(CatalogRecord.modelKind, 3), Array("P".utf8)),
    ]
    for (cells, (key, value)) in zip(rows, expected) {
      #expect(golden(cells[1]) == key)
      let sealed = try #require(golden(cells[2]))
      #expect(CatalogRecord.seal(value, key: key) == sealed)
      #expect(opened(sealed, key: key) == value)
      #expect(opened(sealed, key: key + [0]) == nil)
    }
    #expect(CatalogRecord.decodeHead(CatalogRecord.encode(head).span) == head)
    let bytes = CatalogRecord.encode([added])
    #expect(CatalogRecord.decodeAddedFields(bytes) == [added])
    for count in 1..<bytes.count {
      #expect(CatalogRecord.decodeAddedFields(Array(bytes.prefix(count))) == nil)
    }
    for settings in [settings, never, fast, CompressionSettings()] {
      let bytes = CatalogRecord.encode(settings)
      #expect(CatalogRecord.decodeCompression(bytes.span) == settings)
      #expect(CatalogRecord.decodeCompression((bytes + [0]).span) == nil)
    }
    #expect(CatalogRecord.decodeCompression(([4] + [UInt8](repeating: 0, count: 21)).span) == nil)
  }

  private func opened(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard let value = CatalogRecord.open(sealed.span, key: key.span) else { return nil }
    return Array(copying: value)
  }

  @Test func `a record cut short or grown anywhere is refused or damaged, never misread`() throws {
    let records =
      try goldenRows(page: "Row.md", columns: 6) + goldenRows(page: "Row.md", columns: 7)
      + goldenRows(page: "Row.md", columns: 8)
    for cells in records {
      let (key, bytes) = (try #require(golden(cells[0])), try #require(golden(cells.last ?? "")))
      let info = CollectionRuntime(
        CollectionRecord(name: "rows", id: 1, keyFormat: .raw), table: store.core.catalogTable,
        registries: store.core.registries)
      for count in 0..<bytes.count { #expect(!isSound(Array(bytes.prefix(count)), key, info)) }
      #expect(!isSound(bytes + [0], key, info))
      #expect(isSound(bytes, key, info))
      for index in bytes.indices {
        for bit in 0..<8 as Range<UInt8> {
          var changed = bytes
          changed[index] ^= 1 << bit
          #expect(!isSound(changed, key, info))
        }
      }
    }
  }

  /// Whether a row of a key is sound and its whole key the one asked for.
  private func isSound(_ record: [UInt8], _ key: [UInt8], _ info: CollectionRuntime) -> Bool {
    guard let parsed = RowRecord(record.span),
      parsed.hasSoundValue(key: key.span, table: info.id),
      parsed.hasSoundMetadata(key: key.span, table: info.id)
    else { return false }
    if let whole = parsed.longKeyBytes { return whole.byteOrder(key.span) == 0 }
    return !TableKey.isShortened(key.span)
  }

  @Test func `a store of a later format is refused and left alone`() throws {
    let core = store.core
    let handle = try core.environment.beginWrite()
    let key = CatalogRecord.formatKey
    let later = CatalogRecord.seal(
      CatalogRecord.encode(number: CatalogRecord.newestFormat + 1), key: key)
    _ = try handle.put(
      later.span, forKey: key.span, in: core.catalogTable, mode: .overwrite)
    try core.environment.commitWrite(handle)
    store.close()
    let before = try contents(of: fixture.path + "/data.mdb")
    expect(.unsupportedVersion) { _ = try Store(fixture.path) }
    #expect(try contents(of: fixture.path + "/data.mdb") == before)
  }

  @Test func `an LMDB file of others is no store, and one without rows becomes one`() throws {
    let (foreign, half) = (fixture.directory.file("foreign"), fixture.directory.file("half"))
    for (path, name, key) in [
      (foreign, "theirs", "k"), (foreign + "2", "lode", "k"), (half, "lode", ""),
    ] {
      let environment = try Environment(path: path)
      let table = try environment.table(name)
      if !key.isEmpty {
        let bytes = Array(key.utf8)
        try environment.write { transaction in
          try transaction.put(bytes.span, forKey: bytes.span, in: table)
        }
      }
      environment.close()
    }
    let before = try contents(of: foreign + "/data.mdb")
    expect(.notAStore) { _ = try Store(foreign) }
    expect(.notAStore) { _ = try Store(foreign + "2") }
    #expect(try contents(of: foreign + "/data.mdb") == before)
    do {
      let store = try Store(half)
      try store["a"].put(1, forKey: 1)
      store.close()
    }
    #expect(try Store(half)["a"].get(1) == 1)
  }
}
