import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Hostile blocks are typed errors")
struct BlockHostileTests {
  static let seed = SeededGenerator().seed

  /// Blocks of each kind, and a reader for them.
  private func samples() throws -> (blocks: [[UInt8]], reader: BlockDecompressor) {
    var records = RandomRecords(seed: Self.seed)
    let samples = (0..<500).map { _ in records.package() }
    let trained = try #require(CompressionDictionary.train(from: samples, id: 7, capacity: 4_096))
    let package = records.package()
    var buffer = CompressionBuffer()
    var plainBlocks: [[UInt8]] = []
    for compressor in [BlockCompressor(.small), BlockCompressor(.small, dictionary: trained)] {
      let isCompressed = buffer.compress(package.span, plainCount: 20, with: compressor)
      try #require(isCompressed)
      plainBlocks.append(buffer.block.copied())
    }
    let blocks =
      plainBlocks + [
        BlockCompressor().compress(records.text(400).span),
        BlockCompressor().compress(records.noise(40).span),
        BlockCompressor().compress([UInt8](repeating: 9, count: 300).span),
        BlockCompressor(dictionary: trained).compress(package.span),
        BlockCompressor(Compression(level: 19), dictionary: trained).compress(package.span),
      ]
    return (blocks, BlockDecompressor(limit: 10_000, dictionaries: [trained]))
  }

  /// Either a typed error that points into the block, or at most as many bytes as the reader
  /// allows.
  private func probe(_ block: [UInt8], _ reader: BlockDecompressor) throws {
    do {
      let bytes = try reader.decompress(block.span)
      try #require(bytes.count <= reader.limit)
      try #require(try BlockHeader(block.span).count == bytes.count)
    } catch let error as CompressionError {
      try #require((0...block.count).contains(error.offset), "\(error)")
    }
  }

  @Test(.tags(.random)) func `a compressed block that is cut anywhere is an error`() throws {
    let (blocks, reader) = try samples()
    for block in blocks where block[0] != 0 {
      for count in 0..<block.count {
        #expect(throws: CompressionError.self, "\(count) of \(block.count)") {
          try reader.decompress(Array(block[..<count]).span)
        }
      }
    }
  }

  @Test(.tags(.random)) func `a block that something follows is an error`() throws {
    let (blocks, reader) = try samples()
    // An empty frame, a skippable frame, and a frame of an old version of zstd would be skipped by
    // zstd.
    let followers: [[UInt8]] = [
      [0], [0x28, 0xB5, 0x2F, 0xFD, 0x20, 0, 1, 0, 0],
      [0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0], [0x27, 0xB5, 0x2F, 0xFD, 0, 0, 0, 0, 0],
    ]
    for block in blocks where block[0] != 0 {
      for follower in followers {
        #expect(throws: CompressionError.self) { try reader.decompress((block + follower).span) }
      }
    }
  }

  @Test(.tags(.random))
  func `a block with any bit changed is an error or other bytes, and never a trap`() throws {
    let (blocks, reader) = try samples()
    for block in blocks {
      for bit in 0..<block.count * 8 {
        var damaged = block
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        try probe(damaged, reader)
      }
    }
  }

  @Test(.tags(.random))
  func `100,000 random blocks are errors or bytes, and never a trap`() throws {
    let (blocks, reader) = try samples()
    var random = SeededGenerator(seed: Self.seed)
    for round in 0..<100_000 {
      var block: [UInt8]
      if round % 2 == 0 {
        block = (0..<Int.random(in: 0...60, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        // Mostly a kind that there is, and the dictionary that there is.
        if !block.isEmpty { block[0] %= 6 }
        if block.count > 2, block[0] == 2 || block[0] == 4 { block[2] = 7 }
      } else {
        block = blocks[round / 2 % blocks.count]
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: 1..<block.count, using: &random)
          block[place] = .random(in: 0...255, using: &random)
        }
      }
      try probe(block, reader)
    }
  }

  @Test func `each kind of damage to a block has its code and place`() throws {
    let reader = BlockDecompressor(limit: 1_000)
    let cases: [([UInt8], CompressionError.Code, Int)] = [
      ([], .truncated, 0), ([5, 0], .unknownKind, 0), ([255], .unknownKind, 0),
      ([1], .truncated, 1), ([1, 0x80], .truncated, 2), ([2, 5], .truncated, 2),
      ([1, 0x83, 0], .notCanonical, 2),
      ([1, 0xFF, 0xFF, 0xFF, 0xFF, 0x10, 0], .notCanonical, 5),
      ([1, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 1], .notCanonical, 5),
      ([1, 0, 1, 0, 0], .damaged, 1), ([1, 5], .damaged, 1),
      ([2, 3, 9, 0x19, 0, 0, 1, 2, 3], .unknownDictionary, 1),
      ([1, 4, 0x19, 0, 0, 1, 2, 3], .damaged, 1), ([1, 2, 0x19, 0, 0, 1, 2, 3], .damaged, 2),
      ([1, 3, 0x1F, 0, 0, 1, 2, 3], .damaged, 1), ([1, 3, 0x18, 0, 0, 1, 2, 3], .damaged, 1),
      ([1, 3, 0x19, 0, 0, 1, 2], .damaged, 1), ([1, 3, 0x19, 0, 0, 1, 2, 3, 4], .damaged, 1),
      ([1, 0xE9, 7, 0x4B, 0x1F, 0, 1], .tooLarge, 1),
      ([0] + [UInt8](repeating: 0, count: 1_001), .tooLarge, 1),
      ([3, 4], .truncated, 2), ([3, 4, 2, 9], .truncated, 3), ([4, 4, 9], .truncated, 3),
      ([3, 4, 0, 0x19, 0, 0, 1], .damaged, 1), ([3, 2, 2, 7, 8, 0x01, 0, 0], .damaged, 1),
      ([3, 4, 0x81, 0, 7, 0x19, 0, 0, 1, 2, 3], .notCanonical, 3),
      ([3, 3, 1, 7, 0x19, 0, 0, 1, 2, 3], .damaged, 4),
      ([4, 4, 9, 1, 7, 0x19, 0, 0, 1, 2, 3], .unknownDictionary, 1),
    ]
    for (block, code, offset) in cases {
      let error = #expect(throws: CompressionError.self, "\(block.prefix(9))") {
        try reader.decompress(block.span)
      }
      #expect(error?.code == code && error?.offset == offset, "\(block.prefix(9)): \(error as Any)")
      #expect(error?.remedy.isEmpty == false)
    }
  }

  @Test func `a bomb is refused by its announced size, before there is room for it`() throws {
    let zeros = [UInt8](repeating: 0, count: 100_000_000)
    let bomb = BlockCompressor().compress(zeros.span)
    #expect(bomb.count < 20_000)
    let error = #expect(throws: CompressionError.self) {
      try BlockDecompressor(limit: zeros.count - 1).decompress(bomb.span)
    }
    #expect(error?.code == .tooLarge)
    // Room for four gigabytes is not made for a few bytes, whatever the limit.
    let liar = #expect(throws: CompressionError.self) {
      try BlockDecompressor(limit: .max)
        .decompress([1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x19, 0, 0, 1, 2, 3].span)
    }
    #expect(liar?.code == .damaged)
    // Less than it holds is announced: zstd may not write beyond.
    var short = bomb
    short[1] ^= 1
    let shortened = #expect(throws: CompressionError.self) {
      try BlockDecompressor(limit: .max).decompress(short.span)
    }
    #expect(shortened?.code == .damaged)
  }
}
