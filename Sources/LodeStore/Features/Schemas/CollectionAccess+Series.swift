package import LodeCoding

extension CollectionAccess {
  /// Decodes the archived value of a row with a reader for many rows.
  ///
  /// The reader decodes faster if the previous row has the same type and version.
  package func unarchive<T: ArchivableValue>(
    _ bytes: Span<UInt8>, _ stored: ValueType, _ series: inout ArchiveSeries<T>
  ) throws -> T {
    try checkArchive(stored)
    if series.hasPrefix(of: bytes) { return try series.value(in: bytes) }
    let value = try unarchive(bytes, stored, as: T.self, AllowedTypes())
    let schemas = schemas
    try series.learn(bytes) { schemas.schema($0) }
    return value
  }
}
