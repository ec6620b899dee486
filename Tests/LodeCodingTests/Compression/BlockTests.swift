import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("A block gives back the bytes it was made of")
struct BlockTests {
  static let seed = SeededGenerator().seed

  private func roundTrip(
    _ bytes: [UInt8], _ compressor: BlockCompressor, _ comment: @autoclosure () -> String
  ) throws {
    let block = compressor.compress(bytes.span)
    let reader = BlockDecompressor(
      limit: bytes.count, dictionaries: compressor.dictionary.map { [$0] } ?? [])
    try #require(try reader.decompress(block.span) == bytes, "\(comment())")
    try #require(block.count <= bytes.count + 1, "\(comment())")
    try #require(try BlockHeader(block.span).count == bytes.count, "\(comment())")
  }

  private func compressors() throws -> [BlockCompressor] {
    let dictionary = try CompressionDictionary(Array("the common files of the".utf8), id: 1)
    return [
      BlockCompressor(), BlockCompressor(.off), BlockCompressor(Compression(threshold: 0)),
      BlockCompressor(Compression(level: 19, threshold: 0), dictionary: dictionary),
      BlockCompressor(Compression(level: 1, threshold: 0), dictionary: dictionary),
      BlockCompressor(.small, dictionary: dictionary),
    ]
  }

  @Test(.tags(.random)) func `bytes of every length up to 2,000 come back`() throws {
    var records = RandomRecords(seed: Self.seed)
    let (noise, text) = (records.noise(2_000), records.text(2_000))
    for compressor in try compressors() {
      for count in 0...2_000 {
        for bytes in [noise, text, [UInt8](repeating: 7, count: 2_000)] {
          try roundTrip(Array(bytes[..<count]), compressor, "\(count), seed \(Self.seed)")
        }
      }
    }
  }

  @Test(.tags(.random)) func `megabytes come back`() throws {
    var records = RandomRecords(seed: Self.seed)
    let large = [
      records.text(3_000_000), records.noise(1_000_000), [UInt8](repeating: 0, count: 5_000_000),
      records.text(128 << 10), records.text((128 << 10) - 1), records.text(1 << 18),
    ]
    for compressor in [BlockCompressor(), try compressors()[4]] {
      for bytes in large { try roundTrip(bytes, compressor, "seed \(Self.seed)") }
    }
  }

