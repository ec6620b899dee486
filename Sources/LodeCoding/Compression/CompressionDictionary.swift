import Synchronization

/// Bytes that zstd uses as common context for many small values of one kind.
///
/// Decompressing a block needs the bytes of the dictionary that compressed the block. Keep the
/// bytes and the number of a dictionary as long as a block that needs the dictionary exists. Any
/// number of threads can share a dictionary.
///
/// ```swift
/// let bytes = Array(#"{"name":"Ada","city":"London"}"#.utf8)
/// let dictionary = try CompressionDictionary(bytes, id: 1)
/// let block = BlockCompressor(dictionary: dictionary).compress(bytes.span)
/// let reader = BlockDecompressor(limit: 1 << 20, dictionaries: [dictionary])
/// print(try reader.decompress(block.span).count)
/// ```
public final class CompressionDictionary: Sendable {
  /// The number that identifies the dictionary in blocks.
  public let id: UInt32
  /// The dictionary's bytes.
  public let bytes: [UInt8]
  let decompressing: DecompressingDictionary
  /// The digested forms by level, created at the first use of each level.
  ///
  /// Most dictionaries only decompress.
  private let compressing = Mutex<[Int: CompressingDictionary]>([:])

  /// Creates a dictionary and prepares it for decompression.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the dictionary.
  ///   - id: The number that identifies the dictionary in blocks.
  /// - Complexity: O(n) for n bytes, about 7 microseconds for 64 KB.
  /// - Throws: `CompressionError` with `invalidDictionary` if `bytes` is empty, if zstd has no
  ///   memory, or if `bytes` begins like a trained dictionary but is invalid.
  public init(_ bytes: [UInt8], id: UInt32) throws(CompressionError) {
    guard !bytes.isEmpty, let digested = DecompressingDictionary(bytes) else {
      throw CompressionError(
        .invalidDictionary, "the \(bytes.count) bytes of dictionary \(id) are not a dictionary")
    }
    self.id = id
    self.bytes = bytes
    decompressing = digested
  }

  /// Returns the dictionary digested for a level, created once; `nil` if zstd cannot allocate.
  func digested(level: Int) -> CompressingDictionary? {
    compressing.withLock { made in
      if let digested = made[level] { return digested }
      let digested = CompressingDictionary(bytes, level: level)
      made[level] = digested
      return digested
    }
  }
}
