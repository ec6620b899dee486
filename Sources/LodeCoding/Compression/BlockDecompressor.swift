/// A decompressor of blocks that selects the dictionary each block needs from a given list.
///
/// Any number of threads can share a decompressor. Any bytes are safe as input: bytes that are not
/// a block are an error.
///
/// ```swift
/// let reader = BlockDecompressor(limit: 16 << 20)
/// print(try reader.decompress(bytes).count)
/// ```
public struct BlockDecompressor: Sendable {
  /// The limit on the size that a block may declare, in bytes.
  public let limit: Int
  /// The available dictionaries.
  ///
  /// A linear search of a few dictionaries is faster than hashing.
  private let dictionaries: [CompressionDictionary]

  /// Creates a decompressor; the later of two dictionaries with the same number is used.
  public init(limit: Int, dictionaries: [CompressionDictionary] = []) {
    self.limit = limit
    self.dictionaries = dictionaries
  }

  /// Returns the bytes of a block.
  ///
  /// - Complexity: O(n) in the bytes and the number of dictionaries. Allocates the result after the
  ///   size checks, and a copy of the block if the block is longer than 1,000 bytes.
  /// - Throws: `CompressionError`: any error of ``BlockHeader/init(_:)``; `tooLarge` if the
  ///   declared size exceeds the limit; `unknownDictionary` if the dictionary is missing; `damaged`
  ///   if zstd cannot decompress the body; `outOfMemory` if zstd cannot allocate.
  public func decompress(_ block: Span<UInt8>) throws(CompressionError) -> [UInt8] {
    let header = try header(of: block)
    return try [UInt8](capacity: header.count) { output throws(CompressionError) in
      try decompress(block, header, into: &output)
    }
  }

  /// Appends the bytes of a block; an error leaves `output` unchanged.
  ///
  /// - Complexity: O(n) in the bytes and the number of dictionaries. Allocates nothing for a block
  ///   of up to 1,000 bytes if a pooled context is available.
  /// - Throws: `CompressionError` as `decompress(_:)`; `tooLarge` also if the bytes exceed the free
  ///   capacity.
  public func decompress(
    _ block: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(CompressionError) {
    let header = try header(of: block)
    guard header.count <= output.freeCapacity else {
      throw CompressionError(
        .tooLarge, at: 1, "it announces \(header.count) bytes, the room is \(output.freeCapacity)")
    }
    try decompress(block, header, into: &output)
  }

  /// Returns the header after checking the declared size against the limit.
  private func header(of block: Span<UInt8>) throws(CompressionError) -> BlockHeader {
    let header = try BlockHeader(block)
    try header.check(limit: limit)
    return header
  }

  private func decompress(
    _ block: Span<UInt8>, _ header: BlockHeader, into output: inout OutputSpan<UInt8>
  ) throws(CompressionError) {
    let body = block.extracting(header.bodyOffset..<block.count)
    if header.kind == .raw { return output.append(copying: body) }
    let dictionary = try dictionary(header)
    guard let lent = ContextPool.decompressing.take() else {
      throw CompressionError(.outOfMemory, "no context for zstd")
    }
    let problem = lent.context.decompress(
      body, count: header.count, dictionary: dictionary?.decompressing, into: &output)
    ContextPool.decompressing.give(lent)
    if let problem { throw header.damaged(problem) }
  }

  private func dictionary(
    _ header: BlockHeader
  ) throws(CompressionError) -> CompressionDictionary? {
    guard let id = header.dictionaryID else { return nil }
    if let dictionary = dictionaries.last(where: { $0.id == id }) { return dictionary }
    throw header.unknownDictionary()
  }
}
