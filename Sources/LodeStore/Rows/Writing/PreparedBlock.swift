internal import LodeCoding

/// The stored form of a value, compressed before the write.
@usableFromInline
struct PreparedBlock: Sendable, Hashable {
  private let compression: Compression
  private let dictionary: UInt32
  /// The compressed block, or `nil` to store the value plain.
  let block: ArraySlice<UInt8>?

  /// Compresses a value.
  ///
  /// - Parameter plainCount: The number of plain bytes at the beginning.
  init(_ value: Span<UInt8>, plainCount: Int, _ compressor: BlockCompressor) {
    compression = compressor.compression
    dictionary = compressor.dictionary?.id ?? 0
    var buffer = CompressionBuffer()
    let isCompressed = buffer.compress(value, plainCount: plainCount, with: compressor)
    block = isCompressed ? buffer.block.copied()[...] : nil
  }

  /// Creates the prepared form of a value that a compressor has compressed, or for `nil` has left
  /// uncompressed.
  init(_ block: ArraySlice<UInt8>?, by compressor: BlockCompressor) {
    compression = compressor.compression
    dictionary = compressor.dictionary?.id ?? 0
    self.block = block
  }

  /// Returns whether a write can store the prepared form of the value in a collection.
  ///
  /// Otherwise, the write compresses the value again.
  func fits(_ info: CollectionRuntime) -> Bool {
    compression == info.compression && (compression.isOff || dictionary == info.settings.dictionary)
  }
}
