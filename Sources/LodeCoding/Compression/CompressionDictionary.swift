import Synchronization

/// Bytes that zstd knows beforehand, which make small records of one sort several times shorter.
///
/// What was compressed with a dictionary can be read with the same bytes only: keep them, under
/// their number, as long as there are such blocks. It can be shared by any number of threads.
///
/// ```swift
/// let dictionary = try CompressionDictionary(bytes.copied(), id: 1)
/// let block = BlockCompressor(dictionary: dictionary).compress(bytes)
/// let reader = BlockDecompressor(limit: 1 << 20, dictionaries: [dictionary])
/// print(try reader.decompress(block.span).count)
/// ```
public final class CompressionDictionary: Sendable {
  /// The number by which blocks name it.
  public let id: UInt32
  /// The dictionary itself, to be kept.
  public let bytes: [UInt8]
  let decompressing: DecompressingDictionary
  /// Made when a level is first used, since most dictionaries are only read with.
  private let compressing = Mutex<[Int: CompressingDictionary]>([:])

  /// Prepares a dictionary for reading.
  ///
  /// - Complexity: O(n), about 5 us for 16 KB.
  /// - Throws: `CompressionError` with `invalidDictionary` when there are no bytes, or when they
  ///   begin as a trained dictionary and are none.
  public init(_ bytes: [UInt8], id: UInt32) throws(CompressionError) {
    guard !bytes.isEmpty, let digested = DecompressingDictionary(bytes) else {
      throw CompressionError(
        .invalidDictionary, "the \(bytes.count) bytes of dictionary \(id) are no dictionary")
    }
    self.id = id
    self.bytes = bytes
    decompressing = digested
  }

  /// The dictionary prepared for a level, made once; `nil` when there is no memory for it.
  func digested(level: Int) -> CompressingDictionary? {
    compressing.withLock { made in
      if let digested = made[level] { return digested }
      let digested = CompressingDictionary(bytes, level: level)
      made[level] = digested
      return digested
    }
  }
}
