import LodeTestSupport
import LodeTestTags
import Synchronization
import Testing

@testable import LodeCoding

@Suite("Contexts are lent to one at a time, and kept")
struct ContextPoolTests {
  /// Counts what was made and freed, and how many hold one number.
  private struct Counted: PooledContext {
    static let (made, freed) = (Counter(), Counter())
    let users = Counter()
    let isOversized: Bool

    init?() {
      Self.made.add(1)
      isOversized = false
    }

    init(isOversized: Bool) { self.isOversized = isOversized }

    func free() { Self.freed.add(1) }
  }

  @Test func `no more contexts are made than are in use at once, and no more are kept than agreed`()
    throws
  {
    let pool = ContextPool<Counted>(capacity: 3)
    try Worker.together(8) { _ in
      for _ in 0..<5_000 {
        let context = try #require(pool.take())
        context.users.add(1)
        if context.users.value != 1 { Issue.record("two threads have one context") }
        context.users.add(-1)
        pool.give(context)
      }
    }
    let before = Counted.made.value
    for _ in 0..<1_000 { pool.give(try #require(pool.take())) }
    #expect(Counted.made.value == before)
    #expect(before - Counted.freed.value <= 3)
    let many = try (0..<10).map { _ in try #require(pool.take()) }
    let freed = Counted.freed.value
    for context in many { pool.give(context) }
    #expect(Counted.freed.value == freed + 7)
    pool.give(Counted(isOversized: true))
    #expect(Counted.freed.value == freed + 8)
  }

  @Test func `a dictionary is prepared once for each level`() throws {
    let dictionary = try CompressionDictionary([1, 2, 3], id: 1)
    #expect(dictionary.digested(level: 3) === dictionary.digested(level: 3))
    #expect(dictionary.digested(level: 3) !== dictionary.digested(level: 4))
  }

  @Test(.tags(.random)) func `many threads share compressors, readers and dictionaries`() throws {
    let seed = SeededGenerator().seed
    var records = RandomRecords(seed: seed)
    let samples = (0..<400).map { _ in records.package() }
    let dictionaries = try (0..<4).map {
      try #require(CompressionDictionary.train(from: Array(samples[($0 * 50)...]), id: UInt32($0)))
    }
    let reader = BlockDecompressor(limit: 1 << 20, dictionaries: dictionaries)
    let large = records.text(300_000)
    try Worker.together(12) { thread in
      for (index, sample) in samples.enumerated() {
        // Threads mix dictionaries, levels and sizes on the same contexts.
        let dictionary = (index + thread) % 5 == 4 ? nil : dictionaries[(index + thread) % 5]
        let compressor = BlockCompressor(Compression(level: 1 + index % 4), dictionary: dictionary)
        let bytes = index % 100 == 99 ? large : sample
        let block = compressor.compress(bytes.span)
        try #require(try reader.decompress(block.span) == bytes, "LODE_SEED=\(seed)")
      }
    }
  }

  @Test func `a dictionary that is gone is not missed by the contexts that used it`() throws {
    var records = RandomRecords(seed: 1)
    let record = records.package()
    for round in 0..<200 {
      let text = Array(String(repeating: "\(round) ", count: 500).utf8)
      let dictionary = try CompressionDictionary(record + text, id: 1)
      let block = BlockCompressor(dictionary: dictionary).compress(record.span)
      let reader = BlockDecompressor(limit: 10_000, dictionaries: [dictionary])
      #expect(try reader.decompress(block.span) == record)
      let plain = BlockCompressor().compress(record.span)
      #expect(try BlockDecompressor(limit: 10_000).decompress(plain.span) == record)
    }
  }
}
