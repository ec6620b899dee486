import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Compressed values are read as they were written")
struct CompressedRowTests {
  let fixture: TestStore
  let store: Store
  let text = String(repeating: "all work and no play ", count: 30)

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  /// Whether the row at a key is stored as a block.
  private func isCompressed(_ number: Int, in name: String = "a") throws -> Bool {
    let record = try #require(try store.record(at: key(number).bytes, in: name))
    return try #require(RowHeader(word: record.span.littleEndianUInt64(at: 0))).isCompressed
  }

  @Test func `every way of reading gives the value`() throws {
    try store["a"].put(text, forKey: 1, metadata: [9])
    try store["a"].put("short", forKey: 2)
    #expect(try isCompressed(1) && !isCompressed(2))
    let record = try #require(try store.record(at: key(1).bytes, in: "a"))
    #expect(record.count < 150)
    let snapshot = try store.snapshot()
    #expect(try snapshot.read { try $0["a"].get(1) } == text)
    try store.read { transaction in
      let a = transaction["a"]
      #expect(try a.get([1, 2], as: String.self) == [text, "short"])
      #expect(try a.withBytes(1) { $0.count } == text.utf8.count)
      #expect(try a.bytes(1) == Array(text.utf8))
      #expect(try a.row(1)?.value(as: String.self) == text)
      #expect(try a.metadata(1) == [9])
      #expect(try a.revision(1) == 1)
      #expect(try a.contains(1))
      #expect(try a.rows().map(\.bytes) == [Array(text.utf8), Array("short".utf8)])
      #expect(try a.last()?.bytes == Array("short".utf8))
      #expect(try a.keys(reversed: true) == [key(2), key(1)])
      var seen: [String] = []
      try a.forEach(reversed: true) { row in
        seen.append(try row.value())
        // A read inside a scan has room of its own.
        #expect(try a.get(1) == text)
        #expect(row.bytes.count == seen.last?.utf8.count)
      }
      #expect(seen == ["short", text])
    }
    try store.write { transaction in
      #expect(try transaction["a"].get(1) == text)
      try transaction["a"].enumerate { row in
        let value = try row.value(as: String.self)
        #expect(value == (row.key == key(1) ? text : "short"))
        return .next
      }
    }
    let report = try store.verify()
    #expect(report.isSound && report.bytes == text.utf8.count + 5)
  }

  @Test func `a value that is there is unchanged, however it is stored`() throws {
    for (before, after) in [
      (Compression.off, Compression.automatic), (.automatic, .off),
      (Compression(level: 1), Compression(level: 19)),
    ] {
      let name = "a\(before.level)\(after.level)\(before.isOff)"
      try store.write { try $0.setCompression(before, forCollection: name) }
      try store[name].put(text, forKey: 1, metadata: [1])
      let revision = try store.revision
      let record = try store.record(at: key(1).bytes, in: name)
      try store.write { try $0.setCompression(after, forCollection: name) }
      #expect(try store[name].put(text, forKey: 1, metadata: [1]) == .unchanged)
      #expect(try store.record(at: key(1).bytes, in: name) == record)
      #expect(try store.revision == revision + 1)
      #expect(try store[name].put(text + "!", forKey: 1, metadata: [1]) == .updated)
      #expect(try store[name].put(text, forKey: 1, metadata: [2]) == .updated)
      let same = String(text.dropLast()) + "?"
      #expect(try store[name].put(same, forKey: 1, metadata: [2]) == .updated)
      #expect(try store[name].get(1) == same)
    }
  }

  @Test func `replaces, expectations, metadata and appends keep the value whole`() throws {
    let long = String(repeating: "key", count: 300)
    try store.write { transaction in
      let a = transaction["a"]
      try a.append(text, forKey: 1)
      try a.put(text, forKey: long, metadata: [1])
      #expect(try a.setMetadata([5], forKey: 1))
      #expect(try a.get(1) == text)
      #expect(try a.metadata(1) == [5])
      #expect(try a.update(text + "2", forKey: 1))
      #expect(try a.get(1) == text + "2")
      #expect(try a.metadata(1) == [5])
      #expect(try a.get(long) == text)
      #expect(try a.metadata(long) == [1])
      try a.append(text, forKey: "z" + long)
    }
    let revision = try #require(try store.read { try $0["a"].row(1) }).revision
    _ = try store.write { try $0["a"].put(text, forKey: 1, ifRevision: revision) }
    expect(.revisionConflict) {
      _ = try store.write { try $0["a"].put(text + "3", forKey: 1, ifRevision: revision) }
    }
    expect(.duplicateKey) { try store["a"].insert(text, forKey: 1) }
    #expect(try store["a"].get("z" + long) == text)
    #expect(try store["a"].delete(long))
    #expect(try store.verify().isSound)
  }

