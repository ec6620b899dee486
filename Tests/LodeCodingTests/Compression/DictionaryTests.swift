import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("A dictionary makes records of its sort shorter", .tags(.random))
struct DictionaryTests {
  static let seed = SeededGenerator().seed

  private func packages(_ count: Int) -> [[UInt8]] {
    var records = RandomRecords(seed: Self.seed)
    return (0..<count).map { _ in records.package() }
  }

  @Test func `a trained dictionary halves what zstd makes of a record alone, and more`() throws {
    let records = packages(1_500)
    let dictionary = try #require(CompressionDictionary.train(from: Array(records[500...]), id: 1))
    #expect(dictionary.bytes.count <= 65_536)
    func size(_ compressor: BlockCompressor) -> Int {
      records[..<500].reduce(0) { $0 + compressor.compress($1.span).count }
    }
    #expect(size(BlockCompressor(dictionary: dictionary)) * 2 < size(BlockCompressor()))
  }

  @Test func `a dictionary that was kept as bytes reads what the trained one wrote`() throws {
    let records = packages(200)
    let trained = try #require(CompressionDictionary.train(from: records, id: 70_000))
    let kept = try CompressionDictionary(trained.bytes, id: trained.id)
    let reader = BlockDecompressor(limit: 10_000, dictionaries: [kept])
    for record in records {
      let block = BlockCompressor(dictionary: trained).compress(record.span)
      #expect(try BlockHeader(block.span).dictionaryID == 70_000)
      #expect(try reader.decompress(block.span) == record)
    }
  }

  @Test func `a reader takes the dictionary that each block names`() throws {
    let records = packages(300)
    let record = records[0]
    let dictionaries = try (0..<3).map {
      try #require(CompressionDictionary.train(from: Array(records[($0 * 100)...]), id: UInt32($0)))
    }
    let reader = BlockDecompressor(limit: 10_000, dictionaries: dictionaries)
    for dictionary in dictionaries {
      let block = BlockCompressor(dictionary: dictionary).compress(record.span)
      #expect(try reader.decompress(block.span) == record)
    }
  }

  @Test func `a dictionary that the reader lacks is an error that names it`() throws {
    let records = packages(200)
    let trained = try #require(CompressionDictionary.train(from: records, id: 5))
    let other = try #require(CompressionDictionary.train(from: Array(records[..<100]), id: 6))
    let record = records[0]
    let block = BlockCompressor(dictionary: trained).compress(record.span)
    for dictionaries in [[], [other]] {
      let error = #expect(throws: CompressionError.self) {
        try BlockDecompressor(limit: 10_000, dictionaries: dictionaries).decompress(block.span)
      }
      #expect(error?.code == .unknownDictionary && error?.message.contains("5") == true)
    }
  }

  @Test func `another dictionary under the same number is an error or other bytes, not a trap`()
    throws
  {
    let records = packages(300)
    let trained = try #require(CompressionDictionary.train(from: records, id: 5))
    var noise = RandomRecords(seed: Self.seed)
    let others = [
      try #require(CompressionDictionary.train(from: Array(records[..<60]), id: 5)),
      try CompressionDictionary(noise.noise(16_384), id: 5),
      try CompressionDictionary([1], id: 5),
    ]
    for other in others {
      let reader = BlockDecompressor(limit: 10_000, dictionaries: [other])
      for record in records {
        let block = BlockCompressor(dictionary: trained).compress(record.span)
        let bytes = try? reader.decompress(block.span)
        #expect(bytes == nil || bytes?.count == record.count)
      }
    }
  }

  @Test func `too few samples, or samples without anything in common, give no dictionary`() {
    var records = RandomRecords(seed: Self.seed)
    #expect(CompressionDictionary.train(from: [], id: 1) == nil)
    #expect(CompressionDictionary.train(from: packages(31), id: 1) == nil)
    #expect(CompressionDictionary.train(from: packages(100), id: 1, capacity: -1) == nil)
    #expect(CompressionDictionary.train(from: packages(100), id: 1, capacity: 255) == nil)
    #expect(CompressionDictionary.train(from: [[UInt8]](repeating: [], count: 99), id: 1) == nil)
    #expect(CompressionDictionary.train(from: [[UInt8]](repeating: [1], count: 99), id: 1) == nil)
    let noise = (0..<500).map { _ in records.noise(300) }
    #expect(CompressionDictionary.train(from: noise, id: 1) == nil)
  }

  @Test func `samples of many megabytes are thinned out`() throws {
    var records = RandomRecords(seed: Self.seed)
    let text = records.text(200_000)
    let samples = (0..<rounds(800)).map { index in
      records.package() + text[..<(index % 8 * 25_000)]
    }
    let dictionary = CompressionDictionary.train(from: samples, id: 1, capacity: .max)
    #expect((dictionary?.bytes.count ?? 0) <= 1 << 20)
  }

  @Test func `bytes that are no dictionary are an error`() throws {
    let trained = try #require(CompressionDictionary.train(from: packages(200), id: 1))
    for bytes in [[], Array(trained.bytes[..<50])] {
      let error = #expect(throws: CompressionError.self) {
        try CompressionDictionary(bytes, id: 1)
      }
      #expect(error?.code == .invalidDictionary)
    }
  }

  @Test func `a damaged dictionary is an error or another dictionary, never a trap`() throws {
    let records = packages(200)
    let record = records[0]
    let trained = try #require(CompressionDictionary.train(from: records, id: 1, capacity: 2_048))
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<500 {
      var bytes = trained.bytes
      bytes[Int.random(in: 0..<300, using: &random)] ^= 1 << UInt8(random.next() % 8)
      guard let damaged = try? CompressionDictionary(bytes, id: 1) else { continue }
      let block = BlockCompressor(dictionary: damaged).compress(record.span)
      let reader = BlockDecompressor(limit: 10_000, dictionaries: [damaged])
      #expect(try reader.decompress(block.span) == record, "LODE_SEED=\(Self.seed)")
    }
  }
}
