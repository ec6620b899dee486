internal import LodeCoding

/// Finds how many bytes at the beginning of a value a compressed row holds uncompressed.
///
/// The fixed part of an archived structure has the numbers, dates, and flags, which zstd hardly
/// shortens. A predicate on these fields then needs no decompression.
struct FixedParts: ~Copyable {
  private var reader = ArchivePathReader([])
  /// The lengths of fixed parts that stay uncompressed, in bytes.
  ///
  /// The fields of a longer fixed part are often nil or zero, and zstd shortens these well.
  private static let lengths = 8...128

  /// Returns the number of bytes; 0 if the whole value is to be compressed.
  mutating func plainCount(
    of value: Span<UInt8>, _ type: ValueType, _ schemas: SchemaCatalog
  ) -> Int {
    guard type == .archive else { return 0 }
    let end = reader.fixedEnd(of: value) { schemas.schema($0) }
    return Self.lengths.contains(end) && end <= value.count / 2 ? end : 0
  }
}
