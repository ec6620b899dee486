/// A decompressor of blocks, with the dictionaries that the blocks need.
///
/// A *block* is the form in which ``BlockCompressor`` writes bytes, compressed or plain. Any
/// number of threads can share a decompressor. Any bytes are safe as input: bytes that are not a
/// block cause an error.
///
/// ```swift
/// let bytes = [UInt8](repeating: 7, count: 1_000)
/// let block = BlockCompressor().compress(bytes.span)
/// let reader = BlockDecompressor(limit: 16 << 20)
/// print(try reader.decompress(block.span).count)  // 1000
/// ```
public struct BlockDecompressor: Sendable {
  /// The limit on a block's declared decompressed size, in bytes.
  public let limit: Int
  /// The available dictionaries.
  ///
  /// The dictionaries are in an array, because a linear search of a few is faster than hashing.
  private let dictionaries: [CompressionDictionary]

  /// Creates a decompressor, which uses the later of two dictionaries with the same number.
  ///
  /// - Parameters:
  ///   - limit: The limit on a block's declared decompressed size, in bytes.
  ///   - dictionaries: The dictionaries that the blocks may need.
  public init(limit: Int, dictionaries: [CompressionDictionary] = []) {
    self.limit = limit
    self.dictionaries = dictionaries
  }

  /// Decompresses a block and returns the decompressed bytes.
  ///
  /// - Complexity: O(n + d) for n bytes of input and output, and d dictionaries. Allocates the
  ///   returned array after the size checks. For a compressed body of more than about 1,000 bytes,
  ///   also allocates a copy of the body. For a compressed block, allocates a zstd context if no
  ///   pooled context is idle.
  /// - Throws: `CompressionError` with one of these codes:
  ///   - `truncated`, `unknownKind`, or `notCanonical` if the header is invalid.
  ///   - `tooLarge` if the declared size exceeds the limit.
  ///   - `unknownDictionary` if no dictionary has the number that the block names.
  ///   - `damaged` if the header contradicts the body, or if the body does not decompress to the
  ///     declared size.
  ///   - `outOfMemory` if zstd cannot allocate memory.
  public func decompress(_ block: Span<UInt8>) throws(CompressionError) -> [UInt8] {
    let header = try header(of: block)
    return try [UInt8](capacity: header.count) { output throws(CompressionError) in
      try decompress(block, header, into: &output)
    }
  }

  /// Decompresses a block and appends the decompressed bytes; an error leaves `output` unchanged.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - output: The output to which the method appends the decompressed bytes.
  /// - Complexity: O(n + d) for n bytes of input and output, and d dictionaries. For a compressed
  ///   body of more than about 1,000 bytes, allocates a copy of the body. For a compressed block,
  ///   allocates a zstd context if no pooled context is idle.
  /// - Throws: `CompressionError` with one of these codes:
  ///   - `truncated`, `unknownKind`, or `notCanonical` if the header is invalid.
  ///   - `tooLarge` if the declared size exceeds the limit or the free capacity of `output`.
  ///   - `unknownDictionary` if no dictionary has the number that the block names.
  ///   - `damaged` if the header contradicts the body, or if the body does not decompress to the
  ///     declared size.
  ///   - `outOfMemory` if zstd cannot allocate memory.
  public func decompress(
    _ block: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(CompressionError) {
    let header = try header(of: block)
    guard header.count <= output.freeCapacity else {
      throw CompressionError(
        .tooLarge, at: 1,
        "the header states \(header.count) bytes; the buffer has space for \(output.freeCapacity)")
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
    let body = header.body(of: block)
    if header.kind == .raw { return output.append(copying: body) }
    let dictionary = try dictionary(header)
    guard let lent = ContextPool.decompressing.take() else {
      throw CompressionError(.outOfMemory, "zstd cannot allocate a context")
    }
    output.append(copying: header.plainBytes(of: block))
    let problem = lent.context.decompress(
      body, count: header.bodyCount, dictionary: dictionary?.decompressing, into: &output)
    ContextPool.decompressing.give(lent)
    if let problem {
      output.removeLast(header.plainCount)
      throw header.damaged(problem)
    }
  }

  /// Returns the dictionary that the header names, or `nil` if the header names no dictionary.
  private func dictionary(
    _ header: BlockHeader
  ) throws(CompressionError) -> CompressionDictionary? {
    guard let id = header.dictionaryID else { return nil }
    if let dictionary = dictionaries.last(where: { $0.id == id }) { return dictionary }
    throw header.unknownDictionary()
  }
}
