/// A buffer for one compressed block at a time, for writers that copy each block.
///
/// The first use takes a context and memory from the pool. The buffer returns both when its
/// lifetime ends.
///
/// ```swift
/// var buffer = CompressionBuffer()
/// if buffer.compress(bytes, with: BlockCompressor()) { print(buffer.block.count) }
/// ```
public struct CompressionBuffer: ~Copyable {
  private var context: CompressionContext?
  private var room = ScratchBuffer()

  /// Creates an empty buffer.
  public init() {}

  deinit {
    if let context { ContextPool.compressing.give(BufferedContext(context, room)) }
  }

  /// Compresses `bytes` and returns whether the block is short enough to keep.
  ///
  /// - Complexity: O(n). Allocates nothing if a pooled context is available.
  public mutating func compress(_ bytes: Span<UInt8>, with compressor: BlockCompressor) -> Bool {
    guard compressor.isWorthTrying(bytes.count) else { return false }
    guard let context = takeContext() else { return false }
    return room.fill(capacity: BlockCompressor.room(for: bytes.count)) {
      compressor.appendCompressed(bytes, with: context, to: &$0)
    }
  }

  /// The last compressed block.
  public var block: Span<UInt8> {
    @_lifetime(borrow self)
    get { room.bytes }
  }

  private mutating func takeContext() -> CompressionContext? {
    if let context { return context }
    guard let lent = ContextPool.compressing.take() else { return nil }
    context = lent.context
    room = lent.room
    return context
  }
}
