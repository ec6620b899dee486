/// Turns bytes into blocks, compressed where it pays; see `Docs/Format/Compression.md`.
///
/// It can be shared by any number of threads. Compressing never fails: where zstd cannot help, or
/// has no memory, the block holds the bytes as they are.
///
/// ```swift
/// let block = BlockCompressor().compress(bytes)
/// let back = try BlockDecompressor(limit: bytes.count).decompress(block.span)
/// print(block.count, back.count)
/// ```
public struct BlockCompressor: Sendable {
  /// Whether and how hard it compresses.
  public let compression: Compression
  /// The dictionary that its blocks need, or `nil`.
  public let dictionary: CompressionDictionary?
  private let digested: CompressingDictionary?

  /// Creates a compressor, and prepares the dictionary for its level unless another one did.
  ///
  /// - Complexity: O(1), or O(n) in the size of a dictionary that is new at this level: about 50 us
  ///   for 16 KB.
  public init(_ compression: Compression = .automatic, dictionary: CompressionDictionary? = nil) {
    self.compression = compression
    digested = compression.isOff ? nil : dictionary?.digested(level: compression.level)
    self.dictionary = digested == nil ? nil : dictionary
  }

  /// How much room ``compress(_:into:)`` wants for `count` bytes: a little more than they are.
  public static func room(for count: Int) -> Int {
    CompressionContext.bound(count) + 24
  }

  /// Appends the block of `bytes`; there must be room for `room(for: bytes.count)` bytes.
  ///
  /// - Complexity: O(n). Allocates nothing once as many calls as now run at a time have run before;
  ///   but for long bytes at high levels, a megabyte at level 9 for one, whose contexts are too
  ///   large to keep.
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

  /// The block of `bytes`.
  ///
  /// - Complexity: O(n). Allocates the result.
  public func compress(_ bytes: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: Self.room(for: bytes.count)) { compress(bytes, into: &$0) }
  }

  /// Whether compression can shorten a text of this length.
  func isWorthTrying(_ count: Int) -> Bool {
    !compression.isOff && count >= compression.threshold && count <= UInt32.max
  }

  /// Appends a compressed block, or nothing, and then the result is `false`.
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
