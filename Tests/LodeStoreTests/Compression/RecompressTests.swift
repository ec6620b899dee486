import Foundation
import LodeCoding
import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

@Suite("Rows are recompressed without being changed")
struct RecompressTests {
  let fixture: TestStore
  let store: Store
  static let count = 3000

  init() throws {
    var options = StoreOptions()
    options.trainsDictionaries = false
    // A sample record is too short to be compressed without a dictionary and encoded literals.
    options.compression = .small
    fixture = try TestStore(options)
    store = fixture.store
    try store.write { transaction in
      for number in 0..<Self.count {
        try transaction["a"].put(
          sampleRecord(number), forKey: number, metadata: number % 5 == 0 ? [7] : nil)
      }
      try transaction["a"].put("short", forKey: -1)
      try transaction["a"].put(sampleRecord(-2), forKey: String(repeating: "k", count: 600))
    }
  }

  /// How many rows are raw, compressed without a dictionary, and with the newest.
  private func forms(_ store: Store) throws -> (raw: Int, plain: Int, newest: Int) {
    try store.read { transaction in
      var forms = (raw: 0, plain: 0, newest: 0)
      let info = try #require(transaction["a"].access.info)
      var walk = try TableScan(
        transaction.handle, info.table, info.name, KeyBounds(.all), reversed: false)
      while let entry = try walk.step() {
        guard let record = RowRecord(entry.value) else { throw Stop() }
        if !record.header.isCompressed {
          forms.raw += 1
        } else if try BlockHeader(record.stored).dictionaryID == nil {
          forms.plain += 1
        } else if try BlockHeader(record.stored).dictionaryID == info.settings.dictionary {
          forms.newest += 1
        }
      }
      return forms
    }
  }

  @Test func `all rows get the form of new ones, and keep value, metadata and revision`() throws {
    let before = try store["a"].rows()
    let recorder = Recorder(store)
    try store.trainDictionary(for: "a")
    var calls: [RecompressProgress] = []
    let done = try store.recompress("a") { calls.append($0) }
    #expect(done.rows == Self.count + 2 && done.totalRows == done.rows && done.savedBytes > 0)
    #expect(done.rewritten == Self.count + 1 && calls.count > 3 && calls.last == done)
    #expect(try forms(store) == (1, 0, Self.count + 1))
    #expect(try store["a"].rows() == before)
    #expect(try store.revision == 1 && recorder.all.isEmpty)
    #expect(try store.verify().isSound)
    // Nothing is left to do, and nothing is written.
    let transaction = try store.read { $0.handle.id }
    #expect(try store.recompress().rewritten == 0)
    #expect(try store.read { $0.handle.id } == transaction)
  }

  @Test func `another policy or dictionary is another form`() throws {
    let before = try store["a"].rows()
    let level9 = Compression(level: 9, encodesLiterals: true)
    for policy in [Compression.off, level9, .off, .small] {
      try store.write { try $0.setCompression(policy, forCollection: "a") }
      #expect(try store.recompress("a").rewritten == Self.count + 1)
      #expect(try forms(store).raw == (policy.isOff ? Self.count + 2 : 1))
      #expect(try store["a"].rows() == before)
    }
    for _ in 0..<2 {
      try store.trainDictionary(for: "a")
      #expect(try store.recompress("a").rewritten == Self.count + 1)
      #expect(try forms(store).newest == Self.count + 1)
    }
    #expect(try store["a"].rows() == before && store.verify().isSound)
  }

  /// Rows of earlier versions have encoded literals, and would stay slow to read.
  @Test func `another form of literals is another form`() throws {
    try store.trainDictionary(for: "a")
    try store.recompress("a")
    let before = try store["a"].rows()
    let small = try literals(encoded: true)
    #expect(small > Self.count / 2)
    try store.write { try $0.setCompression(.automatic, forCollection: "a") }
    #expect(try store.recompress("a").rewritten >= small)
    #expect(try literals(encoded: true) == 0)
    #expect(try store.recompress("a").rewritten == 0)
    try store.write { try $0.setCompression(.small, forCollection: "a") }
    let done = try store.recompress("a")
    #expect(done.rewritten > Self.count / 2 && done.savedBytes > 0)
    #expect(try store.recompress("a").rewritten == 0)
    #expect(try store["a"].rows() == before && store.verify().isSound)
  }

  private func literals(encoded: Bool) throws -> Int {
    try store.read { transaction in
      let info = try #require(transaction["a"].access.info)
      var walk = try TableScan(
        transaction.handle, info.table, info.name, KeyBounds(.all), reversed: false)
      var count = 0
      while let entry = try walk.step() {
        guard let record = RowRecord(entry.value) else { throw Stop() }
        if !record.header.isCompressed { continue }
        let header = try BlockHeader(record.stored)
        if header.encodesLiterals(in: record.stored) == encoded { count += 1 }
      }
      return count
    }
  }

  @Test func `stopped half way it goes on, while others write`() throws {
    try store.trainDictionary(for: "a")
    var rewritten = 0
    for round in 0..<1000 {
      do {
        rewritten += try store.recompress("a") { progress in
          // A write between the parts, and one of what is to be rewritten.
          try store["a"].put(sampleRecord(round), forKey: Self.count - 1)
          try store["a"].delete(round)
          if progress.rewritten > 0 {
            rewritten += progress.rewritten
            throw Stop()
          }
        }.rewritten
        break
      } catch is Stop {}
    }
    #expect(try forms(store).plain == 0)
    #expect(rewritten > Self.count / 2 && rewritten <= Self.count + 1)
    #expect(try store.verify().isSound)
  }

  @Test func `a damaged row stops it, and stays as it is`() throws {
    let name = key(1500).bytes
    var record = try #require(try store.record(at: name, in: "a"))
    record[20] ^= 1
    try store.plant(record, at: name, in: "a")
    try store.write { try $0.setCompression(.off, forCollection: "a") }
    let error = expect(.damaged) { try store.recompress("a") }
    #expect(error?.context.contains("1500") == true)
    #expect(try store.record(at: name, in: "a") == record)
  }

  @Test(.tags(.crash, .process))
  func `killed, it leaves a sound store, and goes on the next time`() throws {
    let before = try store["a"].rows()
    try store.trainDictionary(for: "a")
    store.close()
    for parts in 1..<4 {
      let child = try ChildProcess.start("recompress", fixture.path, "a")
      for _ in 0..<parts { _ = child.line() }
      child.kill()
      let again = try Store(fixture.path)
      #expect(try again["a"].rows() == before)
      #expect(try again.verify().isSound)
      again.close()
    }
    let last = try Store(fixture.path)
    try last.recompress()
    #expect(try forms(last) == (1, 0, Self.count + 1))
    #expect(try last["a"].rows() == before)
  }

  @Test(.tags(.crash, .process))
  func `another process's dictionary is found by reads and snapshots of this one`() throws {
    let old = try store.snapshot()
    let child = try ChildProcess.start("train", fixture.path, "a")
    #expect(child.line() == "1")
    _ = child.line()
    #expect(try store["a"].get(-1) == String(repeating: "from another process ", count: 20))
    #expect(try store.statistics().collections.first?.dictionary == 1)
    try store["a"].put(sampleRecord(5), forKey: -2)
    #expect(try store.recompress("a").rewritten > Self.count)
    #expect(try store["a"].get(-2) == sampleRecord(5) && store["a"].get(8) == sampleRecord(8))
    #expect(try old.read { try $0["a"].get(8) } == sampleRecord(8))
    #expect(try old.read { try $0["a"].get(-1) } == "short")
    child.kill()
    #expect(try store.verify().isSound)
  }
}
