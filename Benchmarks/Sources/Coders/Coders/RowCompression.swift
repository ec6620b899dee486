public import BenchHarness
internal import LodeCoding

/// What compressing rows costs: blocks with and without compression, and training.
public struct RowCompression {
  private let samples: [[UInt8]]
  private let dictionary: CompressionDictionary?
  /// How many samples there are to train on, of which the first are compressed and read.
  public let count: Int

  /// Trains a dictionary on the rows' values.
  public init(_ rows: Rows) {
    samples = (0..<rows.count).map { rows.value($0).copied() }
    count = samples.count
    dictionary = CompressionDictionary.train(from: samples, id: 1)
  }

  /// Trains once more; says whether there is a dictionary now.
  public func train() -> Bool { CompressionDictionary.train(from: samples, id: 1) != nil }

  /// The blocks of the first values, compressed or not.
  public func blocks(_ count: Int, compressed: Bool) -> [[UInt8]] {
    let compressor = compressor(compressed)
    return samples.prefix(count).map { compressor.compress($0.span) }
  }

  /// Makes the blocks of the first values as a store does, and returns how many bytes they have.
  public func compress(_ count: Int, compressed: Bool) -> Int {
    let compressor = compressor(compressed)
    var buffer = CompressionBuffer()
    var total = 0
    for sample in samples.prefix(count) {
      total +=
        buffer.compress(sample.span, with: compressor) ? buffer.block.count : sample.count + 1
    }
    return total
  }

  /// Reads blocks as a store does, and returns how many bytes they hold.
  public func decompress(_ blocks: [[UInt8]]) throws -> Int {
    var buffer = DecompressionBuffer()
    var total = 0
    for block in blocks {
      let header = try BlockHeader(block.span)
      // What is not compressed is read where it lies.
      if header.kind == .raw {
        total += header.count
        continue
      }
      let needed = header.dictionaryID == nil ? nil : dictionary
      try buffer.decompress(block.span, header, dictionary: needed, limit: 1 << 24)
      total += buffer.bytes.count
    }
    return total
  }

  /// Whether the blocks hold exactly the first values.
  public func matches(_ blocks: [[UInt8]]) throws -> Bool {
    let decompressor = BlockDecompressor(
      limit: 1 << 24, dictionaries: dictionary.map { [$0] } ?? [])
    return try zip(blocks, samples).allSatisfy { try decompressor.decompress($0.span) == $1 }
  }

  private func compressor(_ compressed: Bool) -> BlockCompressor {
    compressed ? BlockCompressor(dictionary: dictionary) : BlockCompressor(.off)
  }
}
