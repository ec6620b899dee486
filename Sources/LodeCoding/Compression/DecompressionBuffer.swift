/// A reusable buffer for the bytes of one decompressed block at a time.
///
/// The first use takes memory and a *context*, zstd's state and working memory, from a pool of the
/// process. The buffer keeps the memory and the context until its lifetime ends. One thread at a
/// time uses a buffer. ``BlockCompressor`` defines the block.
///
/// ```swift
/// let bytes = [UInt8](repeating: 7, count: 1_000)
/// let block = BlockCompressor().compress(bytes.span)
/// var buffer = DecompressionBuffer()
/// try buffer.decompress(block.span, BlockHeader(block.span), dictionary: nil, limit: 1 << 20)
/// print(buffer.bytes.count)
/// ```
public struct DecompressionBuffer: ~Copyable {
  private var context: DecompressionContext?
  private var room = ScratchBuffer()
  /// The dictionary of the last decompressed block, or `nil` if the block needed no dictionary.
  package private(set) var dictionary: CompressionDictionary?

  /// Creates an empty buffer.
  public init() {}

  deinit {
    if let context { ContextPool.decompressing.give(BufferedContext(context, room)) }
  }

  /// Replaces the contents with the bytes of a compressed block.
  ///
  /// After an error, the contents are unspecified.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - header: The header of `block`. The header of an uncompressed block is an error; the header
  ///     of another block is a programming error.
  ///   - dictionary: The dictionary that the header names.
  ///   - limit: The limit on the block's declared decompressed size, in bytes.
  /// - Complexity: O(n) for n decompressed bytes. Allocates nothing for a block of up to about
  ///   1,000 bytes if a pooled context with enough memory is available.
  /// - Throws: `CompressionError` with one of these codes:
  ///   - `tooLarge` if the declared size exceeds the limit, before any allocation.
  ///   - `unknownKind` for an uncompressed block.
  ///   - `unknownDictionary` if `dictionary` is not the dictionary that the header names.
  ///   - `damaged` if the body does not decompress to the declared size.
  ///   - `outOfMemory` if zstd cannot allocate memory.
  public mutating func decompress(
    _ block: Span<UInt8>, _ header: BlockHeader, dictionary: CompressionDictionary?, limit: Int
  ) throws(CompressionError) {
    try header.check(limit: limit)
    guard header.kind != .raw else {
      throw CompressionError(.unknownKind, "a compressed block is expected")
    }
    guard header.dictionaryID == dictionary?.id else { throw header.unknownDictionary() }
    guard let context = takeContext() else {
      throw CompressionError(.outOfMemory, "zstd cannot allocate a context")
    }
    let (plain, body) = (header.plainBytes(of: block), header.body(of: block))
    let problem = room.fill(capacity: header.count) {
      $0.append(copying: plain)
      return context.decompress(
        body, count: header.bodyCount, dictionary: dictionary?.decompressing, into: &$0)
    }
    if let problem { throw header.damaged(problem) }
    if self.dictionary !== dictionary { self.dictionary = dictionary }
  }

  /// The bytes of the last decompressed block; empty before the first block.
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
