/// Turns blocks back into bytes, whatever dictionary of those it was given they need.
///
/// It can be shared by any number of threads. Any bytes may be given for a block: what is no block
/// is an error.
///
/// ```swift
/// let reader = BlockDecompressor(limit: 16 << 20)
/// print(try reader.decompress(bytes).count)
/// ```
public struct BlockDecompressor: Sendable {
  /// How many bytes a block may announce.
  public let limit: Int
  /// A few; looking through them is faster than hashing.
  private let dictionaries: [CompressionDictionary]

  /// Creates a decompressor; of two dictionaries of one number the later one counts.
  public init(limit: Int, dictionaries: [CompressionDictionary] = []) {
    self.limit = limit
    self.dictionaries = dictionaries
  }

  /// The bytes of a block.
  ///
  /// - Complexity: O(n) in the bytes and the number of dictionaries. Allocates the result, after
  ///   the checks of the size, and the block once more when it is longer than 1,000 bytes.
  /// - Throws: `CompressionError`: what ``BlockHeader/init(_:)`` throws, `tooLarge`,
  ///   `unknownDictionary`, `damaged`, `outOfMemory`.
  public func decompress(_ block: Span<UInt8>) throws(CompressionError) -> [UInt8] {
    let header = try header(of: block)
    return try [UInt8](capacity: header.count) { output throws(CompressionError) in
      try decompress(block, header, into: &output)
    }
  }

  /// Appends the bytes of a block; after an error `output` is as it was.
  ///
  /// - Complexity: O(n) in the bytes and the number of dictionaries. Allocates nothing for a block
  ///   of up to 1,000 bytes once as many calls as now run at a time have run before.
  /// - Throws: as `decompress(_:)`; `tooLarge` also when the bytes do not fit the room.
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

  /// The header, once its size is within the limit.
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
