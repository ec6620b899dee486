/// A reusable buffer for one compressed block at a time.
///
/// The first use takes memory and a *context*, zstd's state and working memory, from a pool of the
/// process. The buffer keeps the memory and the context until its lifetime ends. One thread at a
/// time uses a buffer. ``BlockCompressor`` defines the block.
///
/// ```swift
/// let bytes = [UInt8](repeating: 7, count: 1_000)
/// var buffer = CompressionBuffer()
/// if buffer.compress(bytes.span, with: BlockCompressor()) { print(buffer.block.count) }
/// ```
public struct CompressionBuffer: ~Copyable {
  private var context: CompressionContext?
  private var room = ScratchBuffer()

  /// Creates an empty buffer.
  public init() {}

  deinit {
    if let context { ContextPool.compressing.give(BufferedContext(context, room)) }
  }

  /// Compresses `bytes`, and returns whether ``block`` holds the compressed bytes.
  ///
  /// Returns `false` if the compressor's policy does not compress the bytes, or if zstd has no
  /// memory. The contents of ``block`` are then unspecified.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to compress.
  ///   - plainCount: The number of bytes at the beginning that the block holds uncompressed. A
  ///     reader can use these bytes without decompressing the block. The last byte is never plain.
  ///     If the block would be too long, and at least an eighth of the bytes are plain, the block
  ///     compresses all bytes instead.
  ///   - compressor: The compressor, with its policy and its dictionary.
  /// - Complexity: O(n) for n bytes. Allocates nothing if a pooled context with enough memory is
  ///   available.
  public mutating func compress(
    _ bytes: Span<UInt8>, plainCount: Int = 0, with compressor: BlockCompressor
  ) -> Bool {
    guard compressor.isWorthTrying(bytes.count) else { return false }
    guard let context = takeContext() else { return false }
    let plainCount = max(min(plainCount, bytes.count - 1), 0)
    return room.fill(capacity: BlockCompressor.room(for: bytes.count)) {
      if compressor.appendCompressed(bytes, plainCount: plainCount, with: context, to: &$0) {
        return true
      }
      // Compressing fewer plain bytes than an eighth could hardly save an eighth of the value.
      return plainCount > 0 && plainCount >= bytes.count / 8
        && compressor.appendCompressed(bytes, with: context, to: &$0)
    }
  }

  /// The block of the last ``compress(_:plainCount:with:)`` call, if the call returned `true`.
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
