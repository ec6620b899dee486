internal import LodeCoding

/// Computes the number of bytes at the beginning of a value that compression leaves plain.
///
/// The fixed part of an archived structure contains numbers, dates, and flags, which zstd hardly
/// shortens. A predicate on these fields then needs no decompression.
struct FixedParts: ~Copyable {
  private var reader = ArchivePathReader([])
  /// The lengths of fixed parts that stay plain, in bytes.
  ///
  /// In a longer fixed part, many fields are nil or zero, which zstd shortens well.
  private static let lengths = 8...128

  /// Returns the number of plain bytes, or 0 to compress the whole value.
  mutating func plainCount(
    of value: Span<UInt8>, _ type: ValueType, _ schemas: SchemaCatalog
  ) -> Int {
    guard type == .archive else { return 0 }
    let end = reader.fixedEnd(of: value) { schemas.schema($0) }
    return Self.lengths.contains(end) && end <= value.count / 2 ? end : 0
  }

  /// Compresses a value into a buffer, and returns whether the block is worth storing.
  ///
  /// Returns `false` if the policy excludes the value or the block is not shorter.
  @inline(__always)
  mutating func compress(
    _ value: Span<UInt8>, _ type: ValueType, _ schemas: SchemaCatalog,
    with compressor: BlockCompressor, into buffer: inout CompressionBuffer
  ) -> Bool {
    let policy = compressor.compression
    if policy.isOff || value.count < policy.threshold { return false }
    let plain = plainCount(of: value, type, schemas)
    return buffer.compress(value, plainCount: plain, with: compressor)
  }
}