  @Test func `short values and those that do not become shorter are stored as they are`() throws {
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try store["a"].put(noise, forKey: 1)
    try store["a"].put(String(repeating: "a", count: 63), forKey: 2)
    try store["a"].put(String(repeating: "a", count: 64), forKey: 3)
    #expect(try !isCompressed(1) && !isCompressed(2) && isCompressed(3))
    var options = StoreOptions()
    options.compression = .off
    let plain = try TestStore(options)
    try plain.store["a"].put(noise, forKey: 1)
    #expect(
      try plain.store.record(at: key(1).bytes, in: "a")
        == store.record(at: key(1).bytes, in: "a"))
  }

  @Test func `a collection keeps its policy, and others have that of the options`() throws {
    try store.write { try $0.setCompression(.off, forCollection: "off") }
    try store.write {
      try $0.setCompression(Compression(level: 5, threshold: 10_000), forCollection: "late")
    }
    try store.write { transaction in
      for name in ["off", "late", "other"] { try transaction[name].put(text, forKey: 1) }
    }
    store.close()
    var options = StoreOptions()
    options.compression = Compression(level: 2, threshold: 100)
    let again = try Store(fixture.path, options: options)
    try again.read { transaction in
      #expect(transaction["off"].compressionPolicy == .off)
      #expect(transaction["late"].compressionPolicy == Compression(level: 5, threshold: 10_000))
      #expect(transaction["other"].compressionPolicy == nil)
    }
    let policies = try again.statistics().collections.map(\.compression)
    #expect(policies == [Compression(level: 5, threshold: 10_000), .off, options.compression])
    let raw = RowRecord.headerSize + text.utf8.count + RowRecord.checksumSize
    for (name, isRaw) in [("off", true), ("late", true), ("other", false)] {
      #expect(try (again.record(at: key(1).bytes, in: name)?.count == raw) == isRaw)
    }
    try again.write { try $0.setCompression(nil, forCollection: "off") }
    try again.write { try $0.rename("late", to: "later") }
    #expect(try again.read { $0["off"].compressionPolicy } == nil)
    #expect(try again.read { $0["later"].compressionPolicy?.level } == 5)
    try again.drop("later")
    try again["new"].put(text, forKey: 1)
    #expect(try again.read { $0["new"].compressionPolicy } == nil)
  }

  @Test func `a policy that a failed write sets is not set`() throws {
    try store["a"].put(text, forKey: 1)
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.setCompression(.off, forCollection: "a")
        try transaction["a"].put(text, forKey: 2)
        throw Stop()
      }
    }
    try store["a"].put(text, forKey: 3)
    #expect(try store.read { $0["a"].compressionPolicy } == nil && isCompressed(3))
  }

  @Test func `a prepared value is stored as the collection says when it is written`() throws {
    try store["a"].put(0, forKey: 0)
    let prepared = store["a"].prepare(text)
    #expect(prepared.bytes == Array(text.utf8) && prepared.type == .string)
    _ = try store.write { try $0["a"].put(prepared, forKey: 1, metadata: [1]) }
    #expect(try isCompressed(1))
    #expect(try store.write { try $0["a"].put(text, forKey: 1, metadata: [1]) } == .unchanged)
    try store.write { try $0.setCompression(.off, forCollection: "a") }
    try store.write { try $0["a"].insert(prepared, forKey: 2) }
    #expect(try !isCompressed(2))
    expect(.duplicateKey) { try store.write { try $0["a"].insert(prepared, forKey: 2) } }
    try store.fillAndTrain("b")
    let record = store["b"].prepare(sampleRecord(7))
    try store.trainDictionary(for: "b")
    _ = try store.write { try $0["b"].put(record, forKey: -1) }
    #expect(try store["b"].get(-1) == sampleRecord(7))
    // Into a collection that does not know the dictionary it was prepared with.
    _ = try store.write { try $0["c"].put(record, forKey: 1) }
    #expect(try store["c"].get(1) == sampleRecord(7))
    #expect(try store.verify().isSound)
  }

  @Test func `the calls of one collection compress on their own threads, sync and async`()
    async throws
  {
    try await store["a"].put(text, forKey: 1)
    try await store["a"].insert(text, forKey: 2)
    #expect(try await store["a"].get(1) == text)
    try insertAndReplace()
    for number in 1...3 { #expect(try isCompressed(number)) }
  }

  private func insertAndReplace() throws {
    try store["a"].insert(text, forKey: 3)
    #expect(try store["a"].update(text + "!", forKey: 3))
    #expect(try store["a"].get(3) == text + "!")
  }
}
