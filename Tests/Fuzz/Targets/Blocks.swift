import LodeCoding

/// Compressed blocks, with two dictionaries at hand and a limit, and the way back.
enum BlocksTarget: Target {
  /// One that zstd takes as it is, and one that was trained.
  private static let dictionaries: [CompressionDictionary] = {
    let raw = require("any bytes are a dictionary") {
      try CompressionDictionary(Array("documentation package".utf8), id: 300)
    }
    return [raw]
      + (CompressionDictionary.train(from: records, id: 7, capacity: 1_024).map { [$0] } ?? [])
  }()
  private static let records = (0..<200).map { number in
    Array(
      "Package: lib\(number * 7919 % 1000)\nSection: libs\nPriority: optional\nSize: \(number)\n"
        .utf8)
  }
  private static let reader = BlockDecompressor(limit: 1 << 18, dictionaries: dictionaries)
  private static let trustingReader = BlockDecompressor(limit: .max, dictionaries: dictionaries)
  private static let poorReader = BlockDecompressor(limit: 1 << 18)

  static func seeds() throws -> [[UInt8]] {
    let golden = try goldenRows(page: "Compression.md", heading: "Golden bytes", columns: 3)
      .map { row in bytes(hex: row[2]) }
    let kinds: [CompressionDictionary?] = dictionaries + [nil]
    // The last one is more than the limit.
    let texts = [
      records[5], Array(records.joined()), [UInt8](repeating: 7, count: 100_000),
      [UInt8](repeating: 7, count: 300_000),
    ]
    return golden
      + kinds.flatMap { dictionary in
        texts.flatMap { text in
          [1, 3, 9].map { level in
            BlockCompressor(Compression(level: level), dictionary: dictionary).compress(text.span)
          }
        }
      }
  }

  static func run(_ input: [UInt8]) {
    let bytes = decompress(input, reader)
    if let bytes {
      compress(bytes)
      decompressInto(input, bytes)
    }
    let poor = decompress(input, poorReader)
    require(poor == nil || poor == bytes, "a dictionary that is not needed changes nothing")
    // A few bytes never make a reader reserve much, whatever its limit.
    if input.count <= 256 { _ = decompress(input, trustingReader) }
    compress(input)
  }

  private static func decompress(_ block: [UInt8], _ reader: BlockDecompressor) -> [UInt8]? {
    do {
      let bytes = try reader.decompress(block.span)
      let header = require("what was decompressed has a header") { try BlockHeader(block.span) }
      require(bytes.count == header.count, "a block has as many bytes as it announces")
      require(bytes.count <= reader.limit, "the limit holds")
      return bytes
    } catch {
      require((0...block.count).contains(error.offset), "\(error) is about a place in the block")
      require(error.code != .outOfMemory, "there is memory")
      return nil
    }
  }

  /// Into room that others wrote to: exactly enough, and one byte too few.
  private static func decompressInto(_ block: [UInt8], _ bytes: [UInt8]) {
    let filled = append(block, room: bytes.count)
    require(filled.error == nil, "exactly enough room is enough")
    require(filled.output == [0xAA] + bytes, "it appends the bytes and nothing else")
    guard !bytes.isEmpty else { return }
    let left = append(block, room: bytes.count - 1)
    require(left.error?.code == .tooLarge, "too little room is what it says")
    require(left.output == [0xAA], "after an error the output is as it was")
  }

  private static func append(
    _ block: [UInt8], room: Int
  ) -> (output: [UInt8], error: CompressionError?) {
    var failure: CompressionError?
    let output = [UInt8](capacity: 1 + room) { output in
      output.append(0xAA)
      do throws(CompressionError) {
        try reader.decompress(block.span, into: &output)
      } catch {
        failure = error
      }
    }
    return (output, failure)
  }

  private static func compress(_ bytes: [UInt8]) {
    for dictionary in dictionaries as [CompressionDictionary?] + [nil] {
      let block = BlockCompressor(dictionary: dictionary).compress(bytes.span)
      require(block.count <= bytes.count + 1, "a block is at most a byte longer")
      let back = require("a block is read") {
        try BlockDecompressor(limit: bytes.count, dictionaries: dictionaries).decompress(block.span)
      }
      require(back == bytes, "what was compressed comes back")
      var buffer = CompressionBuffer()
      let compressor = BlockCompressor(.small, dictionary: dictionary)
      if buffer.compress(bytes.span, plainCount: bytes.count / 3, with: compressor) {
        let block = (0..<buffer.block.count).map { buffer.block[$0] }
        let whole = require("a block with plain bytes is read") {
          try BlockDecompressor(limit: bytes.count, dictionaries: dictionaries).decompress(
            block.span)
        }
        require(whole == bytes, "plain bytes and the rest come back")
      }
    }
  }
}
