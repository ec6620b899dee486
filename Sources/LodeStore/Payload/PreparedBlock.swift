internal import LodeCoding

/// The stored form of a value, compressed before the write.
@usableFromInline
struct PreparedBlock: Sendable, Hashable {
  private let compression: Compression
  private let dictionary: UInt32
  /// The value's compressed block, or `nil` to store the value without compression.
  let block: [UInt8]?

  /// Compresses a value.
  ///
  /// - Parameter plainCount: The number of bytes at the beginning to store uncompressed.
  init(_ value: Span<UInt8>, plainCount: Int = 0, _ compressor: BlockCompressor) {
    compression = compressor.compression
    dictionary = compressor.dictionary?.id ?? 0
    var buffer = CompressionBuffer()
    let isCompressed = buffer.compress(value, plainCount: plainCount, with: compressor)
    block = isCompressed ? buffer.block.copied() : nil
  }

  /// Returns whether the collection would still store the value in this form.
  ///
  /// Otherwise, the write compresses the value again.
  func fits(_ info: CollectionInfo) -> Bool {
    compression == info.compression && (compression.isOff || dictionary == info.settings.dictionary)
  }
}