  @Test(.tags(.random))
  func `mixtures of text, noise and repetition come back at every level`() throws {
    var records = RandomRecords(seed: Self.seed)
    let dictionary = try CompressionDictionary(records.text(5_000), id: .max)
    let compressors = (1...38).flatMap {
      let compression = Compression(
        level: ($0 + 1) / 2, threshold: 0, encodesLiterals: $0 % 2 == 0)
      return [BlockCompressor(compression), BlockCompressor(compression, dictionary: dictionary)]
    }
    for round in 0..<1_500 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...4, using: &records.random) {
        let count = Int.random(in: 0...500, using: &records.random)
        switch Int.random(in: 0..<3, using: &records.random) {
        case 0: bytes += records.noise(count)
        case 1: bytes += records.text(count)
        default: bytes += [UInt8](repeating: UInt8(round & 255), count: count)
        }
      }
      let compressor = compressors[round % compressors.count]
      try roundTrip(bytes, compressor, "round \(round), LODE_SEED=\(Self.seed)")
    }
  }

  @Test(.tags(.random)) func `bytes are compressed only where it pays`() throws {
    var records = RandomRecords(seed: Self.seed)
    func kind(_ bytes: [UInt8], _ compression: Compression) throws -> BlockHeader.Kind {
      try BlockHeader(BlockCompressor(compression).compress(bytes.span).span).kind
    }
    let text = records.text(1_000)
    #expect(try kind(text, .automatic) == .zstd)
    #expect(try kind(text, .off) == .raw)
    #expect(try kind(text, Compression(threshold: text.count)) == .zstd)
    #expect(try kind(text, Compression(threshold: text.count + 1)) == .raw)
    #expect(try kind(records.noise(1_000), .automatic) == .raw)
    #expect(try kind([UInt8](repeating: 1, count: 63), .automatic) == .raw)
    #expect(try kind([UInt8](repeating: 1, count: 64), .automatic) == .zstd)
    // Nine parts of noise and a little repetition: shorter, and not by an eighth.
    #expect(
      try kind(records.noise(900) + [UInt8](repeating: 0, count: 100), .automatic) == .raw)
  }

  /// A row whose plain bytes were lost or repeated would come back as another value.
  @Test(.tags(.random)) func `a block with plain bytes gives back all bytes`() throws {
    var records = RandomRecords(seed: Self.seed)
    let dictionary = try CompressionDictionary(records.text(3_000), id: 300)
    var buffer = CompressionBuffer()
    for round in 0..<2_000 {
      let count = Int.random(in: 0...600, using: &records.random)
      let plain = Int.random(in: -1...count + 2, using: &records.random)
      let bytes = records.noise(min(max(plain, 0), count)) + records.text(count)
      let compressor = BlockCompressor(
        Compression(threshold: 0), dictionary: round % 2 == 0 ? dictionary : nil)
      guard buffer.compress(bytes.span, plainCount: plain, with: compressor) else { continue }
      let comment: Comment = "round \(round), LODE_SEED=\(Self.seed)"
      let block = buffer.block.copied()
      let header = try BlockHeader(block.span)
      try #require(header.count == bytes.count, comment)
      // A block that would save too little is compressed as a whole.
      let wanted = max(min(plain, bytes.count - 1), 0)
      try #require(header.plainCount == wanted || header.plainCount == 0, comment)
      let kept = BlockHeader.plainBytes(of: block.span)?.copied() ?? []
      try #require(kept == Array(bytes.prefix(header.plainCount)), comment)
      let reader = BlockDecompressor(limit: bytes.count, dictionaries: [dictionary])
      try #require(try reader.decompress(block.span) == bytes, comment)
    }
  }

  /// Reading encoded literals takes most of the time of decompression, so a default block that
  /// encodes its literals would make every read slower.
  @Test(.tags(.random)) func `only a small block encodes its literals`() throws {
    var records = RandomRecords(seed: Self.seed)
    for _ in 0..<50 {
      let text = records.text(2_000)
      let fast = BlockCompressor(.automatic).compress(text.span)
      let small = BlockCompressor(.small).compress(text.span)
      try #require(!(try encodesLiterals(fast)), "LODE_SEED=\(Self.seed)")
      try #require(try encodesLiterals(small), "LODE_SEED=\(Self.seed)")
      try #require(small.count < fast.count, "LODE_SEED=\(Self.seed)")
    }
  }

  /// Returns whether the first zstd block of a block has literals with Huffman codes (RFC 8878,
  /// section "Literals Section Header").
  private func encodesLiterals(_ block: [UInt8]) throws -> Bool {
    let body = try BlockHeader(block.span).bodyOffset
    return block[body + 3] & 3 > 1
  }

  @Test func `a level outside zstd's is taken as the nearest`() {
    #expect(Compression(level: .min).level == 1)
    #expect(Compression(level: .max).level == 19)
    #expect(Compression(threshold: -5).threshold == 0)
  }

  @Test(.tags(.random))
  func `a block is appended to what the caller has, and its bytes to what the reader has`()
    throws
  {
    var records = RandomRecords(seed: Self.seed)
    for bytes in [records.text(500), records.noise(500), []] {
      let block = BlockCompressor().compress(bytes.span)
      let appended = [UInt8](capacity: 2 + BlockCompressor.room(for: bytes.count)) { output in
        output.append(1)
        output.append(2)
        BlockCompressor().compress(bytes.span, into: &output)
      }
      #expect(appended == [1, 2] + block)
      let reader = BlockDecompressor(limit: 1_000)
      let back = try [UInt8](capacity: 1 + bytes.count) { output in
        output.append(3)
        try reader.decompress(block.span, into: &output)
      }
      #expect(back == [3] + bytes)
    }
  }

  @Test func `bytes that do not fit the room are an error, and nothing is written`() throws {
    for count in [100, 5_000] {
      let block = BlockCompressor().compress([UInt8](repeating: 1, count: count).span)
      let left = [UInt8](capacity: count - 1) { output in
        #expect(throws: CompressionError.self) {
          try BlockDecompressor(limit: .max).decompress(block.span, into: &output)
        }
      }
      #expect(left.isEmpty)
    }
  }
}
