/// A compressor that turns bytes into blocks; `Docs/Format/Compression.md` specifies the format.
///
/// Any number of threads can share a compressor. Compressing never fails: the block holds the
/// original bytes if zstd cannot shorten them or has no memory.
///
/// ```swift
/// let block = BlockCompressor().compress(bytes)
/// let back = try BlockDecompressor(limit: bytes.count).decompress(block.span)
/// print(block.count, back.count)
/// ```
public struct BlockCompressor: Sendable {
  /// The compression policy.
  public let compression: Compression
  /// The dictionary that the blocks need, or `nil`.
  public let dictionary: CompressionDictionary?
  private let digested: CompressingDictionary?

  /// Creates a compressor, and prepares the dictionary for the level unless another compressor did.
  ///
  /// - Complexity: O(1), or O(n) in the size of a dictionary that is new at this level: about 50 us
  ///   for 16 KB.
  public init(_ compression: Compression = .automatic, dictionary: CompressionDictionary? = nil) {
    self.compression = compression
    digested = compression.isOff ? nil : dictionary?.digested(level: compression.level)
    self.dictionary = digested == nil ? nil : dictionary
  }

  /// Returns the free capacity that ``compress(_:into:)`` needs for `count` bytes: slightly more
  /// than `count`.
  public static func room(for count: Int) -> Int {
    CompressionContext.bound(count) + 24
  }

  /// Appends the block of `bytes`.
  ///
  /// Pooled contexts and buffers serve all calls after the first, unless more calls run at once
  /// than before. Contexts for long bytes at high levels, such as 1 MB at level 9, are too large
  /// for the pool.
  ///
  /// - Precondition: The free capacity is at least `room(for: bytes.count)` bytes.
  /// - Complexity: O(n). Allocates nothing if a pooled context is available.
  public func compress(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
    precondition(output.freeCapacity >= Self.room(for: bytes.count), "no room for the block")
    if isWorthTrying(bytes.count), let lent = ContextPool.compressing.take() {
      let isCompressed = appendCompressed(bytes, with: lent.context, to: &output)
      ContextPool.compressing.give(lent)
      if isCompressed { return }
    }
    output.append(BlockHeader.Kind.raw.rawValue)
    output.append(copying: bytes)
  }

  /// Returns the block of `bytes`.
  ///
  /// - Complexity: O(n). Allocates the result.
  public func compress(_ bytes: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: Self.room(for: bytes.count)) { compress(bytes, into: &$0) }
  }

  /// Returns whether compression can shorten `count` bytes.
  func isWorthTrying(_ count: Int) -> Bool {
    !compression.isOff && count >= compression.threshold && count <= UInt32.max
  }

  /// Appends a compressed block, or returns `false` and appends nothing if the block is not short
  /// enough.
  func appendCompressed(
    _ bytes: Span<UInt8>, with context: CompressionContext, to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let start = output.count
    BlockHeader.append(
      count: UInt32(truncatingIfNeeded: bytes.count), dictionaryID: dictionary?.id, to: &output)
    let header = output.count - start
    let isWorthIt = context.compress(
      bytes, level: compression.level, dictionary: digested,
      atMost: compression.longestBlock(for: bytes.count) - header, into: &output)
    if !isWorthIt { output.removeLast(header) }
    return isWorthIt
  }
}
