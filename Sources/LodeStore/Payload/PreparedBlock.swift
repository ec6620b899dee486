internal import LodeCoding

/// What was found, away from the writer, to be stored for a value.
@usableFromInline
struct PreparedBlock: Sendable, Hashable {
  private let compression: Compression
  private let dictionary: UInt32
  /// The value's block, or `nil` when it is to be stored as it is.
  let block: [UInt8]?

  init(_ value: Span<UInt8>, _ compressor: BlockCompressor) {
    compression = compressor.compression
    dictionary = compressor.dictionary?.id ?? 0
    var buffer = CompressionBuffer()
    block = buffer.compress(value, with: compressor) ? buffer.block.copied() : nil
  }

  /// Whether the collection would still store the value like this.
  ///
  /// If not, the value is compressed again.
  func fits(_ info: CollectionInfo) -> Bool {
    compression == info.compression && (compression.isOff || dictionary == info.settings.dictionary)
  }
}
