import Synchronization

/// A cache of schemas from recently decoded self-contained archives, indexed by definition.
final class KnownSchemas: Sendable {
  static let shared = KnownSchemas()

  private let schemas = Mutex<[UInt64: ArchiveSchema]>([:])
  private static let capacity = 256

  /// Returns the cached schema with exactly this definition.
  func schema(_ definition: Span<UInt8>) -> ArchiveSchema? {
    let digest = Checksum.rapidhash(definition, seed: 0)
    let known = schemas.withLock { $0[digest] }
    guard let known else { return nil }
    let bytes = known.definition
    return bytes.span.byteOrder(definition) == 0 ? known : nil
  }

  /// Adds a schema; a full cache is emptied first.
  func add(_ schema: ArchiveSchema) {
    schemas.withLock { schemas in
      if schemas.count >= Self.capacity { schemas.removeAll() }
      schemas[schema.digest] = schema
    }
  }
}
