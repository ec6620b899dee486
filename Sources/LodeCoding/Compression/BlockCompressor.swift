/// A compressor that writes bytes as one block, with zstd and optionally a dictionary.
///
/// A *block* is a header and the bytes of one value, compressed or plain. Any number of threads can
/// share a compressor. Compressing never fails: a block holds the original bytes if the policy does
/// not compress them, or if zstd has no memory. `Docs/Format/Compression.md` specifies the format.
///
/// ```swift
/// let bytes = [UInt8](repeating: 7, count: 1_000)
/// let block = BlockCompressor().compress(bytes.span)
/// let back = try BlockDecompressor(limit: bytes.count).decompress(block.span)
/// print(block.count, back.count)
/// ```
public struct BlockCompressor: Sendable {
  /// The compression policy.
  public let compression: Compression
  /// The dictionary that the blocks need, or `nil` if the blocks need no dictionary.
  ///
  /// If compression is off, or if zstd has no memory for the dictionary, the compressor uses no
  /// dictionary.
  public let dictionary: CompressionDictionary?
  private let digested: CompressingDictionary?

  /// Creates a compressor, and prepares the dictionary at its first use with this level.
  ///
  /// - Parameters:
  ///   - compression: The compression policy.
  ///   - dictionary: The dictionary to use, or `nil` to compress without a dictionary.
  /// - Complexity: O(1), or O(n) at the first use of a dictionary of n bytes with this level: about
  ///   220 microseconds for 64 KB.
  public init(_ compression: Compression = .automatic, dictionary: CompressionDictionary? = nil) {
    self.compression = compression
    digested = compression.isOff ? nil : dictionary?.digested(level: compression.level)
    self.dictionary = digested == nil ? nil : dictionary
  }

  /// Returns the free capacity in bytes that ``compress(_:into:)`` needs for `count` bytes.
  ///
  /// The capacity is slightly more than `count`.
  public static func room(for count: Int) -> Int {
    CompressionContext.bound(count) + 32
  }

  /// Compresses `bytes` and appends the block.
  ///
  /// A call takes a *context*, zstd's state and working memory, from a pool. If the pool is empty,
  /// the call creates a context.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to compress.
  ///   - output: The output to which the method appends the block.
  /// - Precondition: The free capacity is at least `room(for: bytes.count)` bytes.
  /// - Complexity: O(n) for n bytes. Allocates nothing if a pooled context is available.
  public func compress(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
    precondition(
      output.freeCapacity >= Self.room(for: bytes.count),
      "the output has too little capacity for the block")
    if isWorthTrying(bytes.count), let lent = ContextPool.compressing.take() {
      let isCompressed = appendCompressed(bytes, with: lent.context, to: &output)
      ContextPool.compressing.give(lent)
      if isCompressed { return }
    }
    output.append(BlockHeader.Kind.raw.rawValue)
    output.append(copying: bytes)
  }

  /// Compresses `bytes` and returns the block.
  ///
  /// - Complexity: O(n) for n bytes. Allocates the returned array.
  public func compress(_ bytes: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: Self.room(for: bytes.count)) { compress(bytes, into: &$0) }
  }

  /// Returns whether the policy compresses values of `count` bytes.
  func isWorthTrying(_ count: Int) -> Bool {
    !compression.isOff && count >= compression.threshold && count <= UInt32.max
  }

  /// Appends a compressed block, or returns `false` and appends nothing if compression saves too
  /// little or zstd fails.
  ///
  /// - Parameter plainCount: The number of bytes at the beginning that stay uncompressed; less than
  ///   the number of all bytes.
  func appendCompressed(
    _ bytes: Span<UInt8>, plainCount: Int = 0, with context: CompressionContext,
    to output: inout OutputSpan<UInt8>
  ) -> Bool {
    let start = output.count
    BlockHeader.append(
      count: UInt32(truncatingIfNeeded: bytes.count), dictionaryID: dictionary?.id,
      plain: bytes.extracting(0..<plainCount), to: &output)
    let header = output.count - start
    let isWorthIt = context.compress(
      bytes.extracting(plainCount..<bytes.count), compression, dictionary: digested,
      atMost: compression.longestBlock(for: bytes.count) - header, into: &output)
    if !isWorthIt { output.removeLast(header) }
    return isWorthIt
  }
}
