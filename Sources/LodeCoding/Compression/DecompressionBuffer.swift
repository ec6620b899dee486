/// A buffer for the bytes of one decompressed block at a time.
///
/// It takes a context and memory from those that lie idle when it is first used, and gives them
/// back at its end.
///
/// ```swift
/// let block = BlockCompressor(Compression(threshold: 0)).compress(bytes)
/// var buffer = DecompressionBuffer()
/// try buffer.decompress(block.span, BlockHeader(block.span), dictionary: nil, limit: 1 << 20)
/// print(buffer.bytes.count)
/// ```
public struct DecompressionBuffer: ~Copyable {
  private var context: DecompressionContext?
  private var room = ScratchBuffer()

  /// Creates a buffer, which has nothing yet.
  public init() {}

  deinit {
    if let context { ContextPool.decompressing.give(BufferedContext(context, room)) }
  }

  /// Replaces the contents by the bytes of a compressed block.
  ///
  /// - Parameters:
  ///   - block: the block.
  ///   - header: its header; of a block that is not compressed it is an error.
  ///   - dictionary: the one that the header names.
  ///   - limit: how many bytes the block may announce.
  /// - Complexity: O(n). Allocates nothing for a block of up to 1,000 bytes once as many buffers as
  ///   now are in use have been in use before.
  /// - Throws: `CompressionError` with `tooLarge`, before any room is made; `damaged`,
  ///   `unknownKind`, `unknownDictionary`, `outOfMemory`.
  public mutating func decompress(
    _ block: Span<UInt8>, _ header: BlockHeader, dictionary: CompressionDictionary?, limit: Int
  ) throws(CompressionError) {
    try header.check(limit: limit)
    guard header.kind != .raw else {
      throw CompressionError(.unknownKind, "a compressed block is expected")
    }
    guard header.dictionaryID == dictionary?.id else { throw header.unknownDictionary() }
    guard let context = takeContext() else {
      throw CompressionError(.outOfMemory, "no context for zstd")
    }
    let body = block.extracting(header.bodyOffset..<block.count)
    let problem = room.fill(capacity: header.count) {
      context.decompress(
        body, count: header.count, dictionary: dictionary?.decompressing, into: &$0)
    }
    if let problem { throw header.damaged(problem) }
  }

  /// The bytes of the block that was decompressed last.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { room.bytes }
  }

  private mutating func takeContext() -> DecompressionContext? {
    if let context { return context }
    guard let lent = ContextPool.decompressing.take() else { return nil }
    context = lent.context
    room = lent.room
    return context
  }
}
