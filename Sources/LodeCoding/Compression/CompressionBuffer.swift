/// A buffer for one compressed block at a time, for writers that copy each block.
///
/// It takes a context and memory from those that lie idle when it is first used, and gives them
/// back at its end.
///
/// ```swift
/// var buffer = CompressionBuffer()
/// if buffer.compress(bytes, with: BlockCompressor()) { print(buffer.block.count) }
/// ```
public struct CompressionBuffer: ~Copyable {
  private var context: CompressionContext?
  private var room = ScratchBuffer()

  /// Creates a buffer, which has nothing yet.
  public init() {}

  deinit {
    if let context { ContextPool.compressing.give(BufferedContext(context, room)) }
  }

  /// Makes the block of `bytes` if it is one that pays; says whether it did.
  ///
  /// - Complexity: O(n). Allocates nothing once as many buffers as now are in use have been in use
  ///   before.
  public mutating func compress(_ bytes: Span<UInt8>, with compressor: BlockCompressor) -> Bool {
    guard compressor.isWorthTrying(bytes.count) else { return false }
    guard let context = takeContext() else { return false }
    return room.fill(capacity: BlockCompressor.room(for: bytes.count)) {
      compressor.appendCompressed(bytes, with: context, to: &$0)
    }
  }

  /// The block that was made last.
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
