internal import LodeCoding

/// The compressor of new rows of a collection.
final class RowCompressor: Sendable {
  let blocks: BlockCompressor

  init(_ blocks: BlockCompressor) { self.blocks = blocks }
}
