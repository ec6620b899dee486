import Synchronization

/// A cache of schemas by definition, shared by all threads.
///
/// Two operations use the cache: decoding a self-contained archive, and archiving a type without a
/// declared schema.
final class KnownSchemas: Sendable {
  static let shared = KnownSchemas()

  /// The schemas by the hash of their definitions.
  private let schemas = Mutex<[UInt64: ArchiveSchema]>([:])
  private static let capacity = 256

  /// Returns the cached schema with exactly this definition, or `nil`.
  func schema(_ definition: Span<UInt8>) -> ArchiveSchema? {
    let digest = Checksum.rapidhash(definition, seed: 0)
    let known = schemas.withLock { $0[digest] }
    guard let known else { return nil }
    let bytes = known.definition
    return bytes.span.byteOrder(definition) == 0 ? known : nil
  }

  /// Adds a schema; empties a full cache first.
  func add(_ schema: ArchiveSchema) {
    schemas.withLock { schemas in
      if schemas.count >= Self.capacity { schemas.removeAll() }
      schemas[schema.digest] = schema
    }
  }

  /// Returns the cached schema with the same definition, or caches and returns the given schema.
  func unique(_ schema: ArchiveSchema) -> ArchiveSchema {
    let bytes = schema.definition
    if let known = self.schema(bytes.span) { return known }
    add(schema)
    return schema
  }
}
