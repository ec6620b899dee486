package import LodeCoding

extension CollectionAccess {
  /// Decodes the archived value of a row with a reader for many rows.
  ///
  /// The reader decodes faster if the previous row has the same type and version.
  package func unarchive<T: ArchivableValue>(
    _ bytes: Span<UInt8>, _ stored: ValueType, as type: T.Type, _ series: inout ArchiveSeries
  ) throws -> T {
    try checkArchive(stored)
    return try series.unarchive(
      type, bytes, blobs: { blobs(of: bytes) }, schema: { schemas.schema($0) })
  }
}
